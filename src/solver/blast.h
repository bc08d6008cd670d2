/* The bit-blasting back end: terms become gates, once; a query's cone of gates
 * becomes clauses; a SAT search answers.
 *
 * Answers and models depend on the query alone, not on what was asked before. */
#ifndef SOLVER_BLAST_H
#define SOLVER_BLAST_H

#include "solver/solver.h"

enum blast_engine {
    BLAST_AUTO, /* our own search; CaDiCaL when its conflict budget is used up */
    BLAST_CADICAL,
};

/* "unknown" when out of time, or for a query with floating-point operations. */
struct solver *blast_solver_new(struct exprs *, struct solver_stats *, enum blast_engine);
/* These are what somebody else knows of conditions on one byte, with tables or without. Not owned. */
struct truths;
void blast_solver_truths(struct solver *, struct truths *);
/* Reads cell by cell, as solvers without --arrays=value do it: a comparison of
 * the index for every cell of the array. What one measures against. */
void blast_solver_cell_by_cell(struct solver *);
/* Reads wait for a model from so many ranges on, and more for each store at a symbolic
 * index: for tests and measurements. */
void blast_solver_lazy(struct solver *, uint32_t ranges, uint32_t per_store);

#endif
