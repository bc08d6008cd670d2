# bzip2 compresses a few symbolic bytes, whose sorting and counting index its
# tables (paper 5).
package=bzip2
build() {
    make -j"$JOBS" CC="$CC" CFLAGS="-g -D_FILE_OFFSET_BITS=64" bzip2
    cp bzip2 "$out/program"
}
arguments='-1c --sym-stdin 6'
