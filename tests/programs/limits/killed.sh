#!/bin/bash
# killed.sh RAMIFY PROGRAM: what a run leaves that is killed without a word can be read by everything that reads
# results, and is all that it leaves, but for its cache.
set -u
ramify=$1 program=$2
mkdir home tmp run work
cd work || exit 1

fail() {
    echo "killed: $*"
    cat said 2>/dev/null
    exit 1
}
wait_until() { # COMMAND...
    for _ in {1..3000}; do
        "$@" >/dev/null 2>&1 && return
        sleep 0.02
    done
    fail "never: $*"
}
run() { # OPTION...: until it has written a test and a summary, and then no further
    HOME=$PWD/../home TMPDIR=$PWD/../tmp XDG_RUNTIME_DIR=$PWD/../run XDG_CACHE_HOME=$PWD/../cache \
        "$ramify" --quiet --output-dir=out "$@" "$program" 2>../said &
    run=$!
    wait_until test -s out/test000002.ktest
    wait_until jq -e '.status == "running" and .tests >= 2 and (.errors | length) == 1' out/summary.json
    kill -9 $run
    wait $run 2>/dev/null
}

run --cache="$PWD/../cache" --stats-write-after-instructions=20000
jq -e '.reason and .paths and .coverage and .options' out/summary.json >/dev/null || fail "summary.json is not whole"
"$ramify" report out >/dev/null || fail "report"
grep -q 'assert</span>' out/report.html && grep -q '<h2>Coverage' out/report.html || fail "the report shows nothing"
"$ramify" stats out | grep -q '| out ' || fail "stats"
"$ramify" show out/test000002.ktest >/dev/null || fail "show"
for test in out/test*.ktest; do "$ramify" show "$test" >/dev/null || fail "show $test"; done
[ -z "$(cd .. && find home tmp run -mindepth 1)" ] || fail "left outside: $(cd .. && find home tmp run)"
[ "$(ls)" = out ] || fail "left beside: $(ls)"
# and the cache can be used by the next
TMPDIR=$PWD/../tmp XDG_CACHE_HOME=$PWD/../cache "$ramify" --cache="$PWD/../cache" --max-instructions=100000 --output-dir=next "$program" 2>said ||
    fail "the next run"
grep 'query cache' said && fail "the cache is damaged"
exit 0
