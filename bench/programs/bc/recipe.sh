# bc on a short script: its scanner is an automaton of constant tables that are
# read at symbolic places (paper 5). Parts are concrete, as the paper has them, to
# get past the scanner.
package=bc
build() {
    ./configure CC="$CC" CFLAGS="-g -Wno-implicit-function-declaration -Wno-deprecated-non-prototype" --disable-dependency-tracking --without-readline --without-libedit
    make -j"$JOBS" MAKEINFO=true
    cp bc/bc "$out/program"
}
options='--sym-stdin-from $recipe/template.bc'
arguments='-q'
