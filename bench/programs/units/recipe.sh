# GNU units on a table of units with symbolic bytes, and a symbolic conversion.
package=units
build() {
    ./configure CC="$CC" CFLAGS="-g"
    make -j"$JOBS" units
    cp units "$out/program"
}
options='--sym-file-from A=$recipe/template.units'
arguments='-f A -1 --sym-arg 5 --sym-arg 2'
