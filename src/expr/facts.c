/* What is known of a term's value from its children's: an unsigned interval
 * and known bits, made once when the term is entered. A base symbol is
 * unknown: its address is for the evaluator and the solver only. */
#include "expr/pool.h"
#include "expr/support.h"

struct expr_facts facts_of_node(const struct exprs *exprs, const struct expr_node *node)
{
    uint64_t mask = low_bits(node->width);
    struct expr_facts facts = {.high = mask, .zeros = ~mask};
    uint64_t value = (uint64_t)node->arg[1] << 32 | node->arg[0];
    switch (node->kind) {
    case EXPR_CONST:
        if (node->width <= 64)
            facts = (struct expr_facts){value, value, ~value, value};
        break;
    case EXPR_INPUT:
        facts.low = facts.high = exprs->inputs.data[node->arg[0]]->size;
        break;
    case EXPR_BYTES:
        facts.low = facts.high = exprs->bytes.data[node->arg[0]].size;
        break;
    case EXPR_STORE:
        facts = exprs->facts[node->arg[0]];
        break;
    default:
        break;
    }
    return facts;
}

struct interval expr_interval(struct exprs *exprs, expr_t term)
{
    const struct expr_facts *facts = pool_facts(exprs, term);
    return (struct interval){facts->low, facts->high};
}
