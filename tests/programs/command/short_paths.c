// Files below the working directory are named from there, wherever in a line they stand.
// RUN: mkdir below && cp %s below/copy.c
// RUN: %ramify --output-dir=%t below/copy.c 2>&1 | %FileCheck %s
// RUN: %FileCheck %s <%t/messages.txt
// CHECK: ERROR: below/copy.c:[[@LINE+7]]: out of bounds: read of 1 byte at offset 3 of a heap object of 3 bytes allocated at below/copy.c:[[@LINE+7]]
// CHECK-NOT: {{/}}below/copy.c
#include <stdlib.h>

int main(void)
{
    // clang-format off
    volatile char *three = malloc(3); return three[3];
    // clang-format on
}
