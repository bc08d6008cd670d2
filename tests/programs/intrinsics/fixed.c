// Objects at fixed addresses, the lowest included: reached by numbers, by symbolic pointers, made symbolic.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    klee_define_fixed_object((void *)0x80, 4);
    klee_define_fixed_object((void *)0x84, 4);
    klee_define_fixed_object((void *)0x20000, 16);
    int *low = (int *)0x80, *next = (int *)0x84, *null = NULL;
    low[0] = 10;
    next[0] = 20;
    uintptr_t at;
    switch (klee_range(0, 14, "which")) {
    case 0:
        klee_assert(*low == 10 && *(int *)0x84 == 20 && *(char *)0x80 == 10);
        break;
    case 1: /* a number that is a register's address */
        klee_make_symbolic(&at, sizeof at, "at");
        klee_assume(at == 0x80 | at == 0x84);
        klee_assert(*(int *)at == (at == 0x80 ? 10 : 20));
        break;
    case 2: {
        int local = 30, *chosen = klee_int("x") > 0 ? low : &local;
        klee_assert(*chosen == 10 || *chosen == 30);
        break;
    }
    case 3:
        klee_make_symbolic(low, 4, "low");
        klee_assert(*low != 7); // CHECK-DAG: fixed.c:[[@LINE]]: ASSERTION FAIL
        break;
    case 4:
        klee_make_symbolic(&at, sizeof at, "near");
        klee_assume(at < 0x100);
        *(char *)at = 1; // CHECK-DAG: fixed.c:[[@LINE]]: null pointer
        klee_assert(at >= 0x80 && at < 0x88);
        break;
    case 5: return null[0]; // CHECK-DAG: fixed.c:[[@LINE]]: null pointer
    case 6: return *(int *)0x86; // CHECK-DAG: fixed.c:[[@LINE]]: out of bounds: read of 4 bytes at offset 2 of a fixed object of 4 bytes
    case 7: return *(int *)0x88; // CHECK-DAG: fixed.c:[[@LINE]]: null pointer: read of 4 bytes at address 0x88
    case 8: klee_define_fixed_object((void *)0x7e, 4); break; // CHECK-DAG: fixed.c:[[@LINE]]: klee_define_fixed_object: 4 bytes at 0x7e overlap another object
    case 9: klee_define_fixed_object(NULL, 4); break; // CHECK-DAG: fixed.c:[[@LINE]]: klee_define_fixed_object: 4 bytes at 0x0 are no object: that is the null pointer
    case 10: klee_define_fixed_object((void *)0x1000, SIZE_MAX); break; // CHECK-DAG: fixed.c:[[@LINE]]: klee_define_fixed_object: {{.*}} are more than the addresses that there are
    case 11: free(low); break; // CHECK-DAG: fixed.c:[[@LINE]]: invalid free: free of memory that malloc did not return
    case 12: klee_assert(low != NULL && (uintptr_t)low + 4 == (uintptr_t)next); break;
    }
    return 0;
}
// CHECK: done: errors = 9
