// Symbolic lengths of copies and allocations, symbolic strings.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static void copy(unsigned n)
{
    char from[8] = "abcdefg", to[8] = {0};
    klee_assume(n <= 8);
    memcpy(to, from, n);
    klee_assert(n == 0 || to[n - 1] == from[n - 1]);
    klee_assert(n == 8 || to[n] == 0);
    memset(to, 'x', n);
    klee_assert(n == 0 || to[0] == 'x');
}
static void copy_too_much(unsigned n)
{
    char from[12] = "abcdefg", to[8] = {0};
    klee_assume(n <= 9);
    memcpy(to, from, n); // CHECK-DAG: sizes.c:[[@LINE]]: out of bounds: write of 9 bytes
}
static void allocate(unsigned n)
{
    klee_assume(n < 6);
    klee_assume(n > 0);
    char *heap = malloc(n);
    heap[0] = 1;
    heap[n - 1] = 2;
    if (n == 4)
        heap[4] = 3; // CHECK-DAG: sizes.c:[[@LINE]]: out of bounds: write of 1 byte at offset 4
    free(heap);
}
static void strings(char *text)
{
    text[5] = 0;
    size_t length = strlen(text);
    klee_assert(length <= 5 && text[length] == 0);
    if (!strcmp(text, "hello"))
        klee_assert(text[4] != 'o'); // CHECK-DAG: sizes.c:[[@LINE]]: ASSERTION FAIL: text[4] != 'o'
    char *found = strchr(text, 'q');
    klee_assert(!found || *found == 'q');
    klee_assert(strncmp(text, text, 3) == 0 && memcmp(text, text, 6) == 0);
}

int main(void)
{
    unsigned which, n;
    char text[6];
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(text, sizeof text, "text");
    switch (which) {
    case 1: copy(n); break;
    case 2: copy_too_much(n); break;
    case 3: allocate(n); break;
    case 4: strings(text); break;
    }
    return 0;
}
// CHECK: done: errors = 3
