/* System calls that fail (--max-fail): the number of the call that does, of
 * each kind, is an input. */
#include "system.h"

static int *fails_at[FAULT_COUNT];
static int calls[FAULT_COUNT];

static const char *const names[] = {
#define X(name) #name "_fail",
    FAULTS(X)
#undef X
};

void faults_allow(int count)
{
    SYSTEM->failures = count;
    for (int i = 0; count && i < FAULT_COUNT; i++) {
        fails_at[i] = malloc(sizeof(int));
        klee_make_symbolic(fails_at[i], sizeof(int), names[i]);
    }
}

int fault(enum fault kind)
{
    if (!SYSTEM->failures || *fails_at[kind] != ++calls[kind])
        return 0;
    SYSTEM->failures--;
    return 1;
}
