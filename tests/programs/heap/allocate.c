// The malloc family gives what it promises.
// RUN: %ramify --check-leaks --output-dir=%t %s 2>&1 | %FileCheck %s
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *zeros = calloc(3, 5);
    for (int i = 0; i < 15; i++)
        assert(zeros[i] == 0);
    free(zeros);
    free(NULL);
    void *empty = malloc(0), *other = malloc(0);
    assert(empty && other && empty != other);
    free(empty);
    free(other);

    int *numbers = malloc(4 * sizeof *numbers);
    for (int i = 0; i < 4; i++)
        numbers[i] = i * i;
    int *grown = realloc(numbers, 100 * sizeof *grown);
    assert(grown[3] == 9 && malloc_usable_size(grown) == 400);
    grown = reallocarray(grown, 2, sizeof *grown);
    assert(grown[1] == 1);
    assert(realloc(grown, 0) == NULL);
    assert(calloc(SIZE_MAX / 2, 3) == NULL);
    assert(reallocarray(NULL, SIZE_MAX / 2, 3) == NULL);

    void *aligned = aligned_alloc(256, 512), *page = valloc(3), *made = NULL;
    assert((uintptr_t)aligned % 256 == 0 && (uintptr_t)page % 4096 == 0);
    assert(posix_memalign(&made, 64, 10) == 0 && (uintptr_t)made % 64 == 0);
    assert(posix_memalign(&made, 3, 10) != 0);
    free(aligned);
    free(page);
    free(made);

    // pointers keep what they point to when they move
    char **texts = malloc(sizeof *texts), *text = malloc(3);
    strcpy(text, "hi");
    texts[0] = text;
    texts = realloc(texts, 10 * sizeof *texts);
    assert(texts[0][1] == 'i');
    free(texts[0]);
    free(texts);
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 1
// CHECK: done: errors = 0
