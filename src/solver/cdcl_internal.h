/* The state of our SAT search, shared by its parts: cdcl.c (load, propagate,
 * search), cdcl_analyze.c (learning) and cdcl_reduce.c (forgetting). */
#ifndef SOLVER_CDCL_INTERNAL_H
#define SOLVER_CDCL_INTERNAL_H

#include "solver/cdcl.h"

/* Why a variable has its value. */
#define REASON_NONE UINT32_MAX
#define REASON_BINARY(literal) ((literal) << 1 | 1) /* the other, false literal of a binary clause */
#define REASON_CLAUSE(clause) ((clause) << 1)

/* A literal's watch: when it becomes false, the clause has to be looked at
 * unless the blocker, another literal of the clause, is true. */
struct watch {
    uint32_t blocker;
    uint32_t clause; /* 0: a binary clause of the literal and the blocker */
};

struct watches {
    uint32_t first, count, capacity; /* in the pool */
};

struct conflict {
    uint32_t clause; /* 0: binary, as follows */
    uint32_t literals[2];
};

struct cdcl {
    uint32_t variables, capacity; /* capacity: variables there is room for */
    int8_t *values;               /* by literal: 1 true, -1 false, 0 open */
    uint32_t *levels, *reasons;   /* by variable */
    int8_t *phases;               /* by variable: the value it had last, as the sign of a literal */
    uint8_t *seen;                /* by variable: see cdcl_analyze.c */
    struct watches *watches;      /* by literal */
    VECTOR(struct watch) pool;

    uint32_t *trail;
    uint32_t trail_count, propagated;
    VECTOR(uint32_t) marks; /* of the trail, where each decision level starts */

    /* the variable to decide next: the most active one in the heap, or else in order */
    uint32_t next_variable;  /* every lower one has a value or is in the heap */
    uint32_t *heap, *places; /* places: of a variable in the heap, or NOT_IN_HEAP */
    uint32_t heap_count;
    double *activities, increment;

    struct conflict last;  /* after "no": of what holds without any decision; */
    uint32_t contradicted; /* or this is 1 + the number of a unit that an earlier one contradicts */

    struct cnf *cnf;         /* its clauses, then what was learnt, each behind a header */
    uint32_t first_learnt;   /* every clause at or behind this was learnt */
    size_t end_learnt;       /* where they ended when the search stopped */
    VECTOR(uint32_t) learnt; /* where each learnt clause is */
    uint64_t conflicts, propagations, next_reduction, next_restart;
    uint64_t last_look; /* at the budget, in propagations */
    uint32_t reductions, restarts;

    VECTOR(uint32_t) clause, stack, touched; /* of the analysis */
    uint32_t *level_stamps, stamp;
};

#define NOT_IN_HEAP UINT32_MAX

static inline uint32_t *clause_literals(struct cdcl *cdcl, uint32_t clause)
{
    return cdcl->cnf->clauses.data + clause + 1;
}
/* A learnt clause is headed by its place after the next reduction and its
 * glue: the number of decision levels it spanned when it was learnt. */
enum { LEARNT_HEADER = 2 };
static inline uint32_t *clause_glue(struct cdcl *cdcl, uint32_t clause)
{
    return cdcl->cnf->clauses.data + clause - 1;
}
static inline uint32_t *clause_new_place(struct cdcl *cdcl, uint32_t clause)
{
    return cdcl->cnf->clauses.data + clause - 2;
}
static inline uint32_t clause_size(const struct cdcl *cdcl, uint32_t clause)
{
    return cdcl->cnf->clauses.data[clause];
}

/* cdcl.c */
void cdcl_watch(struct cdcl *, uint32_t literal, struct watch);

/* cdcl_order.c: which variable next */
void cdcl_bump(struct cdcl *, uint32_t variable);
void cdcl_decay(struct cdcl *);
void cdcl_order_start(struct cdcl *);                   /* at the first conflict */
void cdcl_order_open(struct cdcl *, uint32_t variable); /* it lost its value */
uint32_t cdcl_order_next(struct cdcl *);                /* one without a value */

/* cdcl_analyze.c: fills cdcl->clause with the learnt clause, the literal to
 * assert first and one of the level to go back to second.
 * returns that level, and the clause's glue in *glue */
uint32_t cdcl_analyze(struct cdcl *, const struct conflict *, uint32_t *glue);

/* cdcl_analyze.c: marks what the conflict rests on, all without any decision. */
void cdcl_trace(struct cdcl *, const struct conflict *);
bool cdcl_was_needed(const struct cdcl *, uint32_t variable);

/* cdcl_reduce.c: forgets the worse half of what was learnt. */
void cdcl_reduce(struct cdcl *);

#endif
