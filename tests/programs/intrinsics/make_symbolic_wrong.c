// What klee_make_symbolic refuses.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>

static const int constant = 3;

int main(void)
{
    int array[4];
    int *gone = malloc(4);
    free(gone);
    switch (klee_range(0, 6, "which")) {
    case 0: klee_make_symbolic(array, sizeof array - 1, "short");
    case 1: klee_make_symbolic(array + 1, sizeof array - 4, "inside");
    case 2: klee_make_symbolic(gone, 4, "gone");
    case 3: klee_make_symbolic((void *)&constant, sizeof constant, "constant");
    case 4: klee_make_symbolic((void *)8, 4, "nothing");
    default: klee_make_symbolic(array, sizeof array, "array");
    }
    return array[0] == 1;
}
// CHECK-DAG: ERROR: {{.*}}make_symbolic_wrong.c:14: wrong size given to klee_make_symbolic: 15 bytes, the object has 16
// CHECK-DAG: ERROR: {{.*}}make_symbolic_wrong.c:15: invalid pointer given to klee_make_symbolic: the pointer is 4 bytes from the start of a local variable of 16 bytes
// CHECK-DAG: ERROR: {{.*}}make_symbolic_wrong.c:16: klee_make_symbolic of an object that is gone
// CHECK-DAG: ERROR: {{.*}}make_symbolic_wrong.c:17: cannot make readonly object symbolic
// CHECK-DAG: ERROR: {{.*}}make_symbolic_wrong.c:18: invalid pointer given to klee_make_symbolic: 0x8 points to no object
// CHECK: done: errors = 5
