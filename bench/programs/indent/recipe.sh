# GNU indent on a few lines of C with symbolic bytes where its lexer and its
# stack of statements decide.
package=indent
build() {
    ./configure CC="$CC" CFLAGS="-g -include locale.h -Wno-error" --disable-nls --disable-dependency-tracking
    make -j"$JOBS" -C intl
    make -j"$JOBS" -C src
    cp src/indent "$out/program"
}
options='--sym-stdin-from $recipe/template.c'
arguments='--sym-args 0 1 5 -npro -st -'
