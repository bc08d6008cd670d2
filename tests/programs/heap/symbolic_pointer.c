// Freeing and copying through a pointer with several targets.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = malloc(4 + i);
        memset(blocks[i], 'a' + i, 4 + i);
    }
    int which = klee_range(0, 3, "which");
    char copy[4];
    memcpy(copy, blocks[which], sizeof copy);
    klee_assert(copy[3] == 'a' + which);
    klee_assert(klee_get_obj_size(blocks[which]) == 4u + which);
    free(blocks[which]);
    free(blocks[1]);
    return 0;
}
// CHECK: ERROR: {{.*}}symbolic_pointer.c:20: double free of 5 bytes
// CHECK-SAME: which = 1
// CHECK: done: completed paths = 3
// CHECK: done: errors = 1
