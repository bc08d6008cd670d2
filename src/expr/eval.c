/* The value of a term under a model.
 *
 * Values are remembered per term, stamped with an epoch. The epoch goes on
 * when another model, or a changed one, is asked about; so a model that is
 * asked about a hundred times in a row is evaluated once. A term is looked at
 * only when its value is needed: one branch of an ITE, one way through a chain
 * of stores. The stack is explicit; terms may be a million deep. */
#include "expr/eval.h"

#include "base/bug.h"
#include "expr/fold.h"
#include "expr/model_private.h"
#include "expr/pool.h"

#include <string.h>

struct evaluator {
    struct exprs *exprs;
    const struct model *model;
    struct eval_entry *entries;
    uint32_t epoch;
};

static struct evaluator start(struct exprs *exprs, const struct model *model)
{
    struct model *cached = (struct model *)model; /* only what is remembered about it changes */
    if (!cached || cached->evaluated_by != exprs || cached->evaluated_epoch != exprs->eval_epoch ||
        exprs->eval_epoch == 0) {
        if (++exprs->eval_epoch == 0) {
            memset(pool_side(exprs, SIDE_EVAL), 0,
                   exprs->sides[SIDE_EVAL].capacity * sizeof(struct eval_entry));
            exprs->eval_epoch = 1;
        }
        vector_clear(&exprs->eval_words);
        if (cached) {
            cached->evaluated_by = exprs;
            cached->evaluated_epoch = exprs->eval_epoch;
        }
    }
    return (struct evaluator){exprs, model, pool_side(exprs, SIDE_EVAL), exprs->eval_epoch};
}

static inline bool known(const struct evaluator *at, expr_t term)
{
    return at->entries[term].epoch == at->epoch || expr_is_const(at->exprs, term);
}

/* Of a term that is known and at most 64 bits wide. */
static inline uint64_t narrow(const struct evaluator *at, expr_t term)
{
    const struct expr_node *node = expr_node(at->exprs, term);
    return node->kind == EXPR_CONST ? (uint64_t)node->arg[1] << 32 | node->arg[0] : at->entries[term].value;
}

/* Of a term that is known; valid until the next wide value is remembered. */
static const uint64_t *words(const struct evaluator *at, expr_t term, uint64_t *word)
{
    unsigned width = expr_width(at->exprs, term);
    if (width <= 64) {
        *word = narrow(at, term);
        return word;
    }
    if (expr_is_const(at->exprs, term))
        return at->exprs->wide.data[expr_arg(at->exprs, term, 0)];
    return at->exprs->eval_words.data + at->entries[term].value;
}

static inline void remember(struct evaluator *at, expr_t term, uint64_t value)
{
    at->entries[term] = (struct eval_entry){value, at->epoch};
}

/* Room for a wide result; moves the words of the others. */
static uint64_t *remember_wide(struct evaluator *at, expr_t term)
{
    struct exprs *exprs = at->exprs;
    unsigned count = word_count(expr_width(exprs, term));
    vector_reserve(&exprs->eval_words, exprs->eval_words.count + count);
    remember(at, term, exprs->eval_words.count);
    exprs->eval_words.count += count;
    return exprs->eval_words.data + exprs->eval_words.count - count;
}

static inline bool want(struct evaluator *at, expr_t term)
{
    if (known(at, term))
        return false;
    vector_push(&at->exprs->stack, term);
    return true;
}

/* A byte of an array that is no chain of stores. */
static uint8_t byte_of(const struct evaluator *at, expr_t array, uint64_t index)
{
    const struct exprs *exprs = at->exprs;
    uint32_t number = expr_arg(exprs, array, 0);
    if (expr_kind(exprs, array) == EXPR_INPUT) {
        const struct input *input = exprs->inputs.data[number];
        return index < input->size ? model_get(at->model, input->variable + (uint32_t)index) : 0;
    }
    const struct bytes *bytes = &exprs->bytes.data[number];
    return index < bytes->size ? bytes->data[index] : 0;
}

/* Follows the chain to the store that decides; may ask for an index or a byte first. */
static void eval_read(struct evaluator *at, expr_t term, expr_t array, expr_t index_term)
{
    const struct exprs *exprs = at->exprs;
    if (want(at, index_term))
        return;
    uint64_t index = narrow(at, index_term);
    if (index >= expr_array_size(exprs, array)) {
        remember(at, term, 0);
        return;
    }
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        expr_t at_index = expr_arg(exprs, array, 1);
        if (want(at, at_index))
            return;
        if (narrow(at, at_index) != index)
            continue;
        expr_t byte = expr_arg(exprs, array, 2);
        if (!want(at, byte))
            remember(at, term, narrow(at, byte));
        return;
    }
    remember(at, term, byte_of(at, array, index));
}

static void eval_ite(struct evaluator *at, expr_t term, const struct expr_node *node)
{
    if (want(at, node->arg[0]))
        return;
    expr_t chosen = node->arg[narrow(at, node->arg[0]) ? 1 : 2];
    if (want(at, chosen))
        return;
    if (node->width <= 64) {
        remember(at, term, narrow(at, chosen));
        return;
    }
    uint64_t *result = remember_wide(at, term);
    memcpy(result, words(at, chosen, NULL), word_count(node->width) * sizeof *result);
}

