/* Private to program/: which lines of the source a basic block has, noted before slots become registers: what
 * is left of `int n = 0;` then may be nothing. */
#ifndef PROGRAM_LINES_H
#define PROGRAM_LINES_H

#include "base/table.h"
#include "base/vector.h"

#include <llvm-c/Core.h>

struct lines {
    VECTOR(LLVMMetadataRef) locations; /* one for each line, in order, block by block */
    struct table blocks;               /* LLVMBasicBlockRef -> first of its locations << 32 | how many */
};

/* Of the functions with these names (hashes). */
void lines_note(struct lines *, LLVMModuleRef, const struct table *user_names);
void lines_release(struct lines *);

struct function_lowering;

/* The block's code is at start .. end. */
void lines_place(struct function_lowering *, LLVMBasicBlockRef, uint32_t start, uint32_t end);
/* What is left of the block's code is known: a line without any is executed with an instruction that stays,
 * which is marked in `kept`. */
void lines_anchor(struct function_lowering *, const bool *dead, bool *kept);

#endif
