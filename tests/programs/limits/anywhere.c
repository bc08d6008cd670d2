// The end of a run is seen in the middle of whatever it does, and what was promised is written.
// MATRIX: no
// RUN: for kind in 1 2 3 4 5 6; do for steps in 1 2000 40000; do %ramify --max-steps=$steps --cflags=-DKIND=$kind %s && jq -e '.status == "halted" and .reason == "enough steps (--max-steps)" and .errors == [] and .paths.completed == 0 and .paths.partial + .paths.undecided > 0' ramify-last/summary.json || exit 1; done; done
// What there is no memory for ends early, not the run.
// RUN: %ramify --max-memory=300 --cflags=-DKIND=7 %s
// RUN: jq -e '.status == "partial" and .paths.completed == 2 and .paths.partial == 1 and .paths.evicted == 1' ramify-last/summary.json
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static unsigned char table[256], many[200000];
static char *objects[4000];

int main(void)
{
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
#if KIND == 1 /* a deep term */
    for (unsigned i = 0; i < 100000; i++)
        x = x * y + i;
#elif KIND == 2 /* through a table */
    for (unsigned i = 0; i < 256; i++)
        table[i] = i * 167 ^ i >> 3;
    for (unsigned i = 0; i < 100000; i++)
        x = (x << 3) ^ table[(x ^ i) & 255] ^ y;
#elif KIND == 3 /* a wide one */
    klee_make_symbolic(many, sizeof many, "many");
    for (unsigned i = 0; i + 1 < sizeof many; i++)
        x += many[i] * many[i + 1] ^ i;
#elif KIND == 4 /* many bytes at once */
    char *from = malloc(1 << 28), *to = malloc(1 << 28);
    memset(from, 1, (1 << 28) - 1);
    for (int i = 0; i < 10; i++)
        memcpy(to, from, 1 << 28);
#elif KIND == 5 /* many objects */
    for (unsigned i = 0; i < 4000; i++)
        objects[i] = malloc(16 + i % 16);
    klee_assume(x < 4000);
    *objects[x] = 1;
    x = *objects[x ^ 1];
#elif KIND == 6 /* floats, for which there is only Z3 */
    double number = (int)x;
    for (int i = 1; i < 20000; i++)
        number = number * 1.0001 + 1.0 / (number + i);
    if (number == 0.5)
        klee_warning("half");
#elif KIND == 7
    if (x == 7)
        memset(malloc(1500000000), 1, 1499999999);
#endif
    if (x == 12345)
        klee_warning("found");
    return 0;
}
