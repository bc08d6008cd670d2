// Sorting, searching, tables, environment, random numbers.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int compare_down(const void *a, const void *b, void *sign) { return *(int *)sign * compare(a, b); }
static int compare_strings(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *node, VISIT when, int depth)
{
    if (when == postorder || when == leaf)
        printf("node %s at %d\n", *(char *const *)node, depth);
}

int main(void)
{
    int numbers[] = {5, 3, 9, 1, 7, 3, 8, 2, 6, 4, 0, -1}, count = 12, key = 7, down = -1, missing = 10;
    qsort(numbers, count, sizeof *numbers, compare);
    for (int i = 0; i < count; i++)
        printf("%d ", numbers[i]);
    I((int *)bsearch(&key, numbers, count, sizeof *numbers, compare) - numbers);
    I(bsearch(&missing, numbers, count, sizeof *numbers, compare) == 0);
    qsort_r(numbers, count, sizeof *numbers, compare_down, &down);
    I(numbers[0]);
    size_t found = count;
    I((int *)lfind(&key, numbers, &found, sizeof *numbers, compare) - numbers);
    void *root = 0;
    const char *names[] = {"m", "c", "x", "a", "p"};
    for (int i = 0; i < 5; i++)
        tsearch(names[i], &root, compare_strings);
    twalk(root, visit);
    I(tfind("x", &root, compare_strings) != 0);
    I(tfind("q", &root, compare_strings) == 0);
    I(tdelete("c", &root, compare_strings) != 0);
    I(hcreate(10));
    ENTRY item = {"key", "value"}, *entry;
    I(hsearch(item, ENTER) != 0);
    item.data = 0;
    entry = hsearch(item, FIND);
    S(entry ? entry->data : 0);
    item.key = "none";
    I(hsearch(item, FIND) == 0);
    hdestroy();

    S(getenv("NOT_SET"));
    I(setenv("NAME", "value", 1));
    S(getenv("NAME"));
    I(setenv("NAME", "other", 0));
    S(getenv("NAME"));
    I(setenv("", "x", 1));
    I(setenv("A=B", "x", 1));
    I(putenv("PUT=in"));
    S(getenv("PUT"));
    I(unsetenv("NAME"));
    S(getenv("NAME"));
    I(unsetenv("A=B"));
    S(secure_getenv("PUT"));
    I(clearenv());
    S(getenv("PUT"));

    srand(42);
    I(rand());
    I(rand());
    unsigned seed = 7;
    I(rand_r(&seed));
    srandom(42);
    I(random());
    I(random());
    srand48(42);
    I(lrand48());
    I(mrand48());
    D(drand48());
    unsigned short state[3] = {1, 2, 3};
    I(nrand48(state));
    D(erand48(state));
    char *options = "ro,size=12,bad", *value = 0;
    char list[] = "ro,size=12,bad", *walk = list;
    char *const tokens[] = {"ro", "size", 0};
    I(getsubopt(&walk, tokens, &value));
    I(getsubopt(&walk, tokens, &value));
    S(value);
    I(getsubopt(&walk, tokens, &value));
    return 0;
}
