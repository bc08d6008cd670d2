# mawk on a short program with symbolic bytes, and a line of symbolic input.
package=mawk
build() {
    ./configure CC="$CC" CFLAGS="-g" --with-builtin-regex
    make -j"$JOBS" mawk
    cp mawk "$out/program"
}
options='--sym-file-from A=$recipe/template.awk --sym-stdin 6'
arguments='-f A'
