// --sym-stdout: the program does not know what its standard output is; the tests have KLEE's objects, and a
// replay does not stumble over them.
// RUN: %ramify --output-dir=%t %s --sym-stdout
// RUN: jq -e '.paths.completed == 3 and .errors == []' %t/summary.json
// RUN: %ramify show %t/test000001.ktest | grep -E 'name|size' | %FileCheck %s
// CHECK:      object 0: name: 'stdout'
// CHECK-NEXT: object 0: size: 1024
// CHECK-NEXT: object 1: name: 'stdout_stat'
// CHECK-NEXT: object 1: size: 144
// CHECK-NEXT: object 2: name: 'model_version'
// CHECK-NEXT: object 2: size: 4
// CHECK-NOT: name
// RUN: cat %t/*.out | sort | %FileCheck --check-prefix=PRINTED %s
// PRINTED: a file
// PRINTED: a pipe
// PRINTED: a terminal
#include "system_test.h"

static void print(const char *text, long length) { assert(CALL(write, 1, text, length) == length); }

int main(void)
{
    struct stat status;
    assert(CALL(fstat, 1, &status) == 0);
    if ((status.st_mode & S_IFMT) == S_IFCHR)
        print("a terminal\n", 11);
    else if ((status.st_mode & S_IFMT) == S_IFIFO)
        print("a pipe\n", 7);
    else
        print("a file\n", 7);
    return 0;
}
