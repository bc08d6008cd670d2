// What is written beside each test is what the program natively prints on it.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -I%S/../../../include -o %t.native %s %S/../../../runtime/replay.c
// RUN: for test in %t/*.ktest; do RAMIFY_KTEST=$test %t.native >%t.text && cmp %t.text ${test/ktest/out} || exit 1; done
#include <ctype.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

int main(void)
{
    int id;
    char name[4], text[64];
    unsigned char values[3], small;
    klee_make_symbolic(&id, sizeof id, "id");
    klee_make_symbolic(name, sizeof name, "name");
    klee_make_symbolic(values, sizeof values, "values");
    klee_make_symbolic(&small, sizeof small, "small");
    klee_assume(name[3] == 0);
    for (int i = 0; i < 3; i++)
        klee_assume(name[i] == 0 || (name[i] >= 'a' && name[i] <= 'z'));
    printf("%d %-5u| %#x [%s] [%8s] [%c]\n", id, id, id, name, name, name[0]);
    snprintf(text, sizeof text, "%u:%s", small, "end"); // forks over the digits
    puts(text);
    qsort(values, 3, 1, order);
    fwrite(values, 1, 3, stdout);
    printf("\n%d %d %d\n", values[0], values[1], values[2]);
    if (strlen(name) == 2)
        printf("two letters: %s\n", name);
    if (isupper(values[2]))
        printf("upper %c\n", values[2]);
    if (!memcmp(name, "ab", 2))
        puts(name);
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: errors = 0
