// A table that is written to, cell by cell, while it is read by symbolic bytes: the ranges of
// each version are those of the version before, adjusted, not found anew.
// RUN: %ramify --output-dir=%t --check-arrays %s 2>&1 | %FileCheck %s
// CHECK: errors = 2
// RUN: python3 -c "import json; a = json.load(open('%t/summary.json'))['arrays']; assert a['adjusted'] > 5 * a['ranges'] > 0 == a['unproven'], a"
#include <klee/klee.h>
#include <assert.h>

static int rank[100];
static unsigned char owner[200];

int main(void)
{
    int who, sum = 0;
    klee_make_symbolic(&who, sizeof who, "who");
    klee_assume(who >= 0 && who < 100);
    for (int i = 0; i < 12; i++) {
        rank[7 * i] = i + 1;
        owner[9 * i + 1] = i / 4;
        sum += rank[who] > 6 && owner[who] == 2;
    }
    assert(sum < 100 && "never");
    if (rank[who] == 9)
        assert(who != 56 && "the only one");
    assert(rank[who] < 12 && "the last one");
    return 0;
}
