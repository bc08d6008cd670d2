/* What one conjunct says is used in the others: x[2] = 7 puts 7 for x[2], and
 * a term equal to a constant, or simply true or false, is put in wherever it
 * occurs. Repeated until nothing changes; often nothing is left to ask.
 *
 * Invariant of every step: the conjunction before and after are equivalent.
 *   bytes  a conjunct that fixes bytes stays as it is, so what it says is
 *          never lost; the others are rewritten.
 *   terms  a conjunct is rewritten below the term it is a rule for. A rule can
 *          only use rules for strictly smaller terms, so none rests on itself. */
#include "solver/links.h"

#include "base/table.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "solver/facts.h"
#include "solver/marks.h"
#include "solver/terms.h"

enum { ROUNDS_MAX = 8 };

struct simplify {
    struct solver solver;
    VECTOR(expr_t) terms;   /* the conjuncts */
    VECTOR(bool) fixes;     /* of each: does it own a fixed byte? */
    struct table bytes;     /* input byte → its value */
    struct table rules;     /* term → constant */
    struct table rewritten; /* term → what the rules make of it, where that is another */
    struct marks ruled;     /* the terms with a rule */
    struct marks same;      /* the terms of which the rules make nothing else */
    struct marks seen;
    VECTOR(expr_t) stack;
    size_t fact_count;         /* bytes that the conjunct at hand fixed first */
    struct hash128 bytes_name; /* of the bytes and their values */
};

/* A table that was once large would cost that much at every clearing. */
static void empty(struct table *table)
{
    if (table->capacity > 1024 && table->capacity > 16 * table->count)
        table_release(table);
    else
        table_clear(table);
}

/* Adds the conjuncts of a term that are not there yet; false if one is false. */
static bool add(struct simplify *simplify, expr_t root)
{
    struct exprs *exprs = simplify->solver.exprs;
    vector_clear(&simplify->stack);
    vector_push(&simplify->stack, root);
    while (simplify->stack.count) {
        expr_t term = vector_pop(&simplify->stack);
        if (expr_is_false(exprs, term))
            return false;
        if (expr_is_true(exprs, term) || !marks_add(&simplify->seen, term))
            continue;
        if (expr_kind(exprs, term) == EXPR_AND) {
            vector_push(&simplify->stack, expr_arg(exprs, term, 1));
            vector_push(&simplify->stack, expr_arg(exprs, term, 0));
        } else {
            vector_push(&simplify->terms, term);
        }
    }
    return true;
}

/* Replaces all conjuncts by what `rewrite` makes of each. */
static bool rewrite_all(struct simplify *simplify, expr_t (*rewrite)(struct simplify *, size_t number),
                        bool *changed)
{
    size_t count = simplify->terms.count;
    expr_t *results = mem_alloc(count * sizeof *results + 1);
    for (size_t i = 0; i < count; i++) {
        results[i] = rewrite(simplify, i);
        *changed |= results[i] != simplify->terms.data[i];
    }
    vector_clear(&simplify->terms);
    marks_clear(&simplify->seen, exprs_limit(simplify->solver.exprs));
    bool possible = true;
    for (size_t i = 0; i < count && possible; i++)
        possible = add(simplify, results[i]);
    mem_free(results);
    return possible;
}

/* ---- bytes ---- */

static void note_byte(void *context, uint32_t variable, uint8_t byte)
{
    struct simplify *simplify = context;
    size_t before = simplify->bytes.count;
    table_slot(&simplify->bytes, variable, byte);
    if (simplify->bytes.count == before)
        return;
    simplify->fact_count++;
    facts_name_add(&simplify->bytes_name, variable, byte);
}

static void note_bytes(struct simplify *simplify)
{
    empty(&simplify->bytes);
    simplify->bytes_name = (struct hash128){0};
    vector_clear(&simplify->fixes);
    for (size_t i = 0; i < simplify->terms.count; i++) {
        simplify->fact_count = 0;
        facts_of(simplify->solver.exprs, simplify->terms.data[i], note_byte, simplify);
        vector_push(&simplify->fixes, simplify->fact_count > 0);
    }
}

static expr_t byte_leaf(void *context, expr_t leaf)
{
    struct simplify *simplify = context;
    uint32_t variable;
    if (!term_is_input_byte(simplify->solver.exprs, leaf, &variable))
        return 0;
    uint64_t *byte = table_find(&simplify->bytes, variable);
    return byte ? expr_const(simplify->solver.exprs, 8, *byte) : 0;
}

static bool touches_fixed(struct simplify *simplify, expr_t term)
{
    const struct support *support = expr_support(simplify->solver.exprs, term);
    for (uint32_t i = 0; i < support->count; i++) {
        if (support->ranges[i].end - support->ranges[i].first > simplify->bytes.count)
            return true;
        for (uint32_t v = support->ranges[i].first; v < support->ranges[i].end; v++)
            if (table_find(&simplify->bytes, v))
                return true;
    }
    return false;
}

