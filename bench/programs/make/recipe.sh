# make on a makefile whose variable, target and function names are partly
# symbolic: symbolic keys of its hash tables (papers 1 and 2). -n runs nothing,
# -r and -R leave out the built-in rules and variables.
package=make-dfsg
build() {
    autoreconf -fi # the package comes without configure
    ./configure CC="$CC" CFLAGS="-g" --disable-nls --disable-dependency-tracking --disable-load --without-guile
    make -j"$JOBS" MAKEINFO=true
    cp make "$out/program"
}
options='--sym-file-from A=$recipe/template.mk'
arguments='-r -n -R -f A'
