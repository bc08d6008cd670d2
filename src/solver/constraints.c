/* Sets of constraints as a tree: a set is its parent's terms and then its own,
 * so that a fork costs a node. The index over all terms of a set is a cache:
 * made when a question is asked, handed down to the last child, dropped when
 * too many sets have one.
 *
 * Invariant: the terms of a node that has children, or more than one holder,
 * never change. */
#include "solver/constraints.h"

#include "base/bug.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "solver/arrays.h"
#include "solver/constraints_index.h"
#include "solver/facts.h"

#include <string.h>

/* Terms in all indices of one family, after which the least recently used go. */
enum { INDEXED_TERMS_MAX = 1 << 20 };

/* What all sets that descend from one constraints_new share. */
struct family {
    struct exprs *exprs;
    struct arrays *arrays; /* may be NULL */
    struct truths *truths; /* the arrays', or NULL */
    size_t references;
    uint64_t sweeps;
    size_t indexed_terms;
    struct constraints *newest, *oldest; /* the sets with an index, by last use */
};

struct constraints {
    struct family *family;
    struct constraints *parent;
    uint32_t references; /* of holders and children */
    uint32_t children;
    size_t inherited; /* terms of all ancestors */
    VECTOR(expr_t) own;
    uint64_t marked; /* the sweep for which its terms were marked last, from 1 */
    struct constraints_index *index;
    struct constraints *newer, *older; /* among the sets with an index */
    bool contradiction;
};

/* ---- indices, by last use ---- */

static void unlink_index(struct constraints *set)
{
    struct family *family = set->family;
    *(set->newer ? &set->newer->older : &family->newest) = set->older;
    *(set->older ? &set->older->newer : &family->oldest) = set->newer;
    set->newer = set->older = NULL;
    family->indexed_terms -= set->index->terms.count;
}

static void link_index(struct constraints *set)
{
    struct family *family = set->family;
    set->older = family->newest;
    set->newer = NULL;
    *(set->older ? &set->older->newer : &family->oldest) = set;
    family->newest = set;
    family->indexed_terms += set->index->terms.count;
}

static void drop_index(struct constraints *set)
{
    unlink_index(set);
    constraints_index_free(set->index);
    set->index = NULL;
}

static void give_index(struct constraints *set, struct constraints_index *index)
{
    set->index = index;
    link_index(set);
    while (set->family->indexed_terms > INDEXED_TERMS_MAX && set->family->oldest != set)
        drop_index(set->family->oldest);
}

static struct constraints_index *build_index(const struct constraints *set)
{
    size_t count = set->inherited + set->own.count, at = count;
    expr_t *terms = mem_alloc(count * sizeof *terms + 1);
    for (const struct constraints *node = set; node; node = node->parent) {
        at -= node->own.count;
        if (node->own.count)
            memcpy(terms + at, node->own.data, node->own.count * sizeof *terms);
    }
    struct constraints_index *index = constraints_index_new();
    for (size_t i = 0; i < count; i++)
        constraints_index_add(index, set->family->exprs, set->family->truths, terms[i]);
    mem_free(terms);
    return index;
}

/* The index is no part of the set's value: having it or not is invisible. */
static struct constraints_index *index_of(const struct constraints *shared)
{
    struct constraints *set = (struct constraints *)shared;
    if (!set->index) {
        give_index(set, build_index(set));
    } else if (set->family->newest != set) {
        unlink_index(set);
        link_index(set);
    }
    return set->index;
}

/* ---- holding ---- */

static void count_sweep(void *context) { ((struct family *)context)->sweeps++; }

static struct constraints *node_new(struct family *family, struct constraints *parent)
{
    struct constraints *set = NEW(struct constraints);
    family->references++;
    set->family = family;
    set->parent = parent;
    set->references = 1;
    if (parent) {
        set->inherited = parent->inherited + parent->own.count;
        set->contradiction = parent->contradiction;
        parent->children++;
    }
    return set;
}

struct constraints *constraints_new(struct exprs *exprs)
{
    struct family *family = NEW(struct family);
    family->exprs = exprs;
    family->sweeps = 1;
    exprs_on_sweep(exprs, count_sweep, family);
    return node_new(family, NULL);
}

void constraints_use_arrays(struct constraints *set, struct arrays *arrays)
{
    set->family->arrays = arrays;
    set->family->truths = arrays ? arrays_truths(arrays) : NULL;
}

struct constraints *constraints_ref(struct constraints *set)
{
    set->references++;
    return set;
}

void constraints_unref(struct constraints *set)
{
    while (set && --set->references == 0) {
        struct constraints *parent = set->parent;
        struct family *family = set->family;
        if (set->index)
            drop_index(set);
        vector_release(&set->own);
        mem_free(set);
        if (--family->references == 0) {
            exprs_forget_listener(family->exprs, family);
            mem_free(family);
        }
        if (parent)
            parent->children--;
        set = parent;
    }
}

void constraints_mark(const struct constraints *shared)
{
    for (struct constraints *set = (struct constraints *)shared; set; set = set->parent) {
        if (set->marked == set->family->sweeps)
            return; /* and so are its ancestors */
        set->marked = set->family->sweeps;
        for (size_t i = 0; i < set->own.count; i++)
            exprs_mark(set->family->exprs, set->own.data[i]);
    }
}

