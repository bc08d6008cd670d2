// Pointers on odd ways. With --memory=segments a debug build stops where an
// instruction accesses an object that the points-to analysis has excluded.
// RUN: %ramify --memory=segments --output-dir=%t %s 2>&1 | %FileCheck %s
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
    short half[4];
};

static int numbers[8] = {7, 6, 5, 4, 3, 2, 1, 0};
static int *table[] = {&numbers[1], &numbers[2]};
static jmp_buf again;

static int sum(int count, ...)
{
    va_list list, copy;
    int result = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++)
        result += *va_arg(list, int *) + *va_arg(copy, int *);
    va_end(copy);
    va_end(list);
    return result;
}

static int by_value(struct node node) { return node.next->value; }

static struct node pair(struct node *p, int v)
{
    struct node result = {p, v, {1, 2, 3, 4}};
    return result;
}

static int compare(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; }

static void bytewise(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((volatile char *)to)[i] = ((const char *)from)[i];
}

/* Put together from halves and from bytes, tagged, negated, folded into another. */
static int assembled(int *p)
{
    uint64_t word = (uint64_t)p, low = (uint32_t)word, high = word >> 32, bytes = 0;
    int *halves = (int *)(high << 32 | low);
    unsigned char parts[8];
    for (int i = 0; i < 8; i++)
        parts[i] = (unsigned char)(word >> 8 * i);
    for (int i = 7; i >= 0; i--)
        bytes = bytes << 8 | parts[i];
    uint64_t other = (uint64_t)&numbers[3], both = word ^ other;
    int *tagged = (int *)((word | 1) & ~(uint64_t)1);
    return *halves + *(int *)bytes + *(int *)(both ^ other) + *tagged + *(int *)((word + 7) / 8 * 8);
}

static int (*handlers[2])(int *) = {assembled, NULL};
static int *kept;
static void at_exit(void) { *kept = 1; }

int main(int count, char **arguments)
{
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *made = malloc(sizeof *made);
        *made = (struct node){.next = list, .value = i};
        list = made;
    }
    struct node first = pair(list, 9), copy;
    bytewise(&copy, &first, sizeof copy);
    assert(copy.next->value == 4 && by_value(copy) == 4);
    int **order = malloc(sizeof table);
    memcpy(order, table, sizeof table);
    order = realloc(order, 4 * sizeof *order);
    order[2] = &list->value;
    order[3] = &numbers[7];
    qsort(order, 4, sizeof *order, compare);
    assert(*order[0] == 0 && *order[3] == 6);
    assert(sum(2, order[0], order[3]) == 12);
    kept = malloc(16);
    *kept = 3;
    assert(handlers[count - 1](kept) == 15);
    int *volatile after = &numbers[4];
    int *before = &numbers[5];
    if (!setjmp(again)) {
        after = kept;
        before = order[1];
        longjmp(again, 1);
    }
    assert(*after == 3 && before);
    assert(arguments[0][0]);
    char *text = strdup("text"), *end = strchr(text, 'x');
    assert(strlen(end) == 2 && end[-1] == 'e');
    intptr_t distance = (char *)&numbers[6] - (char *)&numbers[0];
    assert(*(int *)((char *)numbers + distance) == 1);
    atexit(at_exit);
    for (struct node *next; list; list = next) {
        next = list->next;
        free(list);
    }
    return 0;
}
// CHECK: done: completed paths = 1
// CHECK: done: errors = 0
