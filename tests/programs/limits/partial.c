// "finished" means that every path was explored. What is left out is counted, with its place and what
// helps: in summary.json, in the last lines on the terminal, in the report.
// MATRIX: no
// RUN: %ramify --output-dir=all %s 2>&1 | %FileCheck %s --check-prefix=ALL
// ALL-NOT: partial:
// RUN: jq -e '.status == "finished" and .reason == "finished" and .partial == []' all/summary.json
// RUN: %not grep -q '<h2>Not explored' all/report.html
// RUN: %ramify --max-depth=1 --output-dir=depth %s 2>&1 | %FileCheck %s --check-prefix=DEPTH
// DEPTH: warning: {{.*}}partial.c:[[LINE:[0-9]+]]: not everything is explored: --max-depth: one side of a branch is taken (try a greater --max-depth)
// DEPTH-NOT: warning: {{.*}}partial.c:[[LINE]]: not everything is explored
// DEPTH: partial: not everything was explored:
// DEPTH-NEXT: partial.c:{{[0-9]+}}: --max-depth: one side of a branch is taken, {{[0-9]+}} times; what helps: a greater --max-depth
// RUN: jq -e '.status == "partial" and .reason == "not everything was explored"' depth/summary.json
// RUN: jq -e '.paths.partial == ([.partial[].count] | add)' depth/summary.json
// RUN: jq -e '.partial[0] | .line > 0 and (.file | endswith("partial.c")) and .help == "a greater --max-depth"' depth/summary.json
// RUN: jq -e '[.partial[].count] | . == (sort | reverse)' depth/summary.json
// RUN: grep -q '<h2>Not explored' depth/report.html && grep -q '^Status: partial' depth/info
// RUN: %ramify --output-dir=halted --max-instructions=20000 --cflags=-DENDLESS %s
// RUN: jq -e '.status == "halted" and .partial[0].line == 0 and .partial[0].count == .paths.partial' halted/summary.json
// RUN: %ramify --output-dir=forking --cflags=-DFORKING %s
// RUN: jq -e '.status == "partial" and (.partial[0].why | startswith("klee_set_forking")) and .partial[0].help == null' forking/summary.json
// what the engine could not do ends a path; the program's own errors end it, too, but are explored
// RUN: %ramify --output-dir=unsupported --cflags=-DUNSUPPORTED %s
// RUN: jq -e '.status == "partial" and .errors[0].kind == "unsupported" and .partial[0].count == 1' unsupported/summary.json
// RUN: %ramify --output-dir=external --cflags=-DEXTERNAL %s
// RUN: jq -e '.status == "partial" and .errors[0].kind == "external" and .partial[0].help == "a definition of it"' external/summary.json
// RUN: %ramify --output-dir=deep --cflags=-DDEEP %s
// RUN: jq -e '.status == "partial" and .partial[0].help == "a greater --max-stack-frames"' deep/summary.json
// RUN: %ramify --output-dir=errors --cflags=-DERRORS %s
// RUN: jq -e '.status == "finished" and (.errors | length) == 1' errors/summary.json
// the machine might give what malloc refuses, unless it is more than there are addresses
// RUN: %ramify --output-dir=huge --cflags='-DSIZE=((size_t)x+(1ul<<32))' %s
// RUN: jq -e '.status == "partial" and (.partial[0].why | contains("2 GiB"))' huge/summary.json
// RUN: %ramify --output-dir=absurd --cflags='-DSIZE=((size_t)x-256)' %s
// RUN: jq -e '.status == "finished"' absurd/summary.json
#include <klee/klee.h>
#include <stdlib.h>
void undefined_function(void);
static int deeper(int depth) { return deeper(depth + 1) + 1; }
int main(void)
{
    volatile int ones = 0;
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
#if defined FORKING
    klee_set_forking(0);
#elif defined ERRORS
    if (x == 7)
        abort();
#elif defined DEEP
    if (x == 7)
        return deeper(0);
#elif defined EXTERNAL
    if (x == 7)
        undefined_function();
#elif defined UNSUPPORTED
    if (x == 7)
        __asm__ volatile("hlt");
#elif defined SIZE
    return malloc(SIZE) == NULL;
#endif
    for (int i = 0; i < 3; i++)
        if (x >> i & 1)
            ones++;
#ifdef ENDLESS
    while (ones == 3)
        ;
#endif
    if (x > 200)
        ones++;
    return deeper == 0;
}
