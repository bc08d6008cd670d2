# GNU ed on commands with symbolic bytes: addresses, regular expressions,
# substitutions, undo.
package=ed
build() {
    ./configure CC="$CC" CFLAGS="-g"
    make -j"$JOBS"
    cp ed "$out/program"
}
options='--sym-stdin-from $recipe/template.ed'
arguments='-s'
