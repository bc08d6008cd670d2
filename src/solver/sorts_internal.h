/* What sorts.c and sorts_array.c share. */
#ifndef SOLVER_SORTS_INTERNAL_H
#define SOLVER_SORTS_INTERNAL_H

#include "base/table.h"
#include "base/vector.h"
#include "expr/progression.h"
#include "solver/sorts.h"

enum sort_kind { SORT_INT, SORT_POINTER, SORT_DIFFERENCE, SORT_DEPENDENT };

struct sort {
    enum sort_kind kind;
    bool may_be_int;   /* of a pointer: or a number between int_low and int_high */
    bool one_base;     /* of a pointer: only `base` */
    expr_t base;       /* of a difference: what is subtracted */
    uint32_t shift;    /* of a difference: added to what is past the end */
    uint32_t needs;    /* list of what must hold for this to be so; 0: nothing */
    int64_t low, high; /* offsets */
    int64_t room;      /* least bytes from the offset to the object's end */
    int64_t int_low, int_high;
};

/* The sum of scale * term, without overflow, is at most the limit. */
enum { NEED_TERMS = 3 };
struct need {
    expr_t terms[NEED_TERMS]; /* 0: no more */
    uint64_t scales[NEED_TERMS];
    uint64_t limit;
};

struct needs_node {
    struct need need;
    uint32_t next; /* 0: the last */
};

struct sorts {
    struct exprs *exprs;
    struct table of_term; /* → place in all */
    struct table of_read; /* array, progression → place in all */
    VECTOR(struct sort) all;
    VECTOR(struct needs_node) needs;
    struct sorts *with_literals; /* the same for queries that are agnostic with these only; NULL there */
    bool literally;              /* the query at hand is one */
    struct table literals;       /* base symbols that are numbers */
    VECTOR(expr_t) proposed;     /* to become so */
    struct table bounds;         /* of the query at hand: term → largest value */
    struct table least;          /* the same: terms that are not negative */
};

extern const struct sort sort_int, sort_dependent;

/* Deeper terms are dependent: nobody writes such pointers. */
enum { SORT_DEPTH = 400 };

struct sort sort_of(struct sorts *, expr_t term, unsigned depth);
/* Either of two, by a choice that no layout changes. */
struct sort sort_join(struct sorts *, const struct sort *, const struct sort *);
/* Of two lists; UINT32_MAX: too many */
uint32_t needs_union(struct sorts *, uint32_t, uint32_t);
bool int_is_no_address(int64_t low, int64_t high);

/* Of the 8 bytes that are read at an index; the term is a concat of reads. */
bool is_word(struct sorts *, expr_t concat, expr_t *array, expr_t *index);
struct sort sort_of_word(struct sorts *, expr_t array, expr_t index, unsigned depth);
/* Of a byte that is read. */
struct sort sort_of_byte(struct sorts *, expr_t array, expr_t index, unsigned depth);

#endif
