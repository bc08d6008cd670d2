# GNU patch on a file of three lines and a difference in four parts, one a format,
# with symbolic bytes in headers, numbers of lines and marks.
package=patch
build() {
    ./configure CC="$CC" CFLAGS="-g" --disable-dependency-tracking
    make -j"$JOBS"
    cp src/patch "$out/program"
}
options='--sym-file-from A=$recipe/template.text --sym-file-from B=$recipe/template.diff'
arguments='--batch --sym-args 0 1 2 A B'
