# libtasn1: decoding of a symbolic DER value by a description of two types. The
# first argument is what to call (paper 3 has 13 functions of the interface).
package=libtasn1-6
build() {
    ./configure CC="$CC" CFLAGS="-O2 -g" --disable-shared --disable-doc --disable-valgrind-tests
    make -j"$JOBS" -C lib
    make -j"$JOBS" -C src/gl
    make -j"$JOBS" -C src asn1Parser
    src/asn1Parser -o description.c -n description "$recipe/description.asn"
    "$CC" -g -Ilib/includes -I"$recipe/.." -o "$out/program" "$recipe/driver.c" description.c lib/.libs/libtasn1.a
}
arguments='decode --sym-stdin 12'
