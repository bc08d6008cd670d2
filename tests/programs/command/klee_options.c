// A command line of KLEE's works with the name of the program changed; what has no effect here is named, with what
// is so instead, each once.
// MATRIX: no
// RUN: %ramify -simplify-sym-indices -write-cov -output-source=false -max-sym-array-size=4096 -solver-backend=z3 --max-time=60min --watchdog --max-memory-inhibit=false --max-static-fork-pct=1 -max-memory=1000 -switch-type=internal -search=random-path -search=nurs:covnew -use-batching-search -batch-instructions=10000 -libc=none %s 10 2>&1 | %FileCheck %s
// CHECK: ramify: note: --simplify-sym-indices has no effect here: see --arrays and --rewrite-equalities
// CHECK: ramify: note: --watchdog has no effect here: limits are looked at within the run
// CHECK: ramify: note: --max-static-fork-pct has no effect here: no path is held back
// RUN: sed -n 's/^OPTION_IGNORED(VALUE, "\([^"]*\)".*/--\1 1/p; s/^OPTION_IGNORED(FLAG, "\([^"]*\)".*/--\1/p' %S/../../../src/command/options.def >ignored
// RUN: test $(wc -l <ignored) -gt 90
// RUN: %ramify $(cat ignored) --watchdog %s 2>said && test $(grep -c 'note: --.* has no effect here: ..*' said) = $(wc -l <ignored)
// RUN: jq -e '.status == "finished" and .paths.completed == 2' ramify-last/summary.json
#include <klee/klee.h>
int main(int count, char **words)
{
    if (klee_int("x") > count)
        return 1;
    return 0;
}
