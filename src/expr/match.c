/* What the rules look for in a term, and the counting of rules. */
#include "expr/rules.h"

bool is_zero(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    if (node->kind != EXPR_CONST || expr_value(exprs, term))
        return false;
    for (unsigned i = 1; i < word_count(node->width); i++)
        if (exprs->wide.data[node->arg[0]][i])
            return false;
    return true;
}

bool is_ones(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    if (node->kind != EXPR_CONST)
        return false;
    if (node->width <= 64)
        return expr_value(exprs, term) == low_bits(node->width);
    const uint64_t *words = exprs->wide.data[node->arg[0]];
    unsigned count = word_count(node->width);
    for (unsigned i = 0; i + 1 < count; i++)
        if (~words[i])
            return false;
    return words[count - 1] == low_bits(node->width - 64 * (count - 1));
}

expr_t ones_of(struct exprs *exprs, unsigned width)
{
    return width <= 64 ? expr_const(exprs, width, ~0ull) : expr_not(exprs, zero_of(exprs, width));
}

bool is_run(const struct exprs *exprs, expr_t constant, unsigned *first, unsigned *count)
{
    if (!expr_is_const(exprs, constant) || expr_width(exprs, constant) > 64)
        return false;
    uint64_t value = expr_value(exprs, constant);
    if (!value)
        return false;
    *first = (unsigned)__builtin_ctzll(value);
    *count = (unsigned)__builtin_popcountll(value);
    return value >> *first == low_bits(*count);
}

bool is_choice(struct exprs *exprs, expr_t term, expr_t *condition, expr_t *yes, expr_t *no)
{
    const struct expr_node node = *expr_node(exprs, term);
    if (node.kind == EXPR_ITE && expr_is_const(exprs, node.arg[1]) && expr_is_const(exprs, node.arg[2])) {
        *condition = node.arg[0];
        *yes = node.arg[1];
        *no = node.arg[2];
        return true;
    }
    if ((node.kind != EXPR_ZEXT && node.kind != EXPR_SEXT) || expr_width(exprs, node.arg[0]) != 1)
        return false;
    *condition = node.arg[0];
    *yes = node.kind == EXPR_ZEXT ? expr_const(exprs, node.width, 1) : ones_of(exprs, node.width);
    *no = zero_of(exprs, node.width);
    if (is_kind(exprs, *condition, EXPR_NOT)) {
        *condition = expr_arg(exprs, *condition, 0);
        expr_t other = *yes;
        *yes = *no;
        *no = other;
    }
    return true;
}

bool is_positive(const struct exprs *exprs, expr_t term)
{
    unsigned width = expr_width(exprs, term);
    return width <= 64 ? pool_facts(exprs, term)->zeros >> (width - 1) & 1 : is_kind(exprs, term, EXPR_ZEXT);
}

/* ---- sums ---- */

enum { MOST_SUMMANDS = 8 };

/* The summands, at most MOST_SUMMANDS; what is deeper stays a sum. */
static unsigned summands(const struct exprs *exprs, expr_t term, expr_t *list)
{
    unsigned count = 1;
    list[0] = term;
    for (unsigned i = 0; i < count && count < MOST_SUMMANDS;)
        if (is_kind(exprs, list[i], EXPR_ADD)) {
            list[count++] = expr_arg(exprs, list[i], 1);
            list[i] = expr_arg(exprs, list[i], 0);
        } else {
            i++;
        }
    return count;
}

static expr_t sum(struct exprs *exprs, const expr_t *list, unsigned count, unsigned width)
{
    expr_t total = zero_of(exprs, width);
    for (unsigned i = 0; i < count; i++)
        if (list[i])
            total = expr_add(exprs, total, list[i]);
    return total;
}

bool cancel_summands(struct exprs *exprs, expr_t *left, expr_t *right)
{
    expr_t lefts[MOST_SUMMANDS], rights[MOST_SUMMANDS];
    if (!is_kind(exprs, *left, EXPR_ADD) && !is_kind(exprs, *right, EXPR_ADD))
        return false;
    unsigned left_count = summands(exprs, *left, lefts), right_count = summands(exprs, *right, rights);
    bool cancelled = false;
    for (unsigned i = 0; i < left_count; i++)
        for (unsigned j = 0; j < right_count && lefts[i]; j++)
            if (lefts[i] == rights[j]) {
                lefts[i] = rights[j] = 0;
                cancelled = true;
            }
    if (!cancelled)
        return false;
    unsigned width = expr_width(exprs, *left);
    *left = sum(exprs, lefts, left_count, width);
    *right = sum(exprs, rights, right_count, width);
    return true;
}

/* ---- counting ---- */

void rules_count(struct exprs *exprs)
{
    mem_free(exprs->firings);
    exprs->firings = mem_zero(RULE_COUNT * sizeof *exprs->firings);
}

uint64_t rules_fired(const struct exprs *exprs, enum rule rule)
{
    return exprs->firings ? exprs->firings[rule] : 0;
}

const char *rules_name(enum rule rule)
{
    static const char *const names[] = {
#define X(name) #name,
        RULES(X)
#undef X
    };
    return names[rule];
}
