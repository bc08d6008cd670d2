// Calls of what is no function, of what is not defined; the other paths go on.
// RUN: %ramify --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdint.h>

int nowhere(int value);
extern int missing_variable;
int data[4];

int main(void)
{
    unsigned which;
    klee_make_symbolic(&which, sizeof which, "which");
    int (*volatile call)(void) = (int (*)(void))(uintptr_t)0x123456;
    switch (which) {
    case 1:
        return call(); // CHECK-DAG: calls.c:[[@LINE]]: call of 0x123456, which is no function
    case 2:
        call = (int (*)(void))data;
        return call(); // CHECK-DAG: calls.c:[[@LINE]]: call of 0x{{[0-9a-f]*}}, which is no function
    case 3:
        call = (int (*)(void))((char *)main + 3);
        return call(); // CHECK-DAG: calls.c:[[@LINE]]: call of 0x{{[0-9a-f]*}}, which is no function
    case 4:
        return nowhere(5); // CHECK-DAG: calls.c:[[@LINE]]: call of nowhere, which is not defined
    case 5:
        return nowhere == 0;
    }
    return 0;
}
// CHECK: done: completed paths = 6
// CHECK: done: errors = 4
