#!/bin/bash
# stopped.sh RAMIFY PROGRAM SITUATION [SIGNAL]: signals sent to a run that has some thousand paths alive. What
# they must leave is said here once; nothing looks at the time but to wait.
set -u
ramify=$1 program=$2 situation=$3 signal=${4-TERM}

fail() {
    echo "$situation $signal: $*"
    cat said out/summary.json 2>/dev/null
    exit 1
}
wait_until() { # COMMAND...
    for _ in {1..3000}; do
        "$@" >/dev/null 2>&1 && return
        kill -0 "$run" 2>/dev/null || fail "it has ended before: $*"
        sleep 0.02
    done
    fail "never: $*"
}
start() { # [WORD...]: with signals as they are given to a program that nobody has changed them for
    rm -rf out
    env --default-signal=INT,TERM,HUP "$@" "$ramify" --search=bfs --output-dir=out "$program" 2>said &
    run=$!
    wait_until jq -e '.status == "running" and .states.max > 2000' out/summary.json
}
ends_with() { # CODE
    wait $run
    local code=$?
    [ $code -eq "$1" ] || fail "exit code $code, expected $1"
}
# the counts agree with each other and with what is there
saved() {
    jq -e '.status == "halted" and .paths.partial > 2000 and .paths.partial + .paths.undecided == ([.partial[].count] | add)' \
        out/summary.json >/dev/null || fail "summary.json"
    [ -s out/report.html ] && [ -s out/coverage.info ] && [ -s out/results.sarif ] || fail "something is missing"
}
counted() {
    [ "$(jq .tests out/summary.json)" = "$(find out -name '*.ktest' | wc -l)" ] || fail "tests are not counted"
    [ -z "$(find out -name '*.part')" ] || fail "a part of a file is left"
}
said_once() { # PATTERN
    [ "$(grep -c "$1" said)" = 1 ] || fail "not said once: $1"
}

case $situation in
once)
    start
    kill -"$signal" $run
    wait_until grep -q "stopping: writing tests; once more to stop at once" said
    ends_with 0
    saved
    counted
    said_once "stopping"
    ;;
timeout) # as timeout(1) does, to the process and to its group
    start
    kill -"$signal" $run
    kill -"$signal" $run
    kill -CONT $run
    ends_with 0
    saved
    counted
    said_once "stopping"
    ;;
again) # somebody waits for an answer, and asks again
    start
    kill -"$signal" $run
    wait_until grep -q "stopping" said
    wait_until test -s out/report.html
    kill -STOP $run
    kill -0 $run || fail "it has ended before"
    sleep 1.1
    kill -"$signal" $run
    kill -CONT $run
    ends_with $((128 + $(kill -l "$signal")))
    saved
    said_once "stopped at once"
    ;;
ignored) # by who started it: nohup
    start --ignore-signal="$signal"
    kill -"$signal" $run
    kill -TERM $run
    ends_with 0
    saved
    said_once "stopping"
    ;;
esac
