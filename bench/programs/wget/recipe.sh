# wget's parsers (paper 3): the network is not there inside, so a driver calls one
# of them, named by its first argument, on standard input. It is linked with the
# library of wget's own unit tests.
package=wget
build() {
    ./configure CC="$CC" CFLAGS="-g -w" PKG_CONFIG=false --disable-nls --disable-iri --disable-pcre --disable-pcre2 --without-ssl \
        --without-zlib --without-libpsl --without-metalink --without-libuuid --without-cares --disable-threads --disable-ntlm --disable-opie --disable-digest
    make -j"$JOBS" -C lib
    make -j"$JOBS" -C src libunittest.a
    "$CC" -g -w -DHAVE_CONFIG_H -Isrc -Ilib -I"$recipe/.." -o "$out/program" "$recipe/driver.c" src/libunittest.a lib/libgnu.a
}
arguments='url --sym-stdin 16'
