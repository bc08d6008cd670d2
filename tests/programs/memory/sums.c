// Sums, differences and exclusive ors of the addresses of two objects are numbers that remember both: what comes out
// when one is taken away again points into the other, whichever it is and however the number was kept.
// RUN: %ramify --cflags=-O0 --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.optimised %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --check-memory --output-dir=%t.some %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --memory=fork --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags=-DSYMBOLIC --memory=dynamic --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --pointers=addresses --output-dir=%t.addresses %s 2>&1 | %FileCheck %s
// RUN: %ramify --cflags="-O0 -DSYMBOLIC" --pointers=numbers --output-dir=%t.numbers %s 2>&1 | %FileCheck %s
// CHECK-NOT: ERROR
// CHECK: partially completed paths = 0
// CHECK: errors = 0
#include <assert.h>
#include <klee/klee.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uintptr_t word;
static int global[4] = {10, 11, 12, 13};
static int other[4] = {20, 21, 22, 23};
static int third[4] = {30, 31, 32, 33};

static void same(int *made, int *wanted)
{
    assert(made == wanted);
    assert(*made == *wanted);
    assert(made[1] == wanted[1]);
    int before = *wanted;
    *made = 99;
    assert(*wanted == 99);
    *wanted = before;
}

static word hide;

#define W(p) ((word)(p))

static void all(int *p, int *q)
{
    same((int *)(W(p) + (W(q) - W(p))), q);
    same((int *)((W(q) - W(p)) + W(p)), q);
    same((int *)(W(p) - W(p) + W(q)), q);
    same((int *)((W(p) + W(q)) - W(p)), q);
    same((int *)(W(p) - (W(p) - W(q))), q);
    same((int *)(W(q) ^ W(p) ^ W(p)), q);
    same((int *)((W(q) ^ W(p)) ^ W(p)), q);
    same((int *)((char *)p + ((char *)q - (char *)p)), q);
    same(p + (q - p), q);
    same(&p[q - p], q);
    word negated = 0 - W(p);
    same((int *)(W(p) + (W(q) + negated)), q);
    word link = W(p) ^ W(q);
    same((int *)(link ^ W(q)), p);
    same((int *)(link ^ W(p)), q);
    /* relative pointers in memory */
    ptrdiff_t relative = (char *)q - (char *)&relative;
    same((int *)((char *)&relative + relative), q);
    int narrow = (int)(W(q) - W(p));
    if (narrow == (ptrdiff_t)(W(q) - W(p)))
        same((int *)(W(p) + (ptrdiff_t)narrow), q);
    unsigned compressed = (unsigned)((W(q) - W(p)) >> 2);
    if ((word)compressed << 2 == W(q) - W(p))
        same((int *)(W(p) + ((word)compressed << 2)), q);
    /* halves */
    unsigned halves[2];
    memcpy(halves, &q, 8);
    int *r;
    memcpy(&r, halves, 8);
    same(r, q);
    same((int *)((word)halves[1] << 32 | halves[0]), q);
    word plain = (word)halves[1] << 32 | halves[0];
    same((int *)(W(p) + (plain - W(p))), q);
    same((int *)(W(p) + (W(q) - (plain - W(q) + W(p)))), q);
    /* tags */
    word tagged = W(q) | 1;
    same((int *)(tagged & ~(word)1), q);
    same((int *)(tagged - 1), q);
    same((int *)((W(p) + (tagged - W(p))) & ~(word)7), q);
    same((int *)((W(q) + 3) & ~(word)3), q);
    word difference = W(q) - W(p);
    memcpy(&hide, &difference, sizeof hide);
    same((int *)(W(p) + hide), q);
    assert((W(p) < W(q)) == ((ptrdiff_t)(W(q) - W(p)) > 0));
    assert((W(q) - W(p)) + (W(p) - W(q)) == 0);
}

int main(void)
{
    unsigned char k;
    klee_make_symbolic(&k, 1, "k");
#ifdef SYMBOLIC
    int *q = k % 3 == 0 ? global : k % 3 == 1 ? other : third;
    all(third, q);
    all(q, third);
#else
    all(global, other);
    all(other, global);
    all(global, global);
#endif
    return 0;
}
