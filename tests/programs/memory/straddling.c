// Records with pointers move within an object that is cut into pieces smaller than what moves: the bytes that
// reach beyond a piece are written, too, also where the path leaves the offset one value.
// RUN: %ramify --cache=none --split=16 --split-threshold=8 --check-memory --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --cache=none --split=16 --cflags="-DCOUNT=40 -DTURNS=24" --check-memory --output-dir=%t.many %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=fork --split=32 --split-threshold=8 --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --arrays=off --split=8 --split-threshold=8 --output-dir=%t.off %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <string.h>

#ifndef COUNT
#define COUNT 3
#define TURNS 2
#endif

struct pair {
    int *p, *q;
    long k;
};

static int G[COUNT + 1];

static void words(unsigned char b)
{
    // the last piece is shorter than the access
    long word, plain[] = {1, 2, 3, 4, 5};
    unsigned char bytes[sizeof plain + 4];
    memcpy(bytes, plain, sizeof plain);
    memcpy(bytes + sizeof plain, "abcd", 4);
    memcpy(&word, bytes + 8 * (b & 3) + 4, 8);
    klee_assert((unsigned long)word == (2ul + (b & 3)) << 32);
    memcpy(&word, bytes + 32 + (b & 4), 8);
    klee_assert(word == (b & 4 ? 0x6463626100000000l : 5));
}

int main(void)
{
    unsigned char b = klee_range(0, 256, "b");
    for (int i = 0; i < TURNS; i++)
        if ((b & 31) == (16 + i) % 32)
            break;
    struct pair a[COUNT];
    memset(a, 0, sizeof a);
    for (int i = 0; i <= COUNT; i++)
        G[i] = 10 * (i + 1);
    for (int i = 0; i < COUNT; i++)
        a[i] = (struct pair){&G[i], &G[i + 1], i * 5};
    memmove(&a[b & 1], &a[0], 2 * sizeof a[0]);
    klee_assert(*a[2].q == (b & 1 ? 30 : 40));
    klee_assert(*a[1].p == (b & 1 ? 10 : 20) && a[1].k == (b & 1 ? 0 : 5));
    words(b);
    return 0;
}
// CHECK: done: partially completed paths = 0
// CHECK: done: errors = 0
