/* Random terms over two small inputs, for tests that compare two answers. */
#ifndef TESTS_RANDOM_TERMS_H
#define TESTS_RANDOM_TERMS_H

#include "base/rng.h"
#include "expr/expr.h"

struct random_terms {
    struct exprs *exprs;
    struct rng rng;
    expr_t x, y; /* inputs of 6 and 5 bytes */
    bool arrays; /* reads at symbolic indices, stores, constant arrays */
    bool floats;
};

static inline uint64_t random_below(struct random_terms *r, uint64_t limit)
{
    return rng_below(&r->rng, limit);
}

static inline void random_terms_init(struct random_terms *r, struct exprs *exprs, uint64_t seed)
{
    *r = (struct random_terms){.exprs = exprs, .rng = {.state = seed}};
    r->x = expr_input(exprs, "x", 6);
    r->y = expr_input(exprs, "y", 5);
}

static inline expr_t random_term(struct random_terms *r, unsigned width, int depth);

static inline expr_t random_array(struct random_terms *r, int depth)
{
    static const uint8_t bytes[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
    uint64_t pick = depth > 0 ? random_below(r, 5) : random_below(r, 3);
    if (pick == 0)
        return r->x;
    if (pick == 1)
        return r->y;
    if (pick == 2)
        return expr_bytes(r->exprs, bytes, sizeof bytes);
    expr_t array = random_array(r, depth - 1);
    expr_t index = expr_zext(r->exprs, random_term(r, 3, depth - 1), 64);
    return expr_store(r->exprs, array, index, random_term(r, 8, depth - 1));
}

static inline expr_t random_leaf(struct random_terms *r, unsigned width)
{
    struct exprs *e = r->exprs;
    if (random_below(r, 4) == 0)
        return expr_const(e, width, random_below(r, 2) ? rng_next(&r->rng) : random_below(r, 9));
    bool first = random_below(r, 2);
    expr_t index = expr_const(e, 64, random_below(r, first ? 6 : 5));
    expr_t byte = expr_read(e, first ? r->x : r->y, index);
    if (width <= 8)
        return expr_extract(e, byte, (unsigned)random_below(r, 9 - width), width);
    return random_below(r, 2) ? expr_zext(e, byte, width) : expr_sext(e, byte, width);
}

static inline expr_t random_float_term(struct random_terms *r, unsigned width, int depth)
{
    static const enum expr_kind binary[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV};
    static const enum expr_kind compare[] = {EXPR_FEQ, EXPR_FLT, EXPR_FLE};
    struct exprs *e = r->exprs;
    unsigned operand = random_below(r, 2) ? 32 : 64;
    if (width == 1)
        return expr_binary(e, compare[random_below(r, 3)], random_term(r, operand, depth - 1),
                           random_term(r, operand, depth - 1));
    if (width != 32 && width != 64)
        return expr_float_unary(e, random_below(r, 2) ? EXPR_FTOS : EXPR_FTOU,
                                random_term(r, operand, depth - 1), width);
    switch (random_below(r, 5)) {
    case 0:
        return expr_float_unary(e, EXPR_FSQRT, random_term(r, width, depth - 1), width);
    case 1:
        return expr_float_unary(e, EXPR_FCAST, random_term(r, width == 32 ? 64 : 32, depth - 1), width);
    case 2:
        return expr_float_unary(e, random_below(r, 2) ? EXPR_STOF : EXPR_UTOF, random_term(r, 24, depth - 1),
                                width);
    default:
        return expr_binary(e, binary[random_below(r, 4)], random_term(r, width, depth - 1),
                           random_term(r, width, depth - 1));
    }
}

static inline expr_t random_term(struct random_terms *r, unsigned width, int depth)
{
    struct exprs *e = r->exprs;
    if (depth <= 0)
        return random_leaf(r, width);
    if (r->floats && random_below(r, 3) == 0)
        return random_float_term(r, width, depth);
    if (r->arrays && width == 8 && random_below(r, 2) == 0)
        return expr_read(e, random_array(r, 2), expr_zext(e, random_term(r, 4, depth - 1), 64));
    unsigned other = 1 + (unsigned)random_below(r, 16);
    switch (random_below(r, width == 1 ? 12 : 10)) {
    case 0:
        return random_leaf(r, width);
    case 1:
        return expr_not(e, random_term(r, width, depth - 1));
    case 2:
        return expr_ite(e, random_term(r, 1, depth - 1), random_term(r, width, depth - 1),
                        random_term(r, width, depth - 1));
    case 3:
        return expr_extract(e, random_term(r, width + other, depth - 1), (unsigned)random_below(r, other + 1),
                            width);
    case 4:
        if (width == 1)
            break;
        other = 1 + (unsigned)random_below(r, width - 1);
        return random_below(r, 2) ? expr_zext(e, random_term(r, other, depth - 1), width)
                                  : expr_sext(e, random_term(r, other, depth - 1), width);
    case 5:
        if (width == 1)
            break;
        other = 1 + (unsigned)random_below(r, width - 1);
        return expr_concat(e, random_term(r, width - other, depth - 1), random_term(r, other, depth - 1));
    case 10:
    case 11:
        other = random_below(r, 2) ? 8 : other;
        return expr_binary(e, EXPR_EQ + (enum expr_kind)random_below(r, EXPR_SLE - EXPR_EQ + 1),
                           random_term(r, other, depth - 1), random_term(r, other, depth - 1));
    default:
        break;
    }
    return expr_binary(e, EXPR_ADD + (enum expr_kind)random_below(r, EXPR_ASHR - EXPR_ADD + 1),
                       random_term(r, width, depth - 1), random_term(r, width, depth - 1));
}

#endif
