# busybox: its awk on a short program. Only applets that read arguments and files
# are built, as paper 3 has them; other recipes run those.
package=busybox
build() {
    make allnoconfig
    for name in AWK SED GREP SORT CUT HEAD TAIL TR UNIQ WC OD PRINTF EXPR SEQ FOLD PASTE BASENAME DIRNAME CAT ECHO \
        TEST DATE SUM CKSUM DC BC DIFF CMP ASH FEATURE_AWK_LIBM FEATURE_SORT_BIG LONG_OPTS \
        LFS SHOW_USAGE SH_MATH FEATURE_SH_MATH ASH_ECHO ASH_PRINTF ASH_TEST; do
        sed -i "s/^# CONFIG_$name is not set/CONFIG_$name=y/" .config
    done
    yes '' | make oldconfig >/dev/null
    make -j"$JOBS" CC="$CC" HOSTCC="clang-19 -w" CONFIG_EXTRA_CFLAGS="-g -w" SKIP_STRIP=y busybox
    cp busybox "$out/busybox" # which looks at its name
}
program=busybox
options='--sym-file-from A=$recipe/template.awk'
arguments='awk -f A'
