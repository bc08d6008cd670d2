/* System calls that fail (--max-fail): the number of the call that does, of
 * each kind, is an input. */
#include "system.h"

#include <asm/unistd.h>

enum fault {
#define FAULT(kind, error, other) FAULT_##kind,
#define CALL(kind, name)
#include "faults.def"
#undef FAULT
    FAULT_COUNT
};

static const struct {
    const char *input;
    int error, other;
} kinds[] = {
#define FAULT(kind, error, other) {#kind "_fail", error, other},
#include "faults.def"
#undef FAULT
#undef CALL
};

static int *fails_at[FAULT_COUNT];
static int calls[FAULT_COUNT];

void faults_allow(int count)
{
    SYSTEM->failures = count;
    for (int i = 0; count && i < FAULT_COUNT; i++) {
        fails_at[i] = malloc(sizeof(int));
        klee_make_symbolic(fails_at[i], sizeof(int), kinds[i].input);
    }
}

static enum fault kind_of(long number)
{
    switch (number) {
#define FAULT(kind, error, other)
#define CALL(kind, name) \
    case __NR_##name:    \
        return FAULT_##kind;
#include "faults.def"
    default:
        return FAULT_COUNT;
    }
}

int fault(long number)
{
    enum fault kind = SYSTEM->failures ? kind_of(number) : FAULT_COUNT;
    if (kind == FAULT_COUNT)
        return 0;
    int error = 0, call = ++calls[kind];
    if (*fails_at[kind] == call)
        error = kinds[kind].error;
    else if (kinds[kind].other && *fails_at[kind] == -call)
        error = kinds[kind].other;
    SYSTEM->failures -= error != 0;
    return error;
}
