// Copies whose source and target overlap, concrete and symbolic: errors as AddressSanitizer
// has them, where they overlap and only there. The same pointer twice is allowed to memcpy alone.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct big {
    char bytes[80];
};

int main(void)
{
    char buffer[64] = "abcdefghijklmnop", other[64] = "0123456789", fresh[64] = "", letters[6];
    struct big array[4] = {0}, *volatile one = array;
    unsigned at = (unsigned)klee_range(0, 16, "at"), size = (unsigned)klee_range(0, 9, "size");
    char *volatile hidden = buffer;
    char *p = hidden;
    switch (klee_range(0, 30, "which")) {
    case 0: memcpy(p, p + 3, 4); break; // CHECK-DAG: overlap.c:[[@LINE]]: memcpy: source and target overlap: they begin 3 bytes apart
    case 1: memcpy(p + at, p + 4, 4); break; // CHECK-DAG: overlap.c:[[@LINE]]: memcpy: source and target overlap
    case 2: memcpy(p, p + 4, size); break; // CHECK-DAG: overlap.c:[[@LINE]]: memcpy: source and target overlap
    case 3: mempcpy(p, p + 3, 4); break; // CHECK-DAG: overlap.c:[[@LINE]]: {{.*}}memcpy: source and target overlap
    case 4: strcpy(p, p + 3); break; // CHECK-DAG: overlap.c:[[@LINE]]: {{strcpy|stpcpy}}: source and target overlap
    case 5: stpcpy(p + 3, p); break; // CHECK-DAG: overlap.c:[[@LINE]]: stpcpy: source and target overlap
    case 6: strcat(p, p + 3); break; // CHECK-DAG: overlap.c:[[@LINE]]: strcat: source and target overlap
    case 7: strcat(p, p); break; // CHECK-DAG: overlap.c:[[@LINE]]: strcat: source and target overlap
    case 8: strncpy(p, p + 3, 5); break; // CHECK-DAG: overlap.c:[[@LINE]]: strncpy: source and target overlap
    case 9: strncat(p, p, 2); break; // CHECK-DAG: overlap.c:[[@LINE]]: strncat: source and target overlap
    case 10: memccpy(p, p + 3, 'z', 5); break; // CHECK-DAG: overlap.c:[[@LINE]]: memccpy: source and target overlap
    case 11: strcpy(p, p); break; // CHECK-DAG: overlap.c:[[@LINE]]: {{strcpy|stpcpy}}: source and target overlap
    case 12: /* a string of which the length is symbolic */
        klee_make_symbolic(letters, sizeof letters, "letters");
        klee_assume(!letters[5]);
        memcpy(p, letters, sizeof letters);
        strcpy(p + 3, p); // CHECK-DAG: overlap.c:[[@LINE]]: {{strcpy|stpcpy}}: source and target overlap
        break;
    case 13: *(struct big *)((char *)one + 8) = *one; break; // CHECK-DAG: overlap.c:[[@LINE]]: memcpy: source and target overlap: they begin 8 bytes apart
    case 14: __builtin___memcpy_chk(p, p + 3, 4, 64); break; // CHECK-DAG: overlap.c:[[@LINE]]: {{.*}}memcpy{{.*}}: source and target overlap
    /* these are right */
    case 15: memcpy(p, p, 8); break;
    case 16: memmove(p, p + at, 20); break;
    case 17: bcopy(p, p + 3, 4); break;
    case 18: memcpy(p, p + 4, 4); break;
    case 19: strcpy(p + 17, p); break;
    case 20: strcat(strcpy(fresh, p), other); break;
    case 21: strcat(fresh, fresh); break;
    case 22: strncpy(p, p + 5, 5); break;
    case 23: array[at & 3] = array[size & 3]; break;
    case 24: *one = *one; break;
    case 25: memcpy(other + at, p + at, size); break;
    case 26: strncat(fresh, other, 4); break;
    }
    return 0;
}
// CHECK: done: errors = 15
