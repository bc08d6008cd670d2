// Null pointers, read, written, called; a null pointer that is only compared is none.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};

static int second(struct pair *pair)
{
    return pair->second; // CHECK-DAG: null.c:[[@LINE]]: null pointer: read of 4 bytes at address 0x4
}

int main(void)
{
    unsigned which;
    klee_make_symbolic(&which, sizeof which, "which");
    int *volatile null = NULL, value = 3;
    int (*volatile call)(void) = NULL;
    switch (which) {
    case 1:
        return *null; // CHECK-DAG: null.c:[[@LINE]]: null pointer: read of 4 bytes at address 0x0
    case 2:
        *null = 1; // CHECK-DAG: null.c:[[@LINE]]: null pointer: write of 4 bytes at address 0x0
        break;
    case 3:
        return second((struct pair *)null);
    case 4:
        return call(); // CHECK-DAG: null.c:[[@LINE]]: call of a null function pointer
    case 5:
        return null == &value || &((struct pair *)null)->second == NULL;
    case 6:
        free(null);
        memcpy(&value, &value, 0);
        memset(&value, 0, 0);
        return value - 3;
    }
    return 0;
}
// CHECK: done: errors = 4
