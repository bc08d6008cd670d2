/* Which terms are rewritten, and how: a condition over tables is turned into
 * one on their indices, if it has a small diagram; else its reads become
 * choices. Whatever the path: a term is rewritten once and for all of them. */
#include "solver/arrays.h"

#include "expr/support.h"
#include "solver/arrays_internal.h"
#include "solver/prover.h"
#include "solver/truths.h"

#include <stdlib.h>

/* Diagrams are thrown away, to be made again, when they have so many edges. */
enum { KEPT_EDGES = 1 << 22, MOST_DEPTH = 100 };

static void clear(struct arrays *arrays)
{
    arrays->epoch++;
    diagrams_clear(&arrays->diagrams);
    vector_clear(&arrays->atoms);
    vector_clear(&arrays->known);
    table_release(&arrays->atom_numbers);
    table_release(&arrays->terms);
    table_release(&arrays->rewritten);
    table_release(&arrays->values);
    table_release(&arrays->cells.newest);
    arrays->cells.array = 0;
}

static void on_sweep(void *context) { clear(context); }

struct arrays *arrays_new(struct exprs *exprs, unsigned modes, bool check, struct log *log)
{
    struct arrays *arrays = NEW(struct arrays);
    arrays->exprs = exprs;
    arrays->modes = modes;
    arrays->log = log;
    arrays->truths = truths_new(exprs, modes & ARRAYS_INDEX);
    arrays->ranges = ranges_new(exprs);
    arrays->prover = check ? prover_new(exprs) : NULL;
    exprs_on_sweep(exprs, on_sweep, arrays);
    return arrays;
}

void arrays_free(struct arrays *arrays)
{
    if (!arrays)
        return;
    exprs_forget_listener(arrays->exprs, arrays);
    clear(arrays);
    truths_free(arrays->truths);
    ranges_free(arrays->ranges);
    diagrams_release(&arrays->diagrams);
    vector_release(&arrays->atoms);
    vector_release(&arrays->known);
    vector_release(&arrays->stack);
    prover_free(arrays->prover);
    mem_free(arrays);
}

struct truths *arrays_truths(struct arrays *arrays) { return arrays->truths; }

struct arrays_stats arrays_stats(const struct arrays *arrays)
{
    struct arrays_stats stats = arrays->stats;
    struct ranges_stats ranges = ranges_stats(arrays->ranges);
    stats.folded = exprs_folded_reads(arrays->exprs);
    stats.ranges = ranges.found;
    stats.adjusted = ranges.adjusted;
    return stats;
}

/* ---- checking ---- */

void arrays_check_equal(struct arrays *arrays, expr_t term, expr_t result)
{
    enum verdict verdict = prover_differ(arrays->prover, term, result);
    arrays->stats.proven += verdict == VERDICT_NO;
    if (verdict == VERDICT_UNKNOWN && !arrays->stats.unproven++ && arrays->log)
        log_warning(arrays->log, "--check-arrays: nobody could say whether a rewritten term is equal");
    if (verdict != VERDICT_YES)
        return;
    if (arrays->log)
        log_message(arrays->log, "error: --check-arrays: a rewritten term differs from the original");
    else
        fprintf(stderr, "ramify: error: --check-arrays: a rewritten term differs from the original\n");
    exit(1);
}

/* ---- rewriting ---- */

/* Parts of a condition that share no input are better off alone: their
 * constraints stay apart. */
static bool is_split(struct arrays *arrays, const struct expr_node *node)
{
    struct exprs *exprs = arrays->exprs;
    return (node->kind == EXPR_AND || node->kind == EXPR_OR) &&
           expr_support(exprs, node->arg[0]) != expr_support(exprs, node->arg[1]);
}

/* The cells of all arrays that are read, each read once. */
static size_t cells_read(struct arrays *arrays, expr_t root)
{
    struct exprs *exprs = arrays->exprs;
    struct table seen = {0};
    size_t cells = 0, bottom = arrays->stack.count;
    vector_push(&arrays->stack, root);
    while (arrays->stack.count > bottom) {
        budget_spent(exprs_budget(exprs), 1);
        expr_t term = vector_pop(&arrays->stack);
        if (!expr_has_table(exprs, term) || (*table_slot(&seen, term, 0))++)
            continue;
        struct expr_node node = *expr_node(exprs, term);
        if (node.kind == EXPR_READ)
            cells += expr_array_size(exprs, node.arg[0]);
        for (unsigned i = 0; i < expr_children((enum expr_kind)node.kind); i++)
            vector_push(&arrays->stack, node.arg[i]);
    }
    table_release(&seen);
    return cells;
}

static expr_t by_index(struct arrays *arrays, expr_t term)
{
    diagram_t diagram = arrays_diagram(arrays, term);
    if (!diagram || diagram_size(&arrays->diagrams, diagram) > cells_read(arrays, term))
        return 0;
    arrays->stats.index++;
    return arrays_term(arrays, diagram, 1);
}

static expr_t rewrite(struct arrays *arrays, expr_t term)
{
    struct exprs *exprs = arrays->exprs;
    struct expr_node node = *expr_node(exprs, term);
    if (arrays->depth > MOST_DEPTH)
        return term;
    if (node.kind == EXPR_NOT)
        return expr_not(exprs, arrays_rewrite(arrays, node.arg[0]));
    if (is_split(arrays, &node)) {
        expr_t left = arrays_rewrite(arrays, node.arg[0]);
        return expr_binary(exprs, (enum expr_kind)node.kind, left, arrays_rewrite(arrays, node.arg[1]));
    }
    expr_t result = arrays->modes & ARRAYS_INDEX ? by_index(arrays, term) : 0;
    if (!result && arrays->modes & ARRAYS_VALUE)
        result = arrays_values(arrays, term);
    return result ? result : term;
}

expr_t arrays_rewrite(struct arrays *arrays, expr_t term)
{
    if (!expr_has_table(arrays->exprs, term) || expr_width(arrays->exprs, term) != 1 ||
        !(arrays->modes & (ARRAYS_INDEX | ARRAYS_VALUE)))
        return term;
    uint64_t *there = table_find(&arrays->rewritten, term);
    if (there)
        return (expr_t)*there;
    if (arrays->diagrams.edges.count > KEPT_EDGES)
        clear(arrays);
    arrays->depth++;
    expr_t result = rewrite(arrays, term);
    arrays->depth--;
    if (arrays->prover && result != term)
        arrays_check_equal(arrays, term, result);
    table_set(&arrays->rewritten, term, result);
    return result;
}
