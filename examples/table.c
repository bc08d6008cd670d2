/* A hash table that is full, and a loop that never ends.
 *
 * Looking for a key in a full table of another's keys walks in circles. A path
 * that runs for too long is set aside and gets its test; nothing is lost and
 * the run ends.
 *
 *     ramify --max-path-instructions=10000 examples/table.c
 */
#include <klee/klee.h>

enum { SLOTS = 4 };
static unsigned char keys[SLOTS]; /* 0: free */

static unsigned char *slot(unsigned char key)
{
    unsigned at = key % SLOTS;
    while (keys[at] && keys[at] != key)
        at = (at + 1) % SLOTS;
    return &keys[at];
}

int main(void)
{
    unsigned char added[SLOTS], wanted;
    klee_make_symbolic(added, sizeof added, "added");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    for (int i = 0; i < SLOTS; i++) {
        klee_assume(added[i] % SLOTS == 0);
        *slot(added[i]) = added[i];
    }
    klee_assume(wanted % SLOTS == 0);
    return *slot(wanted) != wanted;
}

// RUN: %ramify --max-path-instructions=10000 %s
// RUN: jq -r '"\(.status), set aside: \(.paths.partial), errors: \(.errors | length)"' ramify-last/summary.json | %FileCheck %s
// CHECK: partial, set aside: 1, errors: 0
