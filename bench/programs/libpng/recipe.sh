# libpng: an image in which one chunk before the pixels is symbolic, its name
# and its data. The first argument is what to call (paper 3 has 12 functions of
# the interface).
package=libpng1.6
build() {
    zlib=$("$recipe/../../../tools/source" zlib)
    cp -r "$zlib" zlib
    (cd zlib && CFLAGS="-O2 -g" ./configure --static && make -j"$JOBS" libz.a)
    ./configure CC="$CC" CFLAGS="-O2 -g" CPPFLAGS="-I$PWD/zlib" LDFLAGS="-L$PWD/zlib" --disable-shared \
        --disable-hardware-optimizations
    make -j"$JOBS" libpng16.la
    "$CC" -g -I. -Izlib -I"$recipe/.." -o "$out/program" "$recipe/driver.c" .libs/libpng16.a zlib/libz.a -lm
}
arguments='chunk --sym-stdin 12'
