// Writes through pointers with several targets, at constant and at symbolic
// offsets, are seen by every later read, and only where the pointer pointed.
// RUN: %ramify --memory=merge --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=segments --check-memory --output-dir=%t.segments %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --check-memory --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=auto --check-memory --output-dir=%t.auto %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdlib.h>

struct pair {
    long first;
    int second[8];
    struct pair *other;
};

int main(void)
{
    struct pair *pairs[3];
    for (int i = 0; i < 3; i++) {
        pairs[i] = calloc(1, sizeof **pairs);
        pairs[i]->first = i;
    }
    for (int i = 0; i < 3; i++)
        pairs[i]->other = pairs[(i + 2) % 3];
    unsigned which = klee_range(0, 3, "which"), place = klee_range(0, 8, "place");
    struct pair *chosen = pairs[which];
    chosen->first = 100;
    chosen->second[place] = 7;
    chosen->other->second[place] = 8;
    for (unsigned i = 0; i < 3; i++) {
        klee_assert(pairs[i]->first == (i == which ? 100 : i));
        for (unsigned k = 0; k < 8; k++)
            klee_assert(pairs[i]->second[k] ==
                        (k != place ? 0 : i == which ? 7 : i == (which + 2) % 3 ? 8 : 0));
    }
    klee_assert(chosen->other == pairs[(which + 2) % 3]);
    return 0;
}
// CHECK: done: errors = 0
