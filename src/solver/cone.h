/* The cone of a query: the gates its roots depend on, as clauses. A gate that
 * matters in one polarity only has the clauses of that one (Plaisted, Greenbaum).
 *
 * Variables are numbered in the order in which they are met from the roots,
 * inputs first, so that the clauses depend on the structure of the query alone. */
#ifndef SOLVER_CONE_H
#define SOLVER_CONE_H

#include "base/budget.h"
#include "solver/cnf.h"
#include "solver/gates.h"

struct cone_mark {
    uint32_t epoch; /* the mark is valid if this is the cone's epoch */
    uint32_t place; /* in inputs or inner, with flags below: see cone.c */
};

struct cone {
    struct cnf cnf;
    VECTOR(uint32_t) inputs;        /* numbers of gates; the variable of an input is its place */
    VECTOR(uint32_t) inner;         /* the variable of an inner gate is its place behind the inputs */
    VECTOR(struct cone_mark) marks; /* by number of gate */
    VECTOR(gate_t) roots;
    VECTOR(uint32_t) origins; /* of each root, and of each unit: which of those given it is a part of */
    VECTOR(uint32_t) queue;   /* gates whose operands are to be met */
    uint32_t epoch;
    struct budget *budget; /* NULL: it takes as long as it takes */
    bool is_left;          /* the budget was spent before the clauses were whole: they mean nothing */
};

void cone_release(struct cone *);
/* To be called when the gates were cleared. */
void cone_forget(struct cone *);
/* Fills cnf with clauses that can hold exactly if all roots can; unless it is left.
 * returns false if one of the roots is false outright: origins has its number */
bool cone_collect(struct cone *, const struct gates *, const gate_t *roots, size_t count);

#endif
