/* A set of terms that is emptied in no time: one stamp a term id. */
#ifndef SOLVER_MARKS_H
#define SOLVER_MARKS_H

#include "base/alloc.h"
#include "expr/expr.h"

#include <string.h>

struct marks {
    uint32_t *stamps;
    size_t capacity;
    uint32_t now;
};

static inline void marks_release(struct marks *marks)
{
    mem_free(marks->stamps);
    *marks = (struct marks){0};
}

static inline void marks_grow(struct marks *marks, uint32_t limit)
{
    size_t capacity = (size_t)limit + limit / 2 + 64;
    marks->stamps = mem_resize(marks->stamps, capacity * sizeof *marks->stamps);
    memset(marks->stamps + marks->capacity, 0, (capacity - marks->capacity) * sizeof *marks->stamps);
    marks->capacity = capacity;
}

/* Empties the set and makes room for every id below limit. */
static inline void marks_clear(struct marks *marks, uint32_t limit)
{
    if (limit > marks->capacity)
        marks_grow(marks, limit);
    if (++marks->now == 0) {
        memset(marks->stamps, 0, marks->capacity * sizeof *marks->stamps);
        marks->now = 1;
    }
}

static inline bool marks_has(const struct marks *marks, expr_t term)
{
    return term < marks->capacity && marks->stamps[term] == marks->now;
}

/* false if it was in the set already */
static inline bool marks_add(struct marks *marks, expr_t term)
{
    if (term >= marks->capacity)
        marks_grow(marks, term + 1);
    if (marks->stamps[term] == marks->now)
        return false;
    marks->stamps[term] = marks->now;
    return true;
}

#endif
