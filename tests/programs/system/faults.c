// System calls that fail: one of them, any of them.
// RUN: %ramify --output-dir=%t %s --sym-stdin 2 --max-fail 1 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.none %s --sym-stdin 2 2>&1 | %FileCheck --check-prefix=NONE %s
// CHECK: completed paths = 6
// CHECK: errors = 0
// NONE: completed paths = 1
#include "system_test.h"

int main(void)
{
    char bytes[2];
    int failed = 0;
    for (int i = 0; i < 2; i++) {
        failed += CALL(read, 0, bytes + i, 1) == -EIO;
        failed += CALL(write, 1, bytes, 1) == -EIO;
    }
    failed += CALL(close, 0) == -EIO;
    assert(failed <= 1);
    return failed;
}
