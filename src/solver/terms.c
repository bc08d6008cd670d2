/* Models cut to a query, and terms with other children. */
#include "solver/terms.h"

struct model *model_restrict(struct exprs *exprs, const expr_t *terms, size_t count, const struct model *from)
{
    struct model *model = model_new();
    const struct support *previous = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct support *support = expr_support(exprs, terms[i]);
        if (support == previous)
            continue;
        previous = support;
        for (uint32_t range = 0; range < support->count; range++)
            for (uint32_t v = support->ranges[range].first; v < support->ranges[range].end; v++)
                if (!model_defines(model, v))
                    model_set(model, v, model_get(from, v));
    }
    return model;
}

expr_t term_rebuild(struct exprs *exprs, expr_t term, const expr_t *children)
{
    struct expr_node node = *expr_node(exprs, term);
    switch (node.kind) {
    case EXPR_CONST:
    case EXPR_INPUT:
    case EXPR_BYTES:
    case EXPR_BASE:
        return term;
    case EXPR_STORE:
        return expr_store(exprs, children[0], children[1], children[2]);
    case EXPR_READ:
        return expr_read(exprs, children[0], children[1]);
    case EXPR_CONCAT:
        return expr_concat(exprs, children[0], children[1]);
    case EXPR_EXTRACT:
        return expr_extract(exprs, children[0], node.arg[1], node.width);
    case EXPR_ZEXT:
        return expr_zext(exprs, children[0], node.width);
    case EXPR_SEXT:
        return expr_sext(exprs, children[0], node.width);
    case EXPR_NOT:
        return expr_not(exprs, children[0]);
    case EXPR_ITE:
        return expr_ite(exprs, children[0], children[1], children[2]);
    case EXPR_FSQRT:
    case EXPR_FCAST:
    case EXPR_FTOS:
    case EXPR_FTOU:
    case EXPR_STOF:
    case EXPR_UTOF:
        return expr_float_unary(exprs, node.kind, children[0], node.width);
    default:
        return expr_binary(exprs, node.kind, children[0], children[1]);
    }
}
