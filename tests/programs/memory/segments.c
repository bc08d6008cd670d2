// One segment for what a pointer may point to: later segments swallow earlier
// ones, freed objects leave, and bounds stay those of the program's objects.
// RUN: %ramify --memory=dynamic --check-memory --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: grep -q '"created": 2' %t/summary.json
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *rows[6];
    for (int i = 0; i < 6; i++)
        rows[i] = calloc(1, i < 3 ? 24 : 40);
    unsigned row = klee_range(0, 3, "row"), column = klee_range(0, 25, "column");
    unsigned other = klee_range(2, 6, "other"), where = klee_range(0, 24, "where");
    // CHECK-DAG: segments.c:[[@LINE+1]]: {{.*}}out of bound
    rows[row][column] = 'a'; // column 24 is out of bounds, although another row follows
    // another segment, and with it the first
    memset(rows[4], 'm', 24);
    rows[other][where] = 'b';
    klee_assert(rows[row][column] == (row == other && column == where ? 'b' : 'a'));
    klee_assert(rows[other][where] == 'b');
    for (unsigned i = 0; i < 6; i++) {
        char expected = i == other ? 'b' : i == row && where == column ? 'a' : i == 4 ? 'm' : 0;
        klee_assert(rows[i][where] == expected);
    }
    free(rows[3]);
    rows[4] = realloc(rows[4], 64);
    klee_assert(rows[4][where] == (other == 4 ? 'b' : 'm'));
    // CHECK-DAG: segments.c:[[@LINE+1]]: {{.*}}freed
    return rows[other][0] == 'z';
}
// CHECK: done: errors = 2
