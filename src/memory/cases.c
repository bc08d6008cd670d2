/* Taking a symbolic pointer apart. Sums are distributed over choices, so that
 * each leaf is a base symbol and an offset, or a number. Only the choices that
 * make the pointer are looked into, never their conditions nor the offsets. */
#include "memory/cases.h"

#include "base/table.h"
#include "base/vector.h"
#include "expr/support.h"
#include "memory/space.h"

/* A term is a graph, its cases a tree: beyond this many steps the tree is not worth having. */
enum { MOST_STEPS = 4096 };

struct walk {
    struct exprs *exprs;
    struct pointer_cases *cases;
    struct table places; /* object and offset → case */
    /* The guard at hand says only that `over` is none of these: nothing, if it is 0. A case
     * "over = constant" then needs no other guard than that. */
    expr_t over;
    VECTOR(uint64_t) excluded;
    unsigned steps;
};

static bool add_case(struct walk *walk, expr_t guard, uint32_t object, expr_t offset)
{
    uint64_t *place = table_slot(&walk->places, (uint64_t)object << 32 | offset, walk->cases->count);
    if (*place < walk->cases->count) {
        struct pointer_case *same = &walk->cases->data[*place];
        same->guard = expr_or(walk->exprs, same->guard, guard);
    } else {
        vector_push(walk->cases, ((struct pointer_case){guard, object, offset}));
    }
    return true;
}

static bool take_apart(struct walk *walk, expr_t term, expr_t addend, expr_t guard);

/* Is it "x = constant"? */
static bool is_constant_test(struct exprs *exprs, expr_t condition, expr_t *x, uint64_t *constant)
{
    if (expr_kind(exprs, condition) != EXPR_EQ)
        return false;
    expr_t left = expr_arg(exprs, condition, 0), right = expr_arg(exprs, condition, 1);
    if (expr_width(exprs, left) > 64 || expr_is_const(exprs, left) == expr_is_const(exprs, right))
        return false;
    *x = expr_is_const(exprs, left) ? right : left;
    *constant = expr_value(exprs, expr_is_const(exprs, left) ? left : right);
    return true;
}

static bool is_excluded(const struct walk *walk, uint64_t constant)
{
    for (size_t i = 0; i < walk->excluded.count; i++)
        if (walk->excluded.data[i] == constant)
            return true;
    return false;
}

static bool take_choice(struct walk *walk, const struct expr_node *node, expr_t addend, expr_t guard)
{
    struct exprs *exprs = walk->exprs;
    expr_t condition = node->arg[0], x = 0, over = walk->over;
    uint64_t constant = 0;
    bool first = expr_is_true(exprs, guard);
    bool simple = is_constant_test(exprs, condition, &x, &constant) && (first || over == x) &&
                  !is_excluded(walk, constant);
    size_t excluded = walk->excluded.count;
    expr_t yes = simple ? condition : expr_and(exprs, guard, condition);
    expr_t no = expr_and(exprs, guard, expr_not(exprs, condition));
    /* below, the guards say more: that x is this constant, or is not, or something else */
    walk->over = 0;
    bool known = take_apart(walk, node->arg[1], addend, yes);
    if (simple) {
        walk->over = x;
        vector_push(&walk->excluded, constant);
    }
    known = known && take_apart(walk, node->arg[2], addend, no);
    walk->over = over;
    walk->excluded.count = excluded;
    return known;
}

/* The cases of term + addend where the guard holds. */
static bool take_apart(struct walk *walk, expr_t term, expr_t addend, expr_t guard)
{
    struct exprs *exprs = walk->exprs;
    if (expr_is_false(exprs, guard))
        return true;
    if (++walk->steps > MOST_STEPS)
        return false;
    struct expr_node node = *expr_node(exprs, term);
    bool left, right;
    switch (node.kind) {
    case EXPR_BASE:
        return add_case(walk, guard, node.arg[0], addend);
    case EXPR_CONST:
        /* a number, or near null: no object is there */
        addend = expr_add(exprs, addend, term);
        return (expr_is_const(exprs, addend) || expr_interval(exprs, addend).high < PAGE) &&
               add_case(walk, guard, 0, addend);
    case EXPR_ADD:
        /* exactly one of them is an address: the sum of two is none */
        left = expr_has_base(exprs, node.arg[0]), right = expr_has_base(exprs, node.arg[1]);
        if (left && right)
            return false;
        if (!left && !right && expr_is_const(exprs, node.arg[1]))
            left = true; /* a choice between numbers, and a constant */
        else if (!left && !right)
            return false;
        return take_apart(walk, node.arg[left ? 0 : 1], expr_add(exprs, addend, node.arg[left ? 1 : 0]),
                          guard);
    case EXPR_SUB:
        if (!expr_has_base(exprs, node.arg[0]) || expr_has_base(exprs, node.arg[1]))
            return false;
        return take_apart(walk, node.arg[0], expr_sub(exprs, addend, node.arg[1]), guard);
    case EXPR_ITE:
        return take_choice(walk, &node, addend, guard);
    case EXPR_SEXT:
    case EXPR_ZEXT: {
        /* a choice between two numbers, as the constructors write it: -1 or 0, 1 or 0 */
        if (expr_width(exprs, node.arg[0]) != 1)
            return false;
        expr_t yes = expr_and(exprs, guard, node.arg[0]);
        expr_t no = expr_and(exprs, guard, expr_not(exprs, node.arg[0]));
        expr_t one = expr_const(exprs, 64, node.kind == EXPR_SEXT ? UINT64_MAX : 1);
        return take_apart(walk, one, addend, yes) && take_apart(walk, expr_const(exprs, 64, 0), addend, no);
    }
    default:
        return false;
    }
}

