/* Clauses in flat arrays, ready to be loaded in bulk. A literal is
 * 2 * variable + negated; variables count from 0. */
#ifndef SOLVER_CNF_H
#define SOLVER_CNF_H

#include "base/vector.h"

#include <stddef.h>
#include <stdint.h>

struct cnf {
    uint32_t variables;
    VECTOR(uint8_t) phases; /* the value to try first, 1 for false; empty: false for all */
    VECTOR(uint32_t) units;
    VECTOR(uint32_t) binaries; /* pairs */
    /* of three literals and more: size, literals, size, literals, …; the first
     * word is not used, so that no clause is at 0. A search may reorder the
     * literals of a clause and add what it learns behind. */
    VECTOR(uint32_t) clauses;
};

static inline void cnf_clear(struct cnf *cnf)
{
    cnf->variables = 0;
    vector_clear(&cnf->phases);
    vector_clear(&cnf->units);
    vector_clear(&cnf->binaries);
    vector_reserve(&cnf->clauses, 1);
    cnf->clauses.count = 1;
}

static inline void cnf_release(struct cnf *cnf)
{
    vector_release(&cnf->phases);
    vector_release(&cnf->units);
    vector_release(&cnf->binaries);
    vector_release(&cnf->clauses);
}

/* A clause of any size but 0; no literal twice, not a literal and its negation. */
static inline void cnf_add(struct cnf *cnf, const uint32_t *literals, size_t count)
{
    if (count == 1)
        vector_push(&cnf->units, literals[0]);
    else if (count == 2) {
        vector_push(&cnf->binaries, literals[0]);
        vector_push(&cnf->binaries, literals[1]);
    } else {
        vector_push(&cnf->clauses, (uint32_t)count);
        for (size_t i = 0; i < count; i++)
            vector_push(&cnf->clauses, literals[i]);
    }
}

#endif
