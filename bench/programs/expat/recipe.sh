# expat: a document in UTF-16 with a few symbolic characters, where names of
# elements and attributes are looked up in the parser's hash tables (paper 1).
package=expat
build() {
    cmake -S expat -B made -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Debug -DEXPAT_SHARED_LIBS=OFF \
        -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_DOCS=OFF
    # Debian's patch compares its value, which cmake leaves out
    sed -i 's/^#define XML_DTD$/#define XML_DTD 1/' made/expat_config.h
    cmake --build made --parallel "$JOBS" --target expat
    "$CC" -g -Iexpat/lib -I"$recipe/.." -o "$out/program" "$recipe/driver.c" made/libexpat.a
}
# names are hashed with SipHash: a few queries are beyond any solver
options='--max-solver-time=5s'
arguments='--sym-stdin 10'
