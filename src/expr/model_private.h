/* The model as the evaluator sees it. */
#ifndef EXPR_MODEL_PRIVATE_H
#define EXPR_MODEL_PRIVATE_H

#include "expr/model.h"

struct model {
    uint32_t references;
    uint32_t limit; /* variables at or past this are not defined */
    uint8_t *bytes;
    uint64_t *defined; /* one bit a variable */
    uint32_t count;    /* variables that are defined */
    /* Whose remembered values are those of this model, and since when; a
     * change forgets it. See eval.c. */
    const struct exprs *evaluated_by;
    uint32_t evaluated_epoch;
};

#endif
