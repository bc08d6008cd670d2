/* Equality with a constant, pushed down to the input bytes. */
#include "solver/facts.h"

struct facts {
    struct exprs *exprs;
    void (*fix)(void *context, uint32_t variable, uint8_t byte);
    void *context;
};

bool term_is_input_byte(const struct exprs *exprs, expr_t term, uint32_t *variable)
{
    const struct expr_node *read = expr_node(exprs, term);
    if (read->kind != EXPR_READ)
        return false;
    const struct expr_node *array = expr_node(exprs, read->arg[0]);
    if (array->kind != EXPR_INPUT || !expr_is_const(exprs, read->arg[1]))
        return false;
    const struct input *input = exprs_input(exprs, array->arg[0]);
    uint64_t index = expr_value(exprs, read->arg[1]);
    if (index >= input->size)
        return false;
    *variable = input->variable + (uint32_t)index;
    return true;
}

/* term = value holds. The value is a constant term; it is taken apart with the
 * constructors, which fold constants of any width. */
static void equal(const struct facts *facts, expr_t term, expr_t value)
{
    struct exprs *exprs = facts->exprs;
    for (;;) {
        struct expr_node node = *expr_node(exprs, term);
        unsigned inner = expr_children(node.kind) ? expr_width(exprs, node.arg[0]) : 0;
        uint32_t variable;
        switch (node.kind) {
        case EXPR_READ:
            if (term_is_input_byte(exprs, term, &variable))
                facts->fix(facts->context, variable, (uint8_t)expr_value(exprs, value));
            return;
        case EXPR_CONCAT: {
            unsigned low = expr_width(exprs, node.arg[1]);
            equal(facts, node.arg[1], expr_extract(exprs, value, 0, low));
            value = expr_extract(exprs, value, low, inner);
            break;
        }
        case EXPR_ZEXT:
        case EXPR_SEXT:
            value = expr_extract(exprs, value, 0, inner);
            break;
        case EXPR_NOT:
            value = expr_not(exprs, value);
            break;
        case EXPR_ADD:
        case EXPR_XOR:
            if (!expr_is_const(exprs, node.arg[1]))
                return;
            value = expr_binary(exprs, node.kind == EXPR_ADD ? EXPR_SUB : EXPR_XOR, value, node.arg[1]);
            break;
        default:
            return;
        }
        term = node.arg[0];
    }
}

void facts_of(struct exprs *exprs, expr_t term, void (*fix)(void *context, uint32_t variable, uint8_t byte),
              void *context)
{
    struct expr_node node = *expr_node(exprs, term);
    struct facts facts = {.exprs = exprs, .fix = fix, .context = context};
    if (node.kind == EXPR_EQ && expr_is_const(exprs, node.arg[1]))
        equal(&facts, node.arg[0], node.arg[1]);
}
