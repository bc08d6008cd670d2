# libyaml: the parser on a short symbolic document, event by event. Hardly a
# query depends on an address here (paper 1 measures overhead with it).
package=libyaml
build() {
    cmake -B made -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Debug -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF
    cmake --build made --parallel "$JOBS" --target yaml
    "$CC" -g -Iinclude -I"$recipe/.." -o "$out/program" "$recipe/driver.c" made/libyaml.a
}
arguments='--sym-stdin 8'
