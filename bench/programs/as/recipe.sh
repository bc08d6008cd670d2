# GNU's assembler for x86-64 on a few lines whose mnemonics, registers and labels
# are partly symbolic: keys of its hash tables (paper 2). This recipe builds
# binutils for ar, nm, size and strings, too.
package=binutils
build() {
    mkdir made && cd made
    ../configure CC="$CC" CFLAGS="-g -w" --disable-nls --disable-gdb --disable-gprof --disable-gprofng --disable-ld \
        --disable-gold --disable-plugins --disable-libctf --disable-shared --without-zstd --without-debuginfod \
        --disable-dependency-tracking --disable-werror
    make -j"$JOBS" MAKEINFO=true all-gas all-binutils
    cp gas/as-new "$out/program"
    cp binutils/ar "$out/ar"
    cp binutils/nm-new "$out/nm"
    cp binutils/size "$out/size"
    cp binutils/strings "$out/strings"
}
options='--sym-file-from A=$recipe/template.s'
arguments='-o B A'
