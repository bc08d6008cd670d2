// Two runs with the same options: the same tests and the same summary but for
// times and memory.
// MATRIX: no
// RUN: for run in one two; do %ramify --output-dir=$run --seed=3 %s || exit 1; jq -S 'del(.time, .memory, .options)' $run/summary.json >$run.json; done
// RUN: cmp one.json two.json
// RUN: ls one/*.ktest | wc -l | %FileCheck %s
// CHECK: {{[1-9]}}
// RUN: for test in one/*.ktest; do cmp $test two/$(basename $test) || exit 1; done
// RUN: test $(ls one | wc -l) = $(ls two | wc -l)
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    unsigned char bytes[6];
    unsigned sum = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < 6; i++) {
        if (bytes[i] > 'a' + i)
            sum += bytes[i];
        if (sum % 5 == 1)
            sum /= 2;
    }
    assert(sum != 300);
    return 0;
}
