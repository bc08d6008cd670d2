# sqlite3: triggers with concrete names are created, then SQL with symbolic bytes
# in it creates and drops triggers: their names are looked up in the schema's
# hash tables (papers 1 and 2). Needs tclsh, which makes the amalgamation.
package=sqlite3
build() {
    ./configure CC="$CC" CFLAGS="-O2 -g" --disable-tcl --disable-readline --disable-threadsafe \
        --disable-load-extension --disable-shared
    make sqlite3.c
    # one allocation is one object: no memory of its own for small ones
    "$CC" -g -O1 -I. -I"$recipe/.." -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_LOOKASIDE \
        -DSQLITE_OMIT_WAL -DSQLITE_DEFAULT_MEMSTATUS=0 -o "$out/program" "$recipe/driver.c" sqlite3.c -lm
}
options='--sym-stdin-from $recipe/sql.template'
arguments='12'
