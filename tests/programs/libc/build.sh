#!/bin/bash
# build.sh RAMIFY SITUATION: how the script that makes the C library behaves when
# it is killed, when two run at once, and when it cannot write. It is given a
# library of its own that takes a second: the shape of musl's source, forty files.
set -u
original=$(dirname "$1")/../lib/ramify/libc/build
situation=$2
here=$PWD/script
musl=$PWD/cache/ramify/source/musl
export XDG_CACHE_HOME=$PWD/cache CLANG=$PWD/clang JOBS=2
result=$XDG_CACHE_HOME/ramify/musl-0.1-clang-19

mkdir -p "$here/arch" "$musl"/{tools,include,arch/{x86_64,generic}/bits,src/{first,second,malloc/mallocng}}
cp "$original" "$here/build"
cp "$(dirname "$original")/source" "$here/source"
echo 'int ours(void) { return 0; }' >"$here/string.c"
echo 'int ours_too(void) { return 0; }' >"$here/string_checked.c"
echo '# none' >"$here/replaced"
printf '%s\n' 'src/first/replaced.c' 'src/malloc/.*' >>"$here/replaced"
: >"$here/arch/none.h"
echo 'src/malloc/.*' >"$here/allocator"
echo 1.0 >"$musl/VERSION"
: >"$musl/COPYRIGHT" >"$musl/tools/mkalltypes.sed" >"$musl/include/alltypes.h.in" >"$musl/include/stdio.h"
: >"$musl/arch/generic/bits/errno.h" >"$musl/arch/x86_64/bits/alltypes.h.in" >"$musl/arch/x86_64/bits/stat.h"
echo '#define __NR_read 0' >"$musl/arch/x86_64/bits/syscall.h.in"
echo 'broken' >"$musl/src/first/replaced.c"
echo 'int allocate(void) { return 0; }' >"$musl/src/malloc/allocate.c"
echo 'int release(void) { return 0; }' >"$musl/src/malloc/mallocng/release.c"
for i in {1..20}; do
    echo "int first_$i(void) { return $i; }" >"$musl/src/first/$i.c"
    echo "int second_$i(void) { return $i; }" >"$musl/src/second/$i.c"
done
# counts what it compiles, and takes its time
cat >"$CLANG" <<'END'
#!/bin/sh
case $1 in --version) ;; *) echo >>"$(dirname "$0")/compiled"; sleep "${SLOW:-0}" ;; esac
exec clang-19 "$@"
END
chmod +x "$CLANG"
: >compiled

fail() {
    echo "$situation: $*"
    cat said* 2>/dev/null
    exit 1
}
# all of it is there, and nothing half-made beside it
whole() {
    [ "$(llvm-nm-19 "$result/libc.bc" | grep -c ' T ')" = 42 ] && [ -s "$result/malloc.bc" ] || fail "the library is not whole"
    llvm-dis-19 -o - "$result/libc.bc" | grep DIFile | grep -F "$PWD" && fail "it remembers where it was made"
    [ -e "$result/include/bits/syscall.h" ] && [ -e "$result/stamp" ] || fail "headers are missing"
    [ ! -e "$result.new" ] && [ ! -e "$result.old" ] || fail "something was left behind"
}
wait_for() { # COUNT: until so many were compiled
    for i in {1..500}; do
        [ "$(wc -l <compiled)" -ge "$1" ] && return
        sleep 0.01
    done
    fail "it did not come as far as $1"
}
one_line() { # PATTERN: that alone was said, but for progress
    [ "$(grep -vc 'compiling' said)" = 1 ] && grep -q "libc: cannot make the C library: .*$1" said || fail "expected one line: $1"
}

case $situation in
killed) # it and all it started; what was compiled is not compiled again
    SLOW=0.05 setsid "$here/build" 2>said &
    builder=$!
    wait_for 10
    kill -9 -- -$builder
    wait $builder 2>/dev/null
    [ ! -e "$result/stamp" ] || fail "it was killed too late"
    mkdir "$result.work-stale"
    "$here/build" 2>said || fail "cannot be resumed"
    whole
    [ "$(wc -l <compiled)" -lt 60 ] || fail "compiled all again"
    [ ! -e "$result.work-stale" ] || fail "stale work is still there"
    "$here/build" 2>said && [ ! -s said ] || fail "not silent when there is nothing to do"
    ;;
orphans) # only the script: those it started go on, and the next one waits for them
    SLOW=0.02 "$here/build" 2>said &
    builder=$!
    wait_for 10
    kill -9 $builder
    wait $builder 2>/dev/null
    "$here/build" 2>said.2 || fail "cannot be resumed"
    whole
    ;;
twice) # at once, on an empty cache: each file is compiled once
    SLOW=0.01 "$here/build" 2>said.1 &
    first=$!
    "$here/build" 2>said.2 || fail "the second failed"
    wait $first || fail "the first failed"
    whole
    [ "$(wc -l <compiled)" = 44 ] || fail "compiled $(wc -l <compiled) times"
    ;;
nowhere) # the cache cannot be made, or not be written in
    XDG_CACHE_HOME=/dev/null "$here/build" 2>said && fail "it worked"
    one_line "/dev/null"
    mkdir "$result.lock"
    "$here/build" 2>said && fail "it worked"
    one_line "cannot write in .*cache/ramify"
    ;;
full) # no file may be longer than this
    for blocks in 0 1 3; do
        words=$(trap '' XFSZ; ulimit -f $blocks; "$here/build" 2>&1) && fail "it worked"
        echo "$words" >said
        one_line "the disk is full or read-only at .*cache/ramify"
        [ ! -e "$result/stamp" ] || fail "half of it was published"
    done
    "$here/build" 2>said || fail "cannot be resumed when there is room again"
    whole
    ;;
broken) # a file that does not compile
    echo 'no C at all' >"$musl/src/second/7.c"
    "$here/build" 2>said && fail "it worked"
    one_line "7.c:1:1: error"
    ;;
esac