/* Some operand or the result is wider than a word. The operands are known. */
static void eval_wide(struct evaluator *at, expr_t term, const struct expr_node *node)
{
    struct exprs *exprs = at->exprs;
    uint64_t narrow_result[2], left_word, right_word = 0;
    uint64_t *result = node->width > 64 ? remember_wide(at, term) : narrow_result;
    const uint64_t *left = words(at, node->arg[0], &left_word);
    unsigned from = expr_width(exprs, node->arg[0]);
    bool binary = expr_children((enum expr_kind)node->kind) == 2;
    const uint64_t *right = binary ? words(at, node->arg[1], &right_word) : NULL;
    switch (node->kind) {
    case EXPR_CONCAT:
        fold_concat_words(left, from, right, expr_width(exprs, node->arg[1]), result);
        break;
    case EXPR_EXTRACT:
        fold_extract_words(left, from, node->arg[1], node->width, result);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        fold_extend_words(left, from, node->width, node->kind == EXPR_SEXT, result);
        break;
    case EXPR_NOT:
        fold_not_words(left, from, result);
        break;
    default:
        if (binary)
            fold_binary_words((enum expr_kind)node->kind, from, left, right, result);
        else
            fold_float_unary((enum expr_kind)node->kind, from, node->width, left, result);
    }
    if (node->width <= 64)
        remember(at, term, result[0]);
}

/* Operands known, nothing wider than a word. */
static void eval_narrow(struct evaluator *at, expr_t term, const struct expr_node *node)
{
    struct exprs *exprs = at->exprs;
    uint64_t left = narrow(at, node->arg[0]), result;
    unsigned from = expr_width(exprs, node->arg[0]);
    switch (node->kind) {
    case EXPR_CONCAT:
        result = left << expr_width(exprs, node->arg[1]) | narrow(at, node->arg[1]);
        break;
    case EXPR_EXTRACT:
        result = left >> node->arg[1] & low_bits(node->width);
        break;
    case EXPR_ZEXT:
        result = left;
        break;
    case EXPR_SEXT:
        result = (uint64_t)sign_extended(left, from) & low_bits(node->width);
        break;
    case EXPR_NOT:
        result = ~left & low_bits(node->width);
        break;
    case EXPR_FADD:
    case EXPR_FSUB:
    case EXPR_FMUL:
    case EXPR_FDIV:
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE:
        result = fold_float_binary((enum expr_kind)node->kind, from, left, narrow(at, node->arg[1]));
        break;
    case EXPR_FSQRT:
    case EXPR_FCAST:
    case EXPR_FTOS:
    case EXPR_FTOU:
    case EXPR_STOF:
    case EXPR_UTOF:
        fold_float_unary((enum expr_kind)node->kind, from, node->width, &left, &result);
        break;
    default:
        result = fold_binary((enum expr_kind)node->kind, from, left, narrow(at, node->arg[1]));
    }
    remember(at, term, result);
}

/* Evaluates the term or pushes what it needs first. */
static void step(struct evaluator *at, expr_t term)
{
    struct exprs *exprs = at->exprs;
    const struct expr_node *node = expr_node(exprs, term);
    switch (node->kind) {
    case EXPR_BASE:
        remember(at, term, expr_base_address(exprs, term));
        return;
    case EXPR_READ:
        eval_read(at, term, node->arg[0], node->arg[1]);
        return;
    case EXPR_ITE:
        eval_ite(at, term, node);
        return;
    case EXPR_INPUT:
    case EXPR_BYTES:
    case EXPR_STORE:
        BUG("an array has no single value");
    default:
        break;
    }
    unsigned children = expr_children((enum expr_kind)node->kind);
    bool wide = node->width > 64, waits = false;
    for (unsigned i = 0; i < children; i++) {
        waits |= want(at, node->arg[i]);
        wide |= expr_width(exprs, node->arg[i]) > 64;
    }
    if (waits)
        return;
    if (wide)
        eval_wide(at, term, node);
    else
        eval_narrow(at, term, node);
}

static void run(struct evaluator *at, expr_t root)
{
    size_t bottom = at->exprs->stack.count, steps = 0;
    want(at, root);
    for (; at->exprs->stack.count > bottom; steps++) {
        expr_t term = at->exprs->stack.data[at->exprs->stack.count - 1];
        if (!known(at, term))
            step(at, term);
        if (at->exprs->stack.data[at->exprs->stack.count - 1] == term && known(at, term))
            at->exprs->stack.count--;
    }
    budget_spent(exprs_budget(at->exprs), steps);
}

uint64_t expr_eval(struct exprs *exprs, expr_t term, const struct model *model)
{
    BUG_ON(expr_width(exprs, term) > 64);
    if (expr_is_const(exprs, term))
        return expr_value(exprs, term);
    struct evaluator at = start(exprs, model);
    run(&at, term);
    return narrow(&at, term);
}

expr_t expr_eval_term(struct exprs *exprs, expr_t term, const struct model *model)
{
    if (expr_is_const(exprs, term))
        return term;
    struct evaluator at = start(exprs, model);
    run(&at, term);
    uint64_t word;
    return expr_const_words(exprs, expr_width(exprs, term), words(&at, term, &word));
}

bool expr_all_true(struct exprs *exprs, const expr_t *terms, size_t count, const struct model *model)
{
    struct evaluator at = start(exprs, model);
    for (size_t i = 0; i < count; i++) {
        run(&at, terms[i]);
        if (!narrow(&at, terms[i]))
            return false;
    }
    return true;
}
