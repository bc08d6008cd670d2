# libxml2: the HTML parser on a few symbolic bytes. Names go through its
# dictionary, a hash table (paper 1).
package=libxml2
build() {
    ./configure CC="$CC" CFLAGS="-O2 -g" --disable-shared --without-python --without-zlib --without-lzma \
        --without-threads --without-iconv --without-http --without-ftp --without-modules
    make -j"$JOBS" libxml2.la
    "$CC" -g -Iinclude -I"$recipe/.." -o "$out/program" "$recipe/driver.c" .libs/libxml2.a -lm
}
arguments='--sym-stdin 7'
