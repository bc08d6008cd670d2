// A length that nothing bounds is one error and as many paths as fit the object.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-fno-builtin --output-dir=%t.called %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <string.h>

static char from[16] = "fifteen letters";

int main(void)
{
    unsigned which, length;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&length, sizeof length, "length");
    char to[16] = {0};
    if (which == 1)
        memset(to, 'x', length); // CHECK-DAG: lengths.c:[[@LINE]]: {{.*}}out of bound
    else if (which == 2)
        memcpy(to, from, length); // CHECK-DAG: lengths.c:[[@LINE]]: {{.*}}out of bound
    else if (which == 3)
        memmove(to, to + 6, length); // CHECK-DAG: lengths.c:[[@LINE]]: {{.*}}out of bound
    return to[0];
}
// lengths 0 to 16, 0 to 16, 0 to 10 and one error each (both ends of a move may be too short); and none of these
// CHECK: done: completed paths = {{49|50}}
// CHECK: done: errors = 3
