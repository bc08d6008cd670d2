# json-c: keys of one character, of which the last are symbolic, are added to an
# object and looked up: a symbolic index into its hash table, and nodes behind it
# (papers 1 and 3).
package=json-c
build() {
    cmake -B made -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
        -DBUILD_APPS=OFF -DDISABLE_EXTRA_LIBS=ON -DDISABLE_WERROR=ON
    cmake --build made --parallel "$JOBS" --target json-c
    "$CC" -g -I. -Imade -I"$recipe/.." -o "$out/program" "$recipe/driver.c" made/libjson-c.a -lm
}
arguments='12 --sym-stdin 4'
