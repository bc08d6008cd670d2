// Objects in pieces: reads and writes at symbolic offsets, also across two
// pieces, are what they are in one.
// RUN: %ramify --split=32 --check-memory --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: grep -q '"splits": 1' %t/summary.json
// RUN: %ramify --memory=merge --split=64 --check-memory --output-dir=%t.merge %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --split=auto --check-memory --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *table = calloc(80, sizeof *table);
    for (int i = 0; i < 80; i++)
        table[i] = 3 * i;
    unsigned place = klee_range(60, 82, "place"), other = klee_range(60, 80, "other");
    // CHECK-DAG: split.c:[[@LINE+1]]: {{.*}}out of bounds: write of 4 bytes at offset 320 of a heap object of 320 bytes
    table[place] = 1;
    klee_assert(table[other] == (other == place ? 1 : 3 * other));
    // anywhere, so perhaps in two pieces
    char *bytes = (char *)table + other;
    int value;
    memcpy(&value, bytes, 4);
    *(int *)bytes = 0x01020304;
    klee_assert(bytes[0] == 4 && bytes[3] == 1);
    *(int *)bytes = value;
    klee_assert(table[79] == (place == 79 ? 1 : 237));
    return 0;
}
// CHECK: done: errors = 1
