# tr (paper 5). This recipe builds join, seq and [, too.
package=coreutils
build() {
    FORCE_UNSAFE_CONFIGURE=1 ./configure CC="$CC" CFLAGS="-g -w" --disable-nls --disable-dependency-tracking --without-gmp \
        --without-openssl --disable-acl --disable-xattr --disable-libcap
    make -j"$JOBS" SUBDIRS=. man1_MANS= info_TEXINFOS= MAKEINFO=true noinst_PROGRAMS= libexec_PROGRAMS= \
        pkglibexec_PROGRAMS= bin_PROGRAMS='src/tr src/[ src/seq src/join' all
    cp src/tr 'src/[' src/seq src/join "$out/"
}
program=tr
arguments='--sym-arg 3 --sym-arg 3 --sym-stdin 6'
