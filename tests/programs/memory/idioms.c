// Idioms that make a pointer of others: XOR-linked lists, container_of, relative pointers in tables, pointers
// compressed to 32 bits, aligned by masks, swapped without a third, taken apart into bytes.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --check-memory --output-dir=%t.auto %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --memory=fork --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-DSYMBOLIC --memory=segments --output-dir=%t.segments %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-DSYMBOLIC --memory=dynamic --split=8 --split-threshold=8 --output-dir=%t.split %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --pointers=addresses --check-solver=false --output-dir=%t.addresses %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --pointers=numbers --check-solver=false --output-dir=%t.numbers %s 2>&1 | %FileCheck %s
// Z3 would take minutes for what addresses make of XOR: there it is not asked.
// CHECK-NOT: ERROR
// CHECK: partially completed paths = 0
// CHECK: errors = 0
#include <assert.h>
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef uintptr_t word;

struct node {
    word link;
    int value;
};
static int sum_xor(struct node *first, struct node *last)
{
    int sum = 0;
    struct node *before = NULL, *at = first;
    while (at) {
        sum += at->value;
        struct node *next = (struct node *)(at->link ^ (word)before);
        before = at;
        at = next;
    }
    assert(before == last);
    return sum;
}
static void xor_list(unsigned n)
{
    struct node *nodes[5];
    for (unsigned i = 0; i < 5; i++) {
        nodes[i] = malloc(sizeof(struct node));
        nodes[i]->value = 1 << i;
    }
    for (unsigned i = 0; i < 5; i++) {
        word before = i ? (word)nodes[i - 1] : 0, after = i < 4 ? (word)nodes[i + 1] : 0;
        nodes[i]->link = before ^ after;
    }
    assert(sum_xor(nodes[0], nodes[4]) == 31);
    assert(sum_xor(nodes[4], nodes[0]) == 31);
    /* take out one, which may be any but the ends */
    struct node *out = nodes[1 + n % 3], *left = nodes[n % 3], *right = nodes[2 + n % 3];
    left->link ^= (word)out ^ (word)right;
    right->link ^= (word)out ^ (word)left;
    assert(sum_xor(nodes[0], nodes[4]) == 31 - out->value);
    for (unsigned i = 0; i < 5; i++)
        free(nodes[i]);
}

struct list {
    struct list *next;
};
struct item {
    int key;
    struct list list;
    int value;
};
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
static void containers(unsigned n)
{
    struct item a = {1, {0}, 10}, b = {2, {&a.list}, 20}, c = {3, {&b.list}, 30};
    struct list *heads[3] = {&a.list, &b.list, &c.list};
    int sum = 0;
    for (struct list *l = heads[n % 3]; l; l = l->next)
        sum += container_of(l, struct item, list)->value;
    assert(sum == (n % 3 == 0 ? 10 : n % 3 == 1 ? 30 : 60));
}

static int values[3][2] = {{1, 2}, {3, 4}, {5, 6}};
static int lone = 7, alone = 8;
static void relative(unsigned n)
{
    int *targets[4] = {values[0], values[2], &lone, &alone};
    ptrdiff_t far[4];
    int32_t near[4];
    for (int i = 0; i < 4; i++) {
        far[i] = (ptrdiff_t)((word)targets[i] - (word)&far[i]);
        near[i] = (int32_t)((word)targets[i] - (word)values);
    }
    int *p = (int *)((word)&far[n & 3] + (word)far[n & 3]);
    assert(p == targets[n & 3]);
    int want[4] = {1, 5, 7, 8};
    assert(*p == want[n & 3]);
    int *q = (int *)((word)values + (word)(ptrdiff_t)near[n & 3]);
    assert(q == targets[n & 3] && *q == want[n & 3]);
    *q += 10;
    assert(*targets[n & 3] == want[n & 3] + 10);
    *p -= 10;
}

static void compressed(unsigned n)
{
    int *base = malloc(4), *one = malloc(8), *two = malloc(8);
    *one = 11;
    *two = 22;
    uint32_t handles[2] = {(uint32_t)(((word)one - (word)base) >> 2),
                           (uint32_t)(((word)two - (word)base) >> 2)};
    int *p = (int *)((word)base + ((word)handles[n & 1] << 2));
    assert(*p == (n & 1 ? 22 : 11));
    *p = 33;
    assert((n & 1 ? *two : *one) == 33);
    free((int *)((word)base + ((word)handles[0] << 2)));
    free(two);
    free(base);
}

static void aligned(unsigned n)
{
    char *raw = malloc(100);
    word up = ((word)raw + 31) & ~(word)31;
    char *p = (char *)up;
    p[n & 15] = 5;
    assert(raw[(p - raw) + (n & 15)] == 5);
    word back = (0 - (word)raw) & 31;
    assert(raw + back == p);
    raw[back + 1] = 6;
    assert(p[1] == 6);
    free(raw);
}

static void swap(unsigned n)
{
    int a = 1, b = 2;
    int *p = n & 1 ? &a : &lone, *q = &b, *p0 = p, *q0 = q;
    word x = (word)p, y = (word)q;
    x ^= y;
    y ^= x;
    x ^= y;
    assert((int *)x == q0 && (int *)y == p0 && *(int *)x == 2 && *(int *)y == *p0);
    x = (word)p;
    y = (word)q;
    x += y;
    y = x - y;
    x -= y;
    assert((int *)x == q0 && (int *)y == p0 && *(int *)x == 2 && *(int *)y == *p0);
}

static void bytes(unsigned n)
{
    int *source[2] = {&lone, &alone}, *copy = 0;
    unsigned char raw[8];
    memcpy(raw, &source[n & 1], 8);
    for (int i = 0; i < 8; i++)
        ((unsigned char *)&copy)[7 - i] = raw[7 - i];
    assert(copy == source[n & 1] && *copy == 7 + (int)(n & 1));
    word diff = (word)source[1] - (word)source[0];
    unsigned char stored[8];
    for (int i = 0; i < 8; i++)
        stored[i] = (unsigned char)(diff >> (8 * i));
    word again = 0;
    for (int i = 0; i < 8; i++)
        again |= (word)stored[i] << (8 * i);
    assert(*(int *)((word)source[0] + again) == 8);
}

int main(void)
{
    unsigned char n = 5;
#ifdef SYMBOLIC
    klee_make_symbolic(&n, 1, "n");
#endif
    xor_list(n);
    containers(n);
    relative(n);
    compressed(n);
    aligned(n);
    swap(n);
    bytes(n);
    return 0;
}
