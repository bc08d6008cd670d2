# factor and a symbolic number: its tables of primes (paper 5). This recipe builds
# the other tools of coreutils that have recipes.
package=coreutils
build() {
    FORCE_UNSAFE_CONFIGURE=1 ./configure CC="$CC" CFLAGS="-g -w" --disable-nls --disable-dependency-tracking --without-gmp \
        --without-openssl --disable-acl --disable-xattr --disable-libcap
    # the assembly in factor is nothing for the engine; native and bitcode stay the same
    make -j"$JOBS" CPPFLAGS=-DNO_ASM SUBDIRS=. man1_MANS= info_TEXINFOS= MAKEINFO=true noinst_PROGRAMS= \
        libexec_PROGRAMS= pkglibexec_PROGRAMS= \
        bin_PROGRAMS='src/factor src/expr src/tsort src/od src/unexpand' all
    cp src/factor src/expr src/tsort src/od src/unexpand "$out/"
}
program=factor
arguments='--sym-arg 5'
