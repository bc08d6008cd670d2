// System calls that fail: one of them, any of them, with either of its errors.
// RUN: %ramify --output-dir=%t %s --sym-stdin 2 --max-fail 1 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.none %s --sym-stdin 2 2>&1 | %FileCheck --check-prefix=NONE %s
// CHECK: completed paths = 10
// CHECK: errors = 0
// NONE: completed paths = 1
#include "system_test.h"

int main(void)
{
    char bytes[2];
    int failed = 0;
    for (int i = 0; i < 2; i++) {
        long got = CALL(read, 0, bytes + i, 1), put = CALL(write, 1, bytes, 1);
        failed += got == -EIO || got == -EINTR;
        failed += put == -EIO || put == -EPIPE;
    }
    failed += CALL(close, 0) == -EIO;
    assert(failed <= 1);
    return failed;
}
