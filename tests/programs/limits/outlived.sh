#!/bin/bash
# outlived.sh RAMIFY PROGRAM WHO SIGNAL: Ramify is ended by the signal while a child of its is at work, which has
# started another process, as solvers and compilers do. Neither outlives it, and nothing is left outside of its
# output directory. The child is this script's: it says who it is, and waits for ever.
set -u
ramify=$1 program=$2 who=$3 signal=$4
directory=$PWD/$who-$signal
mkdir -p "$directory"/{home,tmp,cache,run,work}
cd "$directory/work" || exit 1

fail() {
    echo "$who $signal: $*"
    cat "$directory/said"
    exit 1
}
wait_until() { # COMMAND...
    for _ in {1..3000}; do
        "$@" && return
        sleep 0.02
    done
    fail "never: $*"
}
gone() { ! kill -0 "$1" 2>/dev/null || [ "$(ps -o stat= -p "$1" | cut -c1)" = Z ]; }
clean() { [ -z "$(cd "$directory" && find home tmp run -mindepth 1)" ]; }

cat >"$directory/child" <<END
#!/bin/bash
sleep 1000000 &
echo \$! \$\$ >"$directory/pids.new"
mv "$directory/pids.new" "$directory/pids"
wait
END
chmod +x "$directory/child"

left= # files in the working directory
case $who in
clang) words=("--clang=$directory/child" --output-dir=out "$program") ;;
libc) words=("--clang=$directory/child" --libc=musl --output-dir=out "$program") ;;
solver) words=("--solver=smtlib2:$directory/child" --max-solver-time=1000s --output-dir=out "$program") left=out ;;
replay)
    "$ramify" --quiet --output-dir=../tests "$program" || fail "there is no test"
    words=(replay "--clang=$directory/child" "$program" ../tests/test000001.ktest)
    ;;
esac
env --default-signal=INT,TERM,HUP HOME="$directory/home" TMPDIR="$directory/tmp" XDG_CACHE_HOME="$directory/cache" \
    XDG_RUNTIME_DIR="$directory/run" "$ramify" "${words[@]}" >"$directory/said" 2>&1 &
run=$!
wait_until test -e "$directory/pids"
read -r grandchild child <"$directory/pids"
kill -"$signal" $run
wait $run
code=$?
[ $code -eq $((128 + $(kill -l "$signal"))) ] || fail "exit code $code"
wait_until gone "$child"
wait_until gone "$grandchild"
wait_until clean
[ "$(ls)" = "$left" ] || fail "left: $(ls)"
