/* Between values and terms. */
#include "memory/value.h"

#include "base/bug.h"
#include "memory/object.h"

expr_t value_to_term(struct exprs *exprs, const struct objects *objects, struct value value, unsigned width)
{
    if (value_is_term(value))
        return value_term(value);
    /* a pointer cut short is a number */
    if (!value_has_object(value) || width != 64)
        return expr_const(exprs, width, value.bits);
    struct object *object = objects->by_id[value_object(value)];
    object->escaped = true;
    if (objects->as_numbers)
        return expr_const(exprs, 64, value.bits);
    expr_t base = expr_base(exprs, object->id, object->address);
    exprs_object_size(exprs, object->id, object->size);
    return expr_add(exprs, base, expr_const(exprs, 64, value.bits - object->address));
}

struct value value_from_term(struct exprs *exprs, const struct objects *objects, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    struct value symbolic = {0, (uint64_t)term << 2 | TAG_TERM};
    if (node->width > 64)
        return symbolic;
    if (node->kind == EXPR_CONST)
        return value_plain(expr_value(exprs, term));
    if (node->kind == EXPR_BASE)
        return value_pointer(expr_base_address(exprs, term), node->arg[0]);
    if (node->kind == EXPR_ADD && node->width == 64 && expr_kind(exprs, node->arg[0]) == EXPR_BASE &&
        expr_kind(exprs, node->arg[1]) == EXPR_CONST)
        return value_pointer(expr_base_address(exprs, node->arg[0]) + expr_value(exprs, node->arg[1]),
                             expr_arg(exprs, node->arg[0], 0));
    return symbolic;
}

bool value_is_constant(const struct exprs *exprs, struct value value)
{
    return value_is_term(value) ? expr_is_const(exprs, value_term(value)) : true;
}