/* ---- adding ---- */

/* A set that only the caller holds and that may be changed: the one given, or
 * a child of it. Takes the caller's reference. */
static struct constraints *own(struct constraints *set)
{
    if (set->references == 1)
        return set;
    struct constraints *child = node_new(set->family, set);
    if (!set->index)
        return child;
    if (set->references > set->children) {
        give_index(child, constraints_index_copy(set->index));
    } else { /* nobody will ask the parent again */
        struct constraints_index *index = set->index;
        unlink_index(set);
        set->index = NULL;
        give_index(child, index);
    }
    return child;
}

/* match: a and b; not (a or b), where they are about different bytes: what is
 * said about one alone is worth knowing, but a set of values is better whole */
static bool is_both(struct exprs *exprs, expr_t term, expr_t *left, expr_t *right)
{
    const struct expr_node node = *expr_node(exprs, term);
    if (node.kind == EXPR_AND) {
        *left = node.arg[0];
        *right = node.arg[1];
        return true;
    }
    if (node.kind != EXPR_NOT || expr_kind(exprs, node.arg[0]) != EXPR_OR)
        return false;
    expr_t one = expr_arg(exprs, node.arg[0], 0), other = expr_arg(exprs, node.arg[0], 1);
    *left = expr_not(exprs, one);
    *right = expr_not(exprs, other);
    return expr_support(exprs, one) != expr_support(exprs, other);
}

struct constraints *constraints_add(struct constraints *set, expr_t term)
{
    struct exprs *exprs = set->family->exprs;
    BUG_ON(expr_width(exprs, term) != 1);
    if (expr_is_true(exprs, term))
        return set;
    set = own(set);
    struct constraints_index *index = index_of(set);
    VECTOR(expr_t) waiting = {0};
    vector_push(&waiting, term);
    while (waiting.count) {
        expr_t conjunct = vector_pop(&waiting);
        if (expr_kind(exprs, conjunct) != EXPR_AND)
            conjunct = constraints_simplify(set, conjunct);
        expr_t left, right;
        if (is_both(exprs, conjunct, &left, &right)) {
            vector_push(&waiting, right);
            vector_push(&waiting, left);
        } else if (!expr_is_true(exprs, conjunct) && !constraints_index_has(index, conjunct)) {
            set->contradiction |= expr_is_false(exprs, conjunct);
            vector_push(&set->own, conjunct);
            constraints_index_add(index, exprs, set->family->truths, conjunct);
            set->family->indexed_terms++;
        }
    }
    vector_release(&waiting);
    set->marked = 0;
    return set;
}

/* ---- asking ---- */

size_t constraints_count(const struct constraints *set) { return set->inherited + set->own.count; }

const expr_t *constraints_terms(const struct constraints *set) { return index_of(set)->terms.data; }

bool constraints_contradict(const struct constraints *set) { return set->contradiction; }

struct substitution {
    const struct constraints_index *index;
    struct exprs *exprs;
};

static expr_t fixed_leaf(void *context, expr_t leaf)
{
    const struct substitution *substitution = context;
    uint32_t variable;
    if (!term_is_input_byte(substitution->exprs, leaf, &variable))
        return 0;
    int byte = constraints_index_fixed(substitution->index, variable);
    return byte < 0 ? 0 : expr_const(substitution->exprs, 8, (uint64_t)byte);
}

expr_t constraints_simplify(const struct constraints *set, expr_t term)
{
    struct exprs *exprs = set->family->exprs;
    struct constraints_index *index = index_of(set);
    if (expr_is_const(exprs, term))
        return term;
    if (index->fixed.count && constraints_index_touches(index, expr_support(exprs, term))) {
        struct substitution substitution = {.index = index, .exprs = exprs};
        term = expr_rewrite(exprs, term, &index->fixed_name, fixed_leaf, &substitution);
    }
    if (set->family->arrays)
        term = arrays_rewrite(set->family->arrays, term);
    if (expr_width(exprs, term) != 1 || expr_is_const(exprs, term))
        return term;
    if (expr_has_base(exprs, term) && !expr_support(exprs, term)->count) /* about addresses alone */
        return expr_bool(exprs, expr_eval(exprs, term, NULL));
    if (constraints_index_has(index, term))
        return expr_bool(exprs, true);
    if (constraints_index_has(index, expr_not(exprs, term)))
        return expr_bool(exprs, false);
    return term;
}

enum verdict constraints_decide(const struct constraints *set, expr_t term, uint32_t *variable, uint8_t *byte)
{
    struct constraints_index *index = index_of(set);
    struct byte_set allowed;
    if (!set->family->truths || !truths_of(set->family->truths, term, variable, &allowed))
        return VERDICT_UNKNOWN;
    const struct domain *domain = constraints_index_domain(index, *variable);
    if (domain)
        allowed = byte_set_both(allowed, &domain->set);
    if (!byte_set_count(&allowed))
        return VERDICT_NO;
    if ((domain && domain->partial) || !constraints_index_alone(index, set->family->exprs, *variable))
        return VERDICT_UNKNOWN;
    *byte = byte_set_first(&allowed);
    return VERDICT_YES;
}

size_t constraints_slice(const struct constraints *set, const struct support *support, expr_t *slice)
{
    return constraints_index_slice(index_of(set), support, slice);
}
