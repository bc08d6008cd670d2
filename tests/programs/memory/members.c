// Bounds, frees and errors are those of the program's objects, on the heap, on
// the stack and global, whatever segment they are in: what leaves a member is out
// of bounds although its neighbour in the segment follows.
// RUN: %ramify --memory=fork --check-memory --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=merge --check-memory --output-dir=%t.merge %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --check-memory --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=auto --check-memory --output-dir=%t.auto %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=segments --segment-objects=all --output-dir=%t.all %s 2>&1 | %FileCheck %s
// RUN: jq -e '.segments.created > 0' %t.dynamic/summary.json %t.all/summary.json
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static char one[16], other[16];

int main(void)
{
    char local[16] = {0}, near[16] = {0};
    char *member[6] = {one, other, local, near, calloc(1, 16), calloc(1, 16)};
    unsigned which = klee_range(0, 6, "which"), place = klee_range(0, 16, "place");
    member[which][place] = 'a';
    for (unsigned i = 0; i < 6; i++)
        for (unsigned k = 0; k < 16; k += 5)
            klee_assert(member[i][k] == (i == which && k == place ? 'a' : 0));
    int what = klee_range(0, 6, "what");
    if (what == 0)
        // CHECK-DAG: members.c:[[@LINE+1]]: out of bounds: write of 1 byte at offset 16
        member[which][place + 1] = 'b';
    if (what == 1) {
        member[4] = realloc(member[4], 64);
        member[4][40] = 'c';
        klee_assert(member[4][place] == (which == 4 ? 'a' : 0));
        klee_assert(member[which][place] == 'a');
        // CHECK-DAG: members.c:[[@LINE+1]]: out of bounds: read of 1 byte
        return member[which][place + 40];
    }
    if (what == 2) {
        free(member[5]);
        klee_assert(member[(which + 1) % 5][3] == ((which + 1) % 5 == which && place == 3 ? 'a' : 0));
        // CHECK-DAG: members.c:[[@LINE+1]]: use after free
        member[which][place] = 'd';
        klee_assert(which != 5);
    }
    if (what == 3) {
        free(member[4]);
        // CHECK-DAG: members.c:[[@LINE+1]]: {{.*}}free
        free(member[4]);
    }
    if (what == 4)
        // CHECK-DAG: members.c:[[@LINE+1]]: {{.*}}free
        free(member[which < 4 ? which : 3]);
    return 0;
}
// CHECK: done: errors = 5
