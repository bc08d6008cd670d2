/* System calls that fail in a native run because the test says so (--max-fail):
 * the same call of the same kind as inside the engine. */
#ifndef RESULT_FAULTS_H
#define RESULT_FAULTS_H

#include "result/ktest.h"

#include <stdbool.h>

enum fault {
#define FAULT(kind, error, other) FAULT_##kind,
#define CALL(kind, name)
#include "../runtime/system/faults.def"
#undef FAULT
#undef CALL
    FAULT_COUNT
};

struct faults {
    int allowed;         /* calls that may fail at all */
    int at[FAULT_COUNT]; /* which call of each kind does, negative: with its other error; 0: none */
};

/* What the test says of its KIND_fail inputs. */
void faults_read(struct faults *, const struct ktest *, int allowed);

/* In the process that is about to become the program: from here on a process
 * beside it decides about its calls. What is done with its shared libraries and
 * the file in which it counts its coverage (LLVM_PROFILE_FILE) never fails and
 * is not counted. Returns false where the system does not let us. */
bool faults_arrange(const struct faults *);

#endif