static expr_t rewrite_bytes(struct simplify *simplify, size_t number)
{
    expr_t term = simplify->terms.data[number];
    if (simplify->fixes.data[number] || !touches_fixed(simplify, term))
        return term;
    return expr_rewrite(simplify->solver.exprs, term, &simplify->bytes_name, byte_leaf, simplify);
}

/* ---- terms ---- */

/* The term that a conjunct is a rule for. */
static expr_t rule_of(struct simplify *simplify, expr_t conjunct, expr_t *constant)
{
    struct exprs *exprs = simplify->solver.exprs;
    struct expr_node node = *expr_node(exprs, conjunct);
    if (node.kind == EXPR_EQ && expr_is_const(exprs, node.arg[1])) {
        *constant = node.arg[1];
        return node.arg[0];
    }
    *constant = expr_bool(exprs, node.kind != EXPR_NOT);
    return node.kind == EXPR_NOT ? node.arg[0] : conjunct;
}

/* 0: not done yet */
static expr_t rewritten(struct simplify *simplify, expr_t term)
{
    if (marks_has(&simplify->ruled, term))
        return (expr_t)table_get(&simplify->rules, term, 0);
    if (marks_has(&simplify->same, term))
        return term;
    return (expr_t)table_get(&simplify->rewritten, term, 0);
}

static bool is_leaf(struct simplify *simplify, expr_t term)
{
    return !expr_children(expr_kind(simplify->solver.exprs, term));
}

/* The term with the rules used below it, not on it; its children are done. */
static expr_t rewrite_below(struct simplify *simplify, expr_t term)
{
    struct exprs *exprs = simplify->solver.exprs;
    struct expr_node node = *expr_node(exprs, term);
    expr_t children[3] = {0};
    bool changed = false;
    for (unsigned i = 0; i < expr_children(node.kind); i++) {
        children[i] = is_leaf(simplify, node.arg[i]) ? node.arg[i] : rewritten(simplify, node.arg[i]);
        changed |= children[i] != node.arg[i];
    }
    return changed ? term_rebuild(exprs, term, children) : term;
}

/* Makes the children of a term done, with a stack of our own. */
static void rewrite_children(struct simplify *simplify, expr_t root)
{
    struct exprs *exprs = simplify->solver.exprs;
    vector_clear(&simplify->stack);
    vector_push(&simplify->stack, root);
    while (simplify->stack.count) {
        budget_spent(exprs_budget(exprs), 1);
        expr_t term = simplify->stack.data[simplify->stack.count - 1];
        struct expr_node node = *expr_node(exprs, term);
        size_t before = simplify->stack.count;
        for (unsigned i = 0; i < expr_children(node.kind); i++)
            if (!is_leaf(simplify, node.arg[i]) && !rewritten(simplify, node.arg[i]))
                vector_push(&simplify->stack, node.arg[i]);
        if (simplify->stack.count > before)
            continue;
        vector_pop(&simplify->stack);
        if (term == root || rewritten(simplify, term))
            continue;
        expr_t result = rewrite_below(simplify, term);
        if (result == term)
            marks_add(&simplify->same, term);
        else
            table_set(&simplify->rewritten, term, result);
    }
}

static expr_t rewrite_terms(struct simplify *simplify, size_t number)
{
    struct exprs *exprs = simplify->solver.exprs;
    expr_t conjunct = simplify->terms.data[number], constant;
    expr_t subject = rule_of(simplify, conjunct, &constant);
    if (is_leaf(simplify, subject))
        return conjunct;
    rewrite_children(simplify, subject);
    expr_t result = rewrite_below(simplify, subject);
    return result == subject ? conjunct : expr_eq(exprs, result, constant);
}

/* false: the term would have two values at once */
static bool add_rule(struct simplify *simplify, expr_t subject, expr_t constant)
{
    marks_add(&simplify->ruled, subject);
    return *table_slot(&simplify->rules, subject, constant) == constant;
}

static bool note_rules(struct simplify *simplify)
{
    struct exprs *exprs = simplify->solver.exprs;
    empty(&simplify->rules);
    empty(&simplify->rewritten);
    marks_clear(&simplify->ruled, exprs_limit(exprs));
    marks_clear(&simplify->same, exprs_limit(exprs));
    bool possible = true;
    for (size_t i = 0; i < simplify->terms.count && possible; i++) {
        expr_t constant, subject = rule_of(simplify, simplify->terms.data[i], &constant);
        possible = add_rule(simplify, subject, constant);
        if (possible && subject == simplify->terms.data[i]) /* a < b is false where b <= a holds */
            possible = add_rule(simplify, expr_not(exprs, subject), expr_bool(exprs, false));
    }
    return possible;
}

