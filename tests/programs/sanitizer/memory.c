// UBSan's checks of indices, pointers and values.
// RUN: %ramify --cflags=-fsanitize=undefined --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdbool.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

__attribute__((nonnull)) static int first(int *p) { return p ? 1 : 0; }
static int (*indirect)(int *) = first;
static int nothing(int x)
{
    if (x > 3)
        return 1;
    __builtin_unreachable();
}

int main(void)
{
    int array[4] = {0}, n = klee_int("n");
    struct node *node = NULL;
    char bytes[8] = {0};
    unsigned char two = 2;
    bool flag;
    switch (klee_range(0, 7, "which")) {
    case 0: return array[n];
    case 1: return node->value;
    case 2: return *(int *)(bytes + 1);
    case 3: {
        klee_assume(n < 5);
        int variable[n];
        return sizeof variable > 4;
    }
    case 4: memcpy(&flag, &two, 1); return flag;
    case 5: return nothing(n);
    default: return __builtin_ctz(n);
    }
}
// CHECK-DAG: ERROR: {{.*}}memory.c:29: index {{-?[0-9]+}} out of bounds for type 'int{{ ?}}[4]'
// CHECK-DAG: ERROR: {{.*}}memory.c:30: member access within null pointer of type 'struct node'
// CHECK-DAG: ERROR: {{.*}}memory.c:31: load of misaligned address for type 'int', which requires 4 byte alignment
// CHECK-DAG: ERROR: {{.*}}memory.c:34: variable length array bound evaluates to non-positive value {{-?[0-9]+}}
// CHECK-DAG: ERROR: {{.*}}memory.c:37: load of value 2, which is not a valid value for type 'bool'
// CHECK-DAG: ERROR: {{.*}}memory.c:18: execution reached an unreachable program point
// CHECK-DAG: ERROR: {{.*}}memory.c:39: passing zero to __builtin_ctz
