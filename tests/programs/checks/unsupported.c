// What the engine cannot do ends that path, names it with its line, and leaves the others alone.
// RUN: %ramify --cflags=-w --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

int main(void)
{
    unsigned char which;
    klee_make_symbolic(&which, sizeof which, "which");
    unsigned long low = 0, high = 0;
    if (which == 1)
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)); // CHECK-DAG: unsupported.c:[[@LINE]]: {{.*}}rdtsc
    if (which == 2) {
        _Float16 half = (_Float16)which; // CHECK-DAG: unsupported.c:[[@LINE]]: {{.*}}half
        low = (unsigned long)(half * half);
    }
    return (int)low & 1;
}
// CHECK: done: completed paths = 3
// CHECK: done: errors = 2
