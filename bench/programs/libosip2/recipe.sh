# libosip2: a SIP message in which a few bytes are symbolic. Hardly a query
# depends on an address here (paper 1 measures overhead with it). The first
# argument is the parser to call, by its name (paper 3 has 35 of them).
package=libosip2
build() {
    ./configure CC="$CC" CFLAGS="-O2 -g" --disable-shared --disable-mt --disable-trace
    make -j"$JOBS" -C src/osipparser2
    "$CC" -g -Iinclude -I"$recipe/.." -o "$out/program" "$recipe/driver.c" src/osipparser2/.libs/libosipparser2.a
}
options='--sym-stdin-from $recipe/message.template'
arguments='message'
