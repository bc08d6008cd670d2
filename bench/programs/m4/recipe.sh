# m4 on a few definitions whose names, and the macros that are then called, are
# partly symbolic: symbolic keys of its symbol table (papers 1 and 2). -H37 makes
# the table as small as the papers have it, -G leaves out GNU's extensions.
package=m4
build() {
    ./configure CC="$CC" CFLAGS="-g" --disable-nls --disable-dependency-tracking
    make -j"$JOBS" -C lib
    make -j"$JOBS" -C src
    cp src/m4 "$out/program"
}
options='--sym-file-from A=$recipe/template.m4'
arguments='-H37 -G A'
