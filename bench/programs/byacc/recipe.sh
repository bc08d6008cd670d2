# Berkeley yacc on a small grammar: declarations, rules and actions with symbolic
# bytes.
package=byacc
build() {
    ./configure CC="$CC" CFLAGS="-g" --enable-btyacc
    make -j"$JOBS"
    cp yacc "$out/program"
}
options='--sym-file-from A=$recipe/template.y'
arguments='--sym-args 0 1 3 A'
