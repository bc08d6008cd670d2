/* One step: take a false conjunct, wish it true, and hand wishes down. At a
 * term with two operands one is chosen, by chance among those that can fulfil
 * the wish alone; a CONCAT hands a wish to both. A wish that cannot be
 * fulfilled is dropped or becomes another, and a later step will see. Of a few
 * such ways the one is taken that leaves least false; conjuncts that stay
 * false where nothing helps weigh more and more. */
#include "solver/descent.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "solver/inverse.h"

#include <stdlib.h>
#include <string.h>

/* Ways that are tried at each step, of which the best is taken; wishes that one may follow;
 * cells of a table that are looked at for a value. */
enum { TRIES = 6, WISHES = 4096, CELLS = 4096, STEPS_OF_A_TRY = 100 };

struct wish {
    expr_t term;
    uint64_t value;
};

struct descent {
    struct exprs *exprs;
    expr_t *terms; /* the conjuncts, in an order of their own */
    uint64_t *weights;
    size_t count;
    struct model *model; /* that is looked at */
    struct rng rng;
    VECTOR(struct wish) wishes;
};

static uint64_t value_of(struct descent *at, expr_t term) { return expr_eval(at->exprs, term, at->model); }

static bool is_fixed(struct descent *at, expr_t term)
{
    enum expr_kind kind = expr_kind(at->exprs, term);
    return kind == EXPR_CONST || kind == EXPR_BASE || !expr_support(at->exprs, term)->count;
}

static void wish(struct descent *at, expr_t term, uint64_t value)
{
    if (expr_width(at->exprs, term) <= 64 && !is_fixed(at, term) && value != value_of(at, term))
        vector_push(&at->wishes, ((struct wish){term, value}));
}

/* ---- reads ---- */

/* A place in the table that holds the value: the next one from a place taken by chance on. */
static bool find_cell(struct descent *at, expr_t array, uint64_t value, uint64_t *index)
{
    uint32_t size = expr_array_size(at->exprs, array), bytes_size;
    if (!size || expr_kind(at->exprs, array) != EXPR_BYTES)
        return false;
    const uint8_t *bytes = expr_bytes_data(at->exprs, array, &bytes_size);
    uint32_t start = (uint32_t)rng_below(&at->rng, size), behind = size - start;
    uint32_t looked = size < CELLS ? size : CELLS, first = looked < behind ? looked : behind;
    const uint8_t *found = memchr(bytes + start, (int)value, first);
    if (!found)
        found = memchr(bytes, (int)value, looked - first);
    if (found)
        *index = (uint64_t)(found - bytes);
    return found;
}

static void wish_read(struct descent *at, expr_t array, expr_t index, uint64_t value)
{
    struct exprs *exprs = at->exprs;
    uint64_t place = value_of(at, index), other;
    expr_t written = 0, below = array;
    for (; expr_kind(exprs, below) == EXPR_STORE && !written; below = expr_arg(exprs, below, 0))
        if (value_of(at, expr_arg(exprs, below, 1)) == place)
            written = expr_arg(exprs, below, 2);
    bool elsewhere = !is_fixed(at, index) && rng_next(&at->rng) & 1;
    if (written && !is_fixed(at, written) && !elsewhere) {
        wish(at, written, value);
    } else if (!written && expr_kind(exprs, below) == EXPR_INPUT && place < expr_array_size(exprs, below) &&
               !elsewhere) {
        const struct input *input = exprs_input(exprs, expr_arg(exprs, below, 0));
        model_set(at->model, input->variable + (uint32_t)place, (uint8_t)value);
    } else if (!is_fixed(at, index)) {
        while (expr_kind(exprs, below) == EXPR_STORE)
            below = expr_arg(exprs, below, 0);
        if (!find_cell(at, below, value, &other))
            other = rng_below(&at->rng, (uint64_t)expr_array_size(exprs, array) + 1);
        wish(at, index, other);
    }
}

/* ---- other terms ---- */

static void wish_ite(struct descent *at, const struct expr_node *node, uint64_t value)
{
    bool yes = value_of(at, node->arg[0]);
    expr_t taken = node->arg[yes ? 1 : 2], other = node->arg[yes ? 2 : 1];
    bool turn = is_fixed(at, taken) || (value_of(at, other) == value && rng_below(&at->rng, 4)) ||
                !rng_below(&at->rng, 8);
    if (turn && !is_fixed(at, node->arg[0]))
        wish(at, node->arg[0], !yes);
    else
        wish(at, taken, value);
}

static void wish_binary(struct descent *at, const struct expr_node *node, uint64_t value)
{
    uint64_t now[2] = {value_of(at, node->arg[0]), value_of(at, node->arg[1])};
    struct inverse inverse = {.kind = (enum expr_kind)node->kind,
                              .width = expr_width(at->exprs, node->arg[0]),
                              .side = (unsigned)(rng_next(&at->rng) & 1),
                              .wanted = value};
    uint64_t found;
    for (int tries = 0; tries < 2; tries++, inverse.side ^= 1) {
        inverse.current = now[inverse.side];
        inverse.other = now[!inverse.side];
        if (!is_fixed(at, node->arg[inverse.side]) && inverse_value(&inverse, &at->rng, &found) &&
            found != inverse.current) {
            wish(at, node->arg[inverse.side], found);
            return;
        }
    }
    /* not by one of them alone */
    bool both = node->kind == EXPR_AND || node->kind == EXPR_OR;
    for (unsigned side = 0; side < 2; side++)
        if (both || (rng_next(&at->rng) & 1) == side || is_fixed(at, node->arg[!side]))
            wish(at, node->arg[side], both ? value : rng_next(&at->rng) >> (64 - inverse.width));
}

