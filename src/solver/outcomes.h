/* What conjuncts are for the values of their input bytes, up to names: those of
 * one byte for every value, those of two for the pairs of values that were
 * looked at. A conjunct is evaluated once (lanes.h); what it came to is kept
 * under its key (query_key.h), the key of a query with no other conjunct. So it
 * holds for every conjunct with that key, whatever its bytes and, where no
 * address matters, its objects are called; and for its negation the other way round.
 *
 * Only what was learnt is known: to look something up evaluates nothing. */
#ifndef SOLVER_OUTCOMES_H
#define SOLVER_OUTCOMES_H

#include "solver/query_key.h"
#include "solver/truths.h"

/* Which conjunct: */
struct outcome {
    unsigned count;    /* its bytes, 1 or 2; 0: none, or more, or nobody can say what it is */
    uint32_t bytes[2]; /* variables, in the order of its form */
    uint32_t number;   /* 0: nothing is known */
    bool negated;      /* of what is known */
};

/* For a value of the first of two bytes, by value of the other; or, of one byte, by its value. */
struct outcome_row {
    struct byte_set known, holds; /* holds: among the known */
};

struct outcomes;

/* Owns neither. */
struct outcomes *outcomes_new(struct exprs *, struct keys *, struct truths *);
void outcomes_free(struct outcomes *);

/* breaks  what query_key.h says of the query whose key was made last */
struct outcome outcomes_find(struct outcomes *, expr_t term);
/* For this value of the first of two bytes; of one byte it does not matter. */
struct outcome_row outcomes_row(const struct outcomes *, const struct outcome *, uint8_t first);

/* Evaluates the term, which outcomes_find() gave this for: of one byte for all
 * values, of two for what these sets can be. Gives the work that it took, see lanes.h. */
size_t outcomes_learn(struct outcomes *, expr_t term, const struct outcome *, const struct byte_set sets[2]);

#endif
