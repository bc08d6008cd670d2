// A command line of KLEE's works with the name of the program changed.
// MATRIX: no
// RUN: %ramify -simplify-sym-indices -write-cov -output-source=false -max-sym-array-size=4096 -solver-backend=z3 -optimize --max-time=60min --watchdog --max-memory-inhibit=false --max-static-fork-pct=1 -max-memory=1000 -switch-type=internal -search=random-path -search=nurs:covnew -use-batching-search -batch-instructions=10000 -libc=none %s 10 2>&1 | %FileCheck %s
// CHECK: ramify: note: --optimize has no effect here: use --cflags=-O2 to run optimised code
// RUN: jq -e '.status == "finished" and .paths.completed == 2' ramify-last/summary.json
#include <klee/klee.h>
int main(int count, char **words)
{
    if (klee_int("x") > count)
        return 1;
    return 0;
}
