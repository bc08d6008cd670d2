/* A symbolic pointer taken apart: "if this then object a at offset x, else if
 * that then object b at offset y, else null". Where a pointer's term shows such
 * a structure, its targets are known without the solver, and what is read
 * through it is chosen by the guards, with no arithmetic on addresses. */
#ifndef MEMORY_CASES_H
#define MEMORY_CASES_H

#include "memory/object.h"

struct pointer_case {
    expr_t guard;    /* this case holds; the guards of all cases are disjoint, and one holds */
    uint32_t object; /* 0: no object, and the offset is the address itself: a constant, or below PAGE */
    expr_t offset;   /* from the object's base */
};

struct pointer_cases {
    struct pointer_case *data;
    size_t count, capacity;
};

/* false: the term does not show its cases (and nothing is to be released). */
bool pointer_cases(struct exprs *, expr_t pointer, struct pointer_cases *);
void pointer_cases_release(struct pointer_cases *);

/* left = right (64 bits), decided case by case where that is sure to give the
 * same: distinct objects have distinct addresses, and none but a fixed one is at the null page. */
expr_t pointer_equal(struct exprs *, const struct objects *, expr_t left, expr_t right);

#endif
