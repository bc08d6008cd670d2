// --malloc=libc: the program has musl's own allocator, behind it brk and mmap,
// and sees what it would see natively: neighbours, slack, memory used again.
// RUN: %ramify --libc=musl --malloc=libc --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: %t.native >%t.expected
// RUN: diff %t.expected %t.out
// RUN: jq -e '.paths.completed == 1 and .paths.errors == 0' %t/summary.json
//
// The engine's allocator knows the bounds of each allocation.
// RUN: %ramify --libc=musl --output-dir=%t.engine %s 2>&1 | %FileCheck %s
// CHECK: ERROR: {{.*}}allocator.c:[[#@LINE+20]]: {{.*}}out of bounds
//
// RUN: %exits 2 %ramify --libc=none --malloc=libc %s 2>&1 | %FileCheck --check-prefix=NONE %s
// NONE: --malloc=libc: there is no C library with --libc=none
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *first = malloc(10), *second = malloc(10);
    printf("%ld apart, %zu usable\n", (long)(second - first), malloc_usable_size(first));
    strcpy(first, "hello");
    first = realloc(first, 200000); /* a mapping of its own */
    printf("%s\n", first);
    first = realloc(first, 400000);
    printf("%s\n", first);
    char *odd = calloc(3, 7);
    odd[21] = 0; /* in the slack of its slot */
    printf("%d\n", odd[20]);

    unsigned sum = 0;
    void *kept[300];
    for (unsigned i = 0; i < 300; i++) {
        unsigned char *memory = malloc(i * 7 + 1);
        memset(memory, (int)i, i * 7 + 1);
        kept[i] = memory;
    }
    for (unsigned i = 0; i < 300; i++) {
        sum = sum * 31 + ((unsigned char *)kept[i])[i * 7];
        if (i % 3)
            free(kept[i]);
    }
    printf("%u\n", sum);

    void *aligned = NULL;
    printf("%d %d\n", posix_memalign(&aligned, 256, 100), (int)((uintptr_t)aligned % 256));
    printf("%d\n", malloc(SIZE_MAX / 2) == NULL);
    free(aligned);
    free(second);
    free(first);
    return 0;
}
