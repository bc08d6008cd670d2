/* Pointers that are input: nothing in them names the objects they may point to. Among
 * OTHERS objects there are four, allocated elsewhere, that are read TIMES times. */
#include <klee/klee.h>
#include <stdlib.h>

#ifndef OTHERS
#define OTHERS 200
#endif
#ifndef TIMES
#define TIMES 4
#endif

static __attribute__((noinline)) char *filler(void) { return calloc(1, 32); }
static __attribute__((noinline)) char *wanted(void) { return calloc(1, 32); }

int main(void)
{
    char *targets[4];
    int sum = 0;
    for (int i = 0; i < OTHERS; i++) {
        filler();
        if (i % (OTHERS / 4) == 0)
            targets[i / (OTHERS / 4)] = wanted();
    }
    for (int i = 0; i < TIMES; i++) {
        char *pointer;
        klee_make_symbolic(&pointer, sizeof pointer, "pointer");
        klee_assume((pointer == targets[0]) | (pointer == targets[1]) | (pointer == targets[2]) |
                    (pointer == targets[3]));
        sum += *pointer;
    }
    return sum;
}