/* ---- the link ---- */

/* false: the conjunction is false */
static bool to_fixpoint(struct simplify *simplify)
{
    bool changed = simplify->terms.count > 1, possible = true;
    for (int round = 0; round < ROUNDS_MAX && changed && possible; round++) {
        changed = false;
        note_bytes(simplify);
        if (simplify->bytes.count)
            possible = rewrite_all(simplify, rewrite_bytes, &changed);
        if (!possible)
            break;
        possible = note_rules(simplify) && rewrite_all(simplify, rewrite_terms, &changed);
    }
    return possible;
}

static void count_mentions(struct simplify *simplify, struct table *mentions, const struct support *support)
{
    for (uint32_t i = 0; i < support->count; i++) {
        struct support_range range = support->ranges[i];
        if (range.end - range.first > simplify->bytes.count) {
            table_each(byte, &simplify->bytes) if (byte->key >= range.first &&
                                                   byte->key < range.end)++ *table_slot(mentions, byte->key,
                                                                                        0);
            continue;
        }
        for (uint32_t v = range.first; v < range.end; v++)
            if (table_find(&simplify->bytes, v))
                ++*table_slot(mentions, v, 0);
    }
}

/* Takes out the conjuncts that only fix bytes which no other conjunct mentions,
 * and defines these bytes in the model. false: such a conjunct cannot hold. */
static bool take_out_fixed(struct simplify *simplify, struct model *model)
{
    struct exprs *exprs = simplify->solver.exprs;
    note_bytes(simplify);
    if (!simplify->bytes.count)
        return true;
    struct table mentions = {0}; /* fixed byte → conjuncts that depend on it */
    for (size_t i = 0; i < simplify->terms.count; i++)
        count_mentions(simplify, &mentions, expr_support(exprs, simplify->terms.data[i]));
    size_t kept = 0;
    bool possible = true;
    for (size_t i = 0; i < simplify->terms.count; i++) {
        expr_t term = simplify->terms.data[i];
        const struct support *support = expr_support(exprs, term);
        bool alone = simplify->fixes.data[i];
        for (uint32_t range = 0; alone && range < support->count; range++)
            for (uint32_t v = support->ranges[range].first; alone && v < support->ranges[range].end; v++)
                alone = table_get(&mentions, v, 0) == 1;
        if (!alone) {
            simplify->terms.data[kept++] = term;
            continue;
        }
        for (uint32_t range = 0; range < support->count; range++)
            for (uint32_t v = support->ranges[range].first; v < support->ranges[range].end; v++)
                model_set(model, v, (uint8_t)table_get(&simplify->bytes, v, 0));
        possible &= expr_all_true(exprs, &term, 1, model);
    }
    simplify->terms.count = kept;
    table_release(&mentions);
    return possible;
}

static enum verdict ask(struct simplify *simplify, const struct query *query, struct model *fixed,
                        struct model **model)
{
    size_t count = simplify->terms.count;
    if (!count) {
        if (model)
            *model = model_ref(fixed);
        return VERDICT_YES;
    }
    struct query rest = *query;
    rest.terms = simplify->terms.data;
    rest.count = count;
    struct model *found = NULL;
    enum verdict verdict = solver_check(simplify->solver.next, &rest, model ? &found : NULL);
    if (found) {
        *model = model_copy(found);
        model_overlay(*model, fixed);
        model_unref(found);
    }
    return verdict;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct simplify *simplify = (struct simplify *)solver;
    vector_clear(&simplify->terms);
    marks_clear(&simplify->seen, exprs_limit(solver->exprs));
    for (size_t i = 0; i < query->count; i++)
        if (!add(simplify, query->terms[i]))
            return VERDICT_NO;
    if (!to_fixpoint(simplify))
        return VERDICT_NO;
    struct model *fixed = model_new();
    enum verdict verdict = VERDICT_NO;
    if (take_out_fixed(simplify, fixed))
        verdict = ask(simplify, query, fixed, model);
    model_unref(fixed);
    return verdict;
}

static void release(struct solver *solver)
{
    struct simplify *simplify = (struct simplify *)solver;
    vector_release(&simplify->terms);
    vector_release(&simplify->fixes);
    vector_release(&simplify->stack);
    table_release(&simplify->bytes);
    table_release(&simplify->rules);
    table_release(&simplify->rewritten);
    marks_release(&simplify->seen);
    marks_release(&simplify->ruled);
    marks_release(&simplify->same);
    mem_free(simplify);
}

static const struct solver_ops ops = {.name = "simplify", .check = check, .release = release};

struct solver *simplify_new(struct solver *next)
{
    struct simplify *simplify = NEW(struct simplify);
    simplify->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    return &simplify->solver;
}
