// Asking about objects; an object at a fixed address.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    char local[13], *heap = malloc(7);
    klee_assert(klee_get_obj_size(local) == 13 && klee_get_obj_size(heap) == 7);
    klee_mark_global(local);
    klee_check_memory_access(local, 13);
    klee_check_memory_access(local + 13, 0);
    klee_define_fixed_object((void *)0x20000, 16);
    int *fixed = (int *)0x20000;
    fixed[3] = 42;
    klee_assert(*(int *)0x2000c == 42);
    switch (klee_range(0, 4, "which")) {
    case 0: klee_check_memory_access(local + 1, 13); break;
    case 1: fixed[4] = 1; break;
    case 2: klee_define_fixed_object((void *)0x20008, 16); break;
    default: break;
    }
    free(heap);
    return 0;
}
// CHECK-DAG: ERROR: {{.*}}objects.c:18: out of bounds
// CHECK-DAG: ERROR: {{.*}}objects.c:19: out of bounds
// CHECK-DAG: ERROR: {{.*}}objects.c:20: klee_define_fixed_object: 16 bytes at 0x20008 overlap another object
// CHECK: done: errors = 3