static void wish_float(struct descent *at, const struct expr_node *node, uint64_t value)
{
    enum expr_kind kind = (enum expr_kind)node->kind;
    unsigned from = expr_width(at->exprs, node->arg[0]);
    if (from > 64)
        return;
    if (expr_children(kind) == 1) {
        wish(at, node->arg[0], inverse_float_unary(kind, from, node->width, value, &at->rng));
        return;
    }
    unsigned side = is_fixed(at, node->arg[0]) ? 1 : is_fixed(at, node->arg[1]) ? 0 : rng_next(&at->rng) & 1;
    struct inverse inverse = {kind, from, side, 0, value_of(at, node->arg[!side]), value};
    wish(at, node->arg[side], inverse_float_binary(&inverse, &at->rng) & low_bits(from));
}

static void fulfil(struct descent *at, struct wish one)
{
    struct exprs *exprs = at->exprs;
    const struct expr_node node = *expr_node(exprs, one.term);
    uint64_t inner;
    switch (node.kind) {
    case EXPR_READ:
        wish_read(at, node.arg[0], node.arg[1], one.value);
        break;
    case EXPR_ITE:
        wish_ite(at, &node, one.value);
        break;
    case EXPR_NOT:
        wish(at, node.arg[0], ~one.value & low_bits(node.width));
        break;
    case EXPR_CONCAT: {
        unsigned low = expr_width(exprs, node.arg[1]); /* below 64: the other has a bit */
        wish(at, node.arg[0], one.value >> low);
        wish(at, node.arg[1], one.value & low_bits(low));
        break;
    }
    case EXPR_EXTRACT:
        if (expr_width(exprs, node.arg[0]) > 64)
            break;
        inner = value_of(at, node.arg[0]) & ~(low_bits(node.width) << node.arg[1]);
        wish(at, node.arg[0], inner | one.value << node.arg[1]);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        wish(at, node.arg[0], one.value & low_bits(expr_width(exprs, node.arg[0])));
        break;
    default:
        if (node.kind >= EXPR_ADD && node.kind <= EXPR_SLE && expr_width(exprs, node.arg[0]) <= 64)
            wish_binary(at, &node, one.value);
        else if (node.kind >= EXPR_FADD)
            wish_float(at, &node, one.value);
    }
}

/* ---- the search ---- */

static int by_hash(const void *left, const void *right, void *exprs)
{
    uint64_t a = expr_hash(exprs, *(const expr_t *)left), b = expr_hash(exprs, *(const expr_t *)right);
    return (a > b) - (a < b);
}

/* The weight of the false conjuncts, 0: there is none; and one of them, by chance. */
static uint64_t weigh(struct descent *at, struct model *model, expr_t *picked)
{
    uint64_t weight = 0, falses = 0;
    at->model = model;
    for (size_t i = 0; i < at->count; i++) {
        if (value_of(at, at->terms[i]))
            continue;
        weight += at->weights[i];
        if (!rng_below(&at->rng, ++falses))
            *picked = at->terms[i];
    }
    return weight;
}

static void step(struct descent *at, struct model *model, expr_t conjunct)
{
    at->model = model;
    vector_clear(&at->wishes);
    wish(at, conjunct, 1);
    for (unsigned done = 0; at->wishes.count && done < WISHES; done++)
        fulfil(at, vector_pop(&at->wishes));
}

/* The best of some tries to make the conjunct true, with its weight and a conjunct that is
 * then false. A reference for the caller. */
static struct model *best_step(struct descent *at, const struct model *from, expr_t *conjunct,
                               uint64_t *weight)
{
    struct model *best = NULL;
    expr_t wanted = *conjunct;
    for (unsigned i = 0; i < TRIES && !(best && !*weight); i++) {
        struct model *tried = model_copy(from);
        expr_t left = 0;
        step(at, tried, wanted);
        uint64_t score = weigh(at, tried, &left);
        if (best && score >= *weight) {
            model_unref(tried);
            continue;
        }
        model_unref(best);
        best = tried;
        *weight = score;
        *conjunct = left;
    }
    return best;
}

static struct model *search(struct descent *at, const struct model *near, unsigned steps)
{
    struct budget *budget = exprs_budget(at->exprs);
    expr_t conjunct = 0;
    struct model *model = model_copy(near);
    uint64_t weight = weigh(at, model, &conjunct);
    for (unsigned i = 0; weight && i < steps && !budget_spent(budget, STEPS_OF_A_TRY); i++) {
        expr_t next = conjunct;
        uint64_t found;
        struct model *best = best_step(at, model, &next, &found);
        if (found < weight || !rng_below(&at->rng, 3)) {
            model_unref(model);
            model = best;
            weight = found;
            conjunct = next;
            continue;
        }
        /* stuck: what is false here counts more from now on */
        model_unref(best);
        at->model = model;
        for (size_t k = 0; k < at->count; k++)
            at->weights[k] += !value_of(at, at->terms[k]);
        weight = weigh(at, model, &conjunct);
    }
    if (!weight)
        return model;
    model_unref(model);
    return NULL;
}

struct model *descent_find(struct exprs *exprs, const expr_t *terms, size_t count, const struct model *near,
                           unsigned steps)
{
    struct descent at = {.exprs = exprs, .rng = {count}, .count = count};
    at.terms = mem_alloc(count * sizeof *at.terms + 1);
    at.weights = mem_alloc(count * sizeof *at.weights + 1);
    for (size_t i = 0; i < count; i++) {
        at.terms[i] = terms[i];
        at.weights[i] = 1;
    }
    qsort_r(at.terms, count, sizeof *at.terms, by_hash, exprs);
    struct model *found = search(&at, near, steps);
    mem_free(at.terms);
    mem_free(at.weights);
    vector_release(&at.wishes);
    return found;
}
