// The other jobs: show, replay, stats and report, on the results of one run.
// MATRIX: no
// RUN: %ramify --output-dir=out %s
// RUN: test=$(basename out/*.assert.err .assert.err); %ramify show out/$test.ktest | %FileCheck %s --check-prefix=SHOW
// SHOW: num objects: 1
// SHOW: name: 'x'
// SHOW: int : 4711
// RUN: test=$(basename out/*.assert.err .assert.err); %ramify replay %s out/$test.ktest | %FileCheck %s --check-prefix=REPLAY
// REPLAY: reproduced: assert
// RUN: %ramify replay %s out/test*.ktest
// RUN: test=$(basename out/*.assert.err .assert.err); %exits 3 %ramify replay --cflags=-DFIXED %s out/$test.ktest
// RUN: %exits 2 %ramify replay %s missing.ktest
// RUN: %ramify stats out | %FileCheck %s --check-prefix=STATS
// STATS: | out
// RUN: %exits 1 %ramify stats nowhere
// RUN: rm out/report.html && %ramify report out && grep -q '<html' out/report.html
// RUN: %exits 1 %ramify report nowhere
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    int x = klee_int("x");
#ifdef FIXED
    if (x == 4711)
        return 1;
#endif
    assert(x != 4711);
    return 0;
}
