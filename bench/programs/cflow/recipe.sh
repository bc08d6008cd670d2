# GNU cflow on a few lines of C with symbolic bytes in declarations, parameters
# and calls.
package=cflow
build() {
    ./configure CC="$CC" CFLAGS="-g -fcommon -Wno-implicit-function-declaration -Wno-deprecated-non-prototype" --disable-nls --disable-dependency-tracking
    make -j"$JOBS" -C gnu
    make -j"$JOBS" -C src cflow
    cp src/cflow "$out/program"
}
options='--sym-file-from A=$recipe/template.c'
arguments='A'
