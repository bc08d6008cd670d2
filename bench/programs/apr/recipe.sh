# apr: a hash table with integer keys, looked up with symbolic ones (papers 1
# and 2): a symbolic index into the table's array, then a chain of entries.
package=apr
# Pools for debugging have a malloc for each allocation: an object of its own.
build() {
    ./configure CC="$CC" CFLAGS="-O2 -g" --disable-shared --disable-threads --disable-dso --enable-pool-debug
    make -j"$JOBS" libapr-1.la
    "$CC" -g -Iinclude -I"$recipe/.." -o "$out/program" "$recipe/driver.c" .libs/libapr-1.a
}
arguments='30 --sym-stdin 8'
