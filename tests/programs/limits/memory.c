// Less memory than the run needs: it ends by itself, says so, and what was found
// is on disk.
// MATRIX: no
// RUN: %ramify --max-memory=1 --max-time=20s --search=bfs %s 2>&1 | %FileCheck %s
// CHECK: memory
// RUN: jq -e '.status' ramify-last/summary.json
#include <klee/klee.h>
#include <stdlib.h>
int main(void)
{
    unsigned bits = (unsigned)klee_int("bits");
    for (int i = 0; i < 8; i++) {
        char *block = malloc(100000);
        if (bits >> i & 1)
            block[i] = 1;
    }
    return 0;
}
