// What a program sees of addresses (printed, hashed, ordered, compared, their
// difference) is the same before and after their objects are put together, and
// an address that was taken apart before still leads to its object.
// RUN: %ramify --memory=fork --check-memory --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=merge --check-memory --output-dir=%t.merge %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=segments --check-memory --output-dir=%t.segments %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --check-memory --output-dir=%t.dynamic %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=auto --check-memory --output-dir=%t.auto %s 2>&1 | %FileCheck %s
// RUN: jq -e '.segments.created > 0' %t.dynamic/summary.json %t.segments/summary.json
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 4 };
struct seen {
    char printed[COUNT][32];
    unsigned hashed[COUNT];
    int below[COUNT][COUNT];
    long apart[COUNT];
    uint32_t halves[COUNT][2];
};

static void look(char **members, struct seen *seen)
{
    memset(seen, 0, sizeof *seen);
    for (int i = 0; i < COUNT; i++) {
        snprintf(seen->printed[i], sizeof seen->printed[i], "%p", (void *)members[i]);
        seen->hashed[i] = (unsigned)((uintptr_t)members[i] * 2654435761u >> 7) % 37;
        seen->apart[i] = (long)((uintptr_t)members[i] - (uintptr_t)members[0]);
        seen->halves[i][0] = (uint32_t)(uintptr_t)members[i];
        seen->halves[i][1] = (uint32_t)((uintptr_t)members[i] >> 32);
        for (int k = 0; k < COUNT; k++)
            seen->below[i][k] = members[i] < members[k];
    }
}

int main(void)
{
    char *members[COUNT];
    struct seen before, after;
    for (int i = COUNT; i-- > 0;) /* not in order of address */
        members[i] = calloc(1, 24);
    look(members, &before);
    unsigned which = klee_range(0, COUNT, "which"), place = klee_range(0, 24, "place");
    char *chosen = members[which];
    chosen[place] = 'a';
    look(members, &after);
    klee_assert(!memcmp(&before, &after, sizeof before));
    klee_assert(chosen == members[which] && chosen - members[which] == 0);
    klee_assert((uintptr_t)chosen - (uintptr_t)members[0] == (uintptr_t)before.apart[which]);
    klee_assert((chosen < members[1]) == before.below[which][1]);
    klee_assert(members[which][place] == 'a');
    for (unsigned i = 0; i < COUNT; i++) {
        char *found = (char *)((uintptr_t)before.halves[i][1] << 32 | before.halves[i][0]);
        klee_assert(found == members[i] && found[5] == (i == which && place == 5 ? 'a' : 0));
        found[6] = (char)(i + 1);
        klee_assert(members[i][6] == (char)(i + 1));
    }
    klee_assert(chosen[6] == (char)(which + 1));
    return 0;
}
// CHECK: done: errors = 0
