// Each limit stops the run or sets paths aside, says so, and loses nothing
// silently.
// MATRIX: no
// RUN: %ramify --max-time=1s --cflags=-DENDLESS %s 2>&1 | %FileCheck %s --check-prefix=TIME
// TIME: time
// RUN: jq -e '.status == "halted" and .time.total < 5' ramify-last/summary.json
// RUN: %ramify --max-instructions=20000 --cflags=-DENDLESS %s
// RUN: jq -e '.status == "halted" and .instructions >= 20000 and .instructions < 2000000' ramify-last/summary.json
// RUN: %ramify --max-forks=3 %s
// RUN: jq -e '.forks == 3 and .paths.completed + .paths.partial >= 4' ramify-last/summary.json
// RUN: %ramify --max-depth=2 %s
// RUN: jq -e '.paths.partial > 0' ramify-last/summary.json
// RUN: %ramify --max-tests=2 %s
// RUN: jq -e '.tests == 2 and .status == "halted"' ramify-last/summary.json && test $(ls ramify-last/*.ktest | wc -l) = 2
// RUN: %ramify --max-path-instructions=5000 --cflags=-DENDLESS %s
// RUN: jq -e '.status == "partial" and .paths.partial == 1 and .paths.completed == 31' ramify-last/summary.json
// RUN: %ramify --max-path-time=500ms --cflags=-DENDLESS %s
// RUN: jq -e '.status == "partial" and .paths.partial == 1 and .paths.completed == 31' ramify-last/summary.json
// RUN: %ramify --max-stack-frames=100 --cflags=-DRECURSE %s
// RUN: jq -e '.errors[0].kind == "stack-overflow"' ramify-last/summary.json
// RUN: %ramify --max-instructions=20000 --dump-states-on-halt=false --search=bfs --cflags=-DENDLESS %s && test $(ls ramify-last/*.ktest | wc -l) = 31
#include <klee/klee.h>
static int deeper(int depth) { return deeper(depth + 1) + 1; }
int main(void)
{
    unsigned bits = (unsigned)klee_int("bits");
    volatile unsigned ones = 0;
#ifdef RECURSE
    return deeper(0);
#endif
    for (int i = 0; i < 5; i++)
        if (bits >> i & 1)
            ones++;
#ifdef ENDLESS
    while (ones == 5)
        ;
#endif
    return deeper == 0;
}
