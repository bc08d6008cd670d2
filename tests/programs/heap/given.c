// What malloc did not return cannot be freed: arguments and environment, with both C libraries.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck %s
// RUN: %ramify --libc=musl --output-dir=%t.args %s --sym-arg 2 2>&1 | %FileCheck %s --check-prefix=SYMBOLIC
#include <klee/klee.h>
#include <stdlib.h>

extern char **environ;

int main(int argc, char **argv)
{
    static int variable;
    int local;
    char *copy = malloc(2);
    switch (klee_range(0, 7, "which")) {
    case 0: free(argv); break; // CHECK-DAG: given.c:[[@LINE]]: invalid free: free of the program's arguments or environment, which malloc did not return
    case 1: free(argv[0]); break; // CHECK-DAG: given.c:[[@LINE]]: invalid free: free of the program's arguments or environment, which malloc did not return
    case 2: argv = realloc(argv, 100); break; // CHECK-DAG: given.c:[[@LINE]]: invalid free: free of the program's arguments or environment, which malloc did not return
    case 3: free(argv + 1); break; // CHECK-DAG: given.c:[[@LINE]]: invalid free: the pointer is 8 bytes from the start of the program's arguments and environment
    case 4: free(&variable); break; // CHECK-DAG: given.c:[[@LINE]]: invalid free: free of a global variable
    case 5: free(argc > 1 ? argv[1] : (char *)&local); break; // CHECK-DAG: given.c:[[@LINE]]: invalid free: free of a local variable
    }
    free(copy);
    return 0;
}
// CHECK: done: errors = 6
// SYMBOLIC: given.c:21: invalid free: free of the program's arguments or environment
