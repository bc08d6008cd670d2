// --max-path-instructions, and the number in testNNNNNN.info, count a path from its beginning: what its
// ancestors did before they forked is its own, too.
// MATRIX: no
// RUN: %ramify --write-test-info %s
// RUN: test $(ls ramify-last/test*.info | wc -l) = 6
// RUN: for info in ramify-last/test*.info; do test $(sed -n 's/Instructions: //p' $info) -gt 5000 || exit 1; done
// RUN: %ramify --max-path-instructions=10000 %s
// RUN: jq -e '.paths.partial > 0 and .paths.completed < 6' ramify-last/summary.json
// RUN: %ramify --max-path-instructions=100000 %s
// RUN: jq -e '.paths.partial == 0 and .paths.completed == 6' ramify-last/summary.json
#include <klee/klee.h>

static void work(void)
{
    for (volatile int i = 0; i < 600; i++)
        ;
}

int main(void)
{
    unsigned bits = (unsigned)klee_int("bits");
    work();
    for (int i = 0; i < 5; i++) {
        work();
        if (bits >> i & 1)
            return i;
    }
    return 5;
}
