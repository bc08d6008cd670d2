// --first-side=yes: the order of the paths does not depend on the models that a solver finds. Of the values that
// a state can go on with the least is taken first, of the objects the lowest, and of what was forked the newest. The
// models here begin in the middle.
// MATRIX: no
// RUN: %ramify --search=dfs --first-side=yes --memory=fork --arrays=off --output-dir=off %s 2>off.txt
// RUN: %ramify --search=dfs --first-side=yes --memory=fork --solver=z3 --output-dir=all %s 2>all.txt
// RUN: %FileCheck %s <off.txt
// RUN: grep -E '^.*(length|size|object):' off.txt >off.order; grep -E '^.*(length|size|object):' all.txt | diff off.order -
// CHECK: length:(w32 0)
// CHECK-NEXT: size:(w32 1)
// CHECK-NEXT: object:(w32 0)
// CHECK-NEXT: object:(w32 2)
// CHECK-NEXT: object:(w32 1)
// CHECK-NEXT: size:(w32 2)
// CHECK: size:(w32 3)
// CHECK: length:(w32 1)
// CHECK: length:(w32 2)
// CHECK: length:(w32 3)
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int low, middle, high;

static int number(const int *where) { return (where > &low) + (where > &middle) + (where > &high); }

int main(void)
{
    unsigned char bytes[3];
    char buffer[4];
    int *table[] = {&low, &middle, &high};
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    unsigned length = (bytes[0] & 3) ^ 2, size = ((bytes[1] & 3) ^ 2), at = (bytes[2] & 3) ^ 1;
    klee_assume((size != 0) & (at != 3));
    memset(buffer, 'x', length);
    klee_print_expr("length", klee_get_value_i32(length));
    free(malloc(size));
    klee_print_expr("size", klee_get_value_i32(size));
    int *chosen = table[at];
    *chosen = 1;
    klee_print_expr("object", klee_get_value_i32(number(chosen)));
    return 0;
}
