# bzip2 reads its standard input: compression, decompression and tests, by the
# arguments (paper 5 has it among its programs with constant tables).
package=bzip2
build() {
    make -j"$JOBS" CC="$CC" CFLAGS="-O2 -g -D_FILE_OFFSET_BITS=64" bzip2
    cp bzip2 "$out/program"
}
arguments='--sym-args 0 2 3 --sym-stdin 24'
