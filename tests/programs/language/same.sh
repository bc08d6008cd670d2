#!/bin/bash
# same.sh RAMIFY SOURCE SCRATCH [FLAGS]: the engine prints on the program, from C and
# from bitcode at each level of optimisation, what the native program prints.
# Native code is compiled at -O0; a program whose meaning depends on the level
# (__builtin_constant_p, object sizes) says so with LEVELS in the environment.
set -e
ramify=$1 source=$2 scratch=$3
shift 3
set -- "$@" -include "$(dirname "$source")/exit_code.h"
clang-19 -w -O0 "$@" -o "$scratch.native" "$source" -lm
"$scratch.native" >"$scratch.expected" || true
grep -q "^exit code" "$scratch.expected"

compare() {
    local what=$1
    shift
    rm -rf "$scratch.out.d"
    $ramify --show-output --output-dir="$scratch.out.d" "$@" >"$scratch.out" 2>"$scratch.log" || {
        echo "$what: ramify failed"
        cat "$scratch.log"
        exit 1
    }
    if grep -q ERROR "$scratch.log" || ! grep -q "completed paths = 1" "$scratch.log"; then
        echo "$what: not one complete path"
        cat "$scratch.log"
        exit 1
    fi
    cmp "$scratch.expected" "$scratch.out" || {
        echo "$what: other output"
        diff "$scratch.expected" "$scratch.out" | head -20
        exit 1
    }
}

compare "C" --cflags="-w $*" "$source"
for level in ${LEVELS:-0 1 2 3}; do
    "${RAMIFY_TEST_CLANG:-clang-19}" -w -g -O$level "$@" -emit-llvm -c -o "$scratch.$level.bc" "$source"
    compare "-O$level" "$scratch.$level.bc"
done
