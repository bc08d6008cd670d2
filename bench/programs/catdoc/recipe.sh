# catdoc on a small document of Word in its container (OLE), of which the numbers
# that lead from block to block, and a few bytes of the text, are symbolic.
package=catdoc
build() {
    ./configure --datadir=/share CC="$CC" CFLAGS="-g -Wno-implicit-function-declaration -Wno-implicit-int" --disable-wordview
    make -j"$JOBS" -C src catdoc xls2csv
    cp src/catdoc src/xls2csv "$out"
    make -C charsets install installroot="$out" # below share, where --mount takes it from
}
program=catdoc
options='--mount $built/share:/share --sym-file-from A=$recipe/template.doc'
arguments='--sym-args 0 1 2 A'
