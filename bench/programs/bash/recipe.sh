# bash on a script with symbolic bytes in names of variables, functions and
# builtins, which are keys of its hash tables (paper 1).
package=bash
build() {
    ./configure CC="$CC" CFLAGS="-g -Wno-implicit-function-declaration -Wno-deprecated-non-prototype" --disable-nls --disable-readline --disable-history --disable-job-control \
        --disable-process-substitution --disable-net-redirections --without-bash-malloc --without-curses
    make -j"$JOBS"
    cp bash "$out/program"
}
options='--sym-file-from A=$recipe/template.sh'
arguments='--norc --noprofile A'
