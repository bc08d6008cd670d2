// The command line of KLEE's experiments with coreutils, word for word: bitcode compiled against the host's
// headers, a C library, an environment from a file, symbolic arguments, files and input.
// MATRIX: no
// RUN: %clang -g -emit-llvm -c %s -o %t.bc
// RUN: printf 'LANG=C\nPWD=/tmp\n' >%t.env
// RUN: %ramify --output-dir=%t --simplify-sym-indices --write-cvcs --write-cov --output-module --max-memory=1000 --disable-inlining --optimize --use-forked-solver --use-cex-cache --libc=uclibc --posix-runtime --external-calls=all --only-output-states-covering-new --env-file=%t.env --run-in-dir=/tmp/sandbox --max-sym-array-size=4096 --max-solver-time=30s --max-time=60min --watchdog --max-memory-inhibit=false --max-static-fork-pct=1 --max-static-solve-pct=1 --max-static-cpfork-pct=1 --switch-type=internal --search=random-path --search=nurs:covnew --use-batching-search --batch-instructions=10000 %t.bc --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout
// RUN: cat %t/*.out | sort -u | %FileCheck %s
// RUN: jq -e '.status == "finished" and .errors == []' %t/summary.json
// CHECK: an option
// CHECK: input in LANG=C
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **words)
{
    char input[4];
    if (count > 1 && words[1][0] == '-')
        puts("an option");
    if (read(0, input, 4) > 0 && input[0] == 'x')
        printf("input in LANG=%s\n", getenv("LANG"));
    return 0;
}
