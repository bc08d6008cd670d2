// Numbers from text, sorting, searching and random numbers are the C library's.
// RUN: %ramify --cflags=-fno-builtin --show-output --output-dir=%t %s 2>%t.log >%t.out
// RUN: %FileCheck %s <%t.log
// RUN: %clang -w -o %t.native %s
// RUN: %t.native >%t.expected
// RUN: cmp %t.expected %t.out
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    const char *name;
};

static int by_key(const void *a, const void *b)
{
    const struct item *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

int main(void)
{
    char *end;
    assert(atoi("  -42x") == -42 && atol("99") == 99 && atoi("") == 0);
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("0755", NULL, 0) == 493 && strtol("zz", NULL, 36) == 1295 && strtol("0x", &end, 16) == 0 && *end == 'x');
    assert(strtoul("-1", NULL, 10) == ULONG_MAX && strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtol("-9223372036854775808", NULL, 10) == LONG_MIN);
    assert(strtod("2.5e3x", &end) == 2500.0 && *end == 'x' && atof("-0.125") == -0.125);
    assert(abs(-3) == 3 && labs(-4L) == 4 && div(7, 2).quot == 3 && ldiv(-7, 2).rem == -1);
    struct item items[] = {{5, "five"}, {3, "three"}, {5, "also five"}, {-1, "minus one"}, {4, "four"}};
    qsort(items, 5, sizeof *items, by_key);
    for (int i = 0; i < 5; i++)
        printf("%d %s\n", items[i].key, items[i].name);
    struct item key = {4, NULL}, *found = bsearch(&key, items, 5, sizeof *items, by_key);
    assert(found && !strcmp(found->name, "four"));
    key.key = 9;
    assert(!bsearch(&key, items, 5, sizeof *items, by_key));
    assert(!getenv("RAMIFY_NO_SUCH_VARIABLE"));
    printf("%d %d\n", rand(), rand());
    srand(2024);
    for (int i = 0; i < 5; i++)
        printf("%d\n", rand());
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 1
// CHECK: done: errors = 0
