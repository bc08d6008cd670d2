// Double, invalid and stale frees are told apart.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>

int global;

int main(void)
{
    int local, *p = malloc(12), *q;
    switch (klee_range(0, 9, "which")) {
    case 0: free(p); free(p); break;
    case 1: free(&local); break;
    case 2: free(&global); break;
    case 3: free(p + 1); break;
    case 4: free((void *)0x1234); break;
    case 5: free(p); *p = 1; break;
    case 6: q = realloc(p, 20); free(p); break;
    case 7: free((void *)main); break;
    default: free(p); break;
    }
    return 0;
}
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:12: double free of 12 bytes allocated at {{.*}}wrong_free.c:10
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:13: invalid free: free of a local variable
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:14: invalid free: free of a global variable
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:15: invalid free: the pointer is 4 bytes from the start
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:16: invalid free: 0x1234 points to no object
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:17: use after free
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:18: double free of 12 bytes
// CHECK-DAG: ERROR: {{.*}}wrong_free.c:19: invalid free: free of a function
// CHECK: done: errors = 8
