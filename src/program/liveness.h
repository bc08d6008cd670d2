/* Private to program/: blocks of the lowered code and what lives across them. */
#ifndef PROGRAM_LIVENESS_H
#define PROGRAM_LIVENESS_H

#include "program/lower.h"

struct code_block {
    uint32_t start, end; /* first and last instruction */
    uint32_t successors[2];
    uint32_t successor_count;
    int32_t switch_table; /* more successors, or -1 */
    bool indirect;        /* any block whose address is taken follows */
};

/* Only registers that are used in more than one block have bits. */
struct liveness {
    struct function_lowering *f;
    uint32_t *block_of; /* per instruction */
    VECTOR(struct code_block) blocks;
    uint32_t *number; /* per virtual register: its bit, or UINT32_MAX */
    uint32_t *global; /* the reverse */
    uint32_t global_count;
    size_t words;
    uint64_t *in, *out; /* per block, `words` each */
    uint64_t *uses, *defines;
    uint32_t *home; /* per virtual register: the first block that uses it */
    uint32_t block; /* being visited */
};

void liveness_init(struct liveness *, struct function_lowering *);
void liveness_release(struct liveness *);
bool live_out(const struct liveness *, uint32_t block, uint32_t reg);
/* Neither constant nor parameter. */
bool is_temporary(const struct function_lowering *, uint32_t reg);

#endif
