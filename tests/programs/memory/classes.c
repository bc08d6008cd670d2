// The points-to analysis tells the rows of the two tables apart, although all
// come from one function: a symbolic row is in the segment of its own table.
// RUN: %ramify --memory=segments --write-points-to --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %FileCheck --check-prefix=CLASS %s <%t/points-to.txt
// RUN: jq -e '.segments.max_bytes == 4 * 32' %t/summary.json
#include <klee/klee.h>
#include <stdlib.h>

static __attribute__((noinline)) void *need(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

int main(void)
{
    char *small[4], *large[4];
    for (int i = 0; i < 4; i++) {
        small[i] = need(32);
        // CLASS-NOT: 2 objects
        // CLASS: heap in need, {{.*}}, for main {{.*}}classes.c:[[@LINE-2]]
        // CLASS-NEXT: accessed at
        large[i] = need(100);
    }
    unsigned row = klee_range(0, 4, "row"), column = klee_range(0, 33, "column");
    for (int i = 0; i < 4; i++)
        small[i][5] = large[i][5] = (char)i;
    // CHECK-DAG: classes.c:[[@LINE+1]]: {{.*}}out of bound
    small[row][column] = 'a'; // column 32 is of no row
    for (unsigned i = 0; i < 4; i++)
        klee_assert(small[i][5] == (i == row && column == 5 ? 'a' : (char)i));
    klee_assert(small[row][column] == 'a');
    return 0;
}
// CHECK: done: errors = 1
