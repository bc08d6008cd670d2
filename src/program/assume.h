/* Assumptions without branches: klee_assume(a && b) must not fork.
 *
 * clang makes a short-circuit into branches that meet in a phi. Where such a
 * phi feeds an assumption and what was branched around is free of effects and
 * cannot fail, both sides are computed and the phi becomes a select: the same
 * value, one path. */
#ifndef PROGRAM_ASSUME_H
#define PROGRAM_ASSUME_H

#include <llvm-c/Types.h>

/* needs   stack slots promoted to registers (else it finds little)
 * breaks  that memory is only read where the program reads it: variables that
 *         were never written may be read, so not for --check-uninit
 * keeps   what the program computes; the module stays valid */
void program_flatten_assumes(LLVMModuleRef);

#endif