bool pointer_cases(struct exprs *exprs, expr_t pointer, struct pointer_cases *cases)
{
    struct walk walk = {.exprs = exprs, .cases = cases};
    *cases = (struct pointer_cases){0};
    bool known = exprs_shows_cases(exprs) && expr_has_base(exprs, pointer) &&
                 take_apart(&walk, pointer, expr_const(exprs, 64, 0), expr_bool(exprs, true));
    table_release(&walk.places);
    vector_release(&walk.excluded);
    if (!known)
        pointer_cases_release(cases);
    return known;
}

void pointer_cases_release(struct pointer_cases *cases) { vector_release(cases); }

/* ---- equality ---- */

/* Is the case surely inside of its object, or just behind it? */
static bool is_within(struct exprs *exprs, const struct objects *objects, const struct pointer_case *one)
{
    return expr_is_const(exprs, one->offset) &&
           expr_value(exprs, one->offset) <= object_get(objects, one->object)->size;
}

/* The two are equal; 0 where nothing better is known than comparing addresses. */
static expr_t case_equal(struct exprs *exprs, const struct objects *objects, const struct pointer_case *one,
                         const struct pointer_case *other)
{
    if (one->object == other->object)
        return expr_eq(exprs, one->offset, other->offset);
    if (one->object && other->object) {
        /* objects lie apart, but those at fixed addresses may touch */
        bool apart = is_within(exprs, objects, one) && is_within(exprs, objects, other) &&
                     object_get(objects, one->object)->kind != OBJECT_FIXED &&
                     object_get(objects, other->object)->kind != OBJECT_FIXED;
        return apart ? expr_bool(exprs, false) : 0;
    }
    const struct pointer_case *pointer = one->object ? one : other, *address = one->object ? other : one;
    struct interval interval = expr_interval(exprs, address->offset);
    /* null, or one of the numbers that stand for "none", "deleted" or "failed" */
    bool nowhere = (interval.high < PAGE || interval.low >= SPACE_END) &&
                   object_get(objects, pointer->object)->kind != OBJECT_FIXED;
    return nowhere && is_within(exprs, objects, pointer) ? expr_bool(exprs, false) : 0;
}

expr_t pointer_equal(struct exprs *exprs, const struct objects *objects, expr_t left, expr_t right)
{
    struct pointer_cases cases;
    struct pointer_case single = {.guard = 0};
    if (expr_kind(exprs, right) == EXPR_ITE) {
        expr_t swap = left;
        left = right;
        right = swap;
    }
    struct expr_node node = *expr_node(exprs, right);
    if (expr_kind(exprs, left) != EXPR_ITE || node.width != 64)
        return expr_eq(exprs, left, right);
    /* the other side: one address, or one object and an offset */
    if (node.kind == EXPR_CONST) {
        single.offset = right;
    } else if (node.kind == EXPR_BASE) {
        single = (struct pointer_case){.object = node.arg[0], .offset = expr_const(exprs, 64, 0)};
    } else if (node.kind == EXPR_ADD && expr_kind(exprs, node.arg[0]) == EXPR_BASE) {
        single = (struct pointer_case){.object = expr_arg(exprs, node.arg[0], 0), .offset = node.arg[1]};
    } else {
        return expr_eq(exprs, left, right);
    }
    if (!pointer_cases(exprs, left, &cases))
        return expr_eq(exprs, left, right);
    expr_t equal = expr_bool(exprs, false);
    for (size_t i = 0; i < cases.count && equal; i++) {
        expr_t here = case_equal(exprs, objects, &cases.data[i], &single);
        equal = here ? expr_or(exprs, equal, expr_and(exprs, cases.data[i].guard, here)) : 0;
    }
    pointer_cases_release(&cases);
    return equal ? equal : expr_eq(exprs, left, right);
}
