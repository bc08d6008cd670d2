/* Choices: a function of one term, given by ranges of its values, as a term;
 * and so the term of a diagram, node by node. What is most scattered comes
 * last. Constants that rise evenly from value to value (the identity, case
 * folding, multiples) are one sum, not a choice for each. */
#include "solver/arrays_internal.h"

enum { SHORTEST_RUN = 4 };

static uint64_t greatest_of(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

/* Is the term in one of the ranges? They are sorted and disjoint. */
static expr_t within(struct exprs *exprs, expr_t term, const struct value_range *ranges, size_t count)
{
    unsigned width = expr_width(exprs, term);
    expr_t result = expr_bool(exprs, false);
    for (size_t i = 0; i < count; i++) {
        expr_t first = expr_const(exprs, width, ranges[i].first),
               last = expr_const(exprs, width, ranges[i].last), here = expr_bool(exprs, true);
        if (first == last) {
            here = expr_eq(exprs, term, first);
        } else {
            if (ranges[i].first)
                here = expr_ule(exprs, first, term);
            if (ranges[i].last < greatest_of(width))
                here = expr_and(exprs, here, expr_ule(exprs, term, last));
        }
        result = expr_or(exprs, result, here);
    }
    return result;
}

/* ---- even rises ---- */

static bool is_single(const struct piece *piece) { return piece->range.first == piece->range.last; }

/* How many pieces from this one are constants of single values that rise
 * evenly; 0: too few. The first may have more values: only its last counts. */
static size_t run_length(const struct exprs *exprs, const struct piece *pieces, size_t count, uint64_t *slope)
{
    size_t length = 0;
    uint64_t before = 0;
    for (; length < count && expr_is_const(exprs, pieces[length].term); length++) {
        if (length && !is_single(&pieces[length]))
            break;
        uint64_t value = expr_value(exprs, pieces[length].term), rise = value - before;
        before = value;
        if (length == 1)
            *slope = rise;
        if (length > 1 && rise != *slope)
            break;
    }
    return length >= SHORTEST_RUN ? length : 0;
}

/* slope * subject + offset, in the width of the result */
static expr_t affine(struct exprs *exprs, expr_t subject, unsigned width, uint64_t slope, uint64_t offset)
{
    expr_t product = expr_mul(exprs, expr_resize(exprs, subject, width), expr_const(exprs, width, slope));
    return expr_add(exprs, product, expr_const(exprs, width, offset));
}

void arrays_join_runs(struct arrays *arrays, expr_t subject, piece_list *pieces)
{
    struct exprs *exprs = arrays->exprs;
    unsigned width = expr_width(exprs, pieces->data[0].term);
    size_t kept = 0;
    if (width == 1 || width > 64)
        return;
    for (size_t i = 0; i < pieces->count;) {
        uint64_t slope = 0;
        struct piece piece = pieces->data[i];
        size_t run = run_length(exprs, &pieces->data[i], pieces->count - i, &slope);
        if (run) {
            uint64_t start = piece.range.last, value = expr_value(exprs, piece.term);
            if (!is_single(&piece)) {
                struct piece head = {{piece.range.first, start - 1}, piece.term};
                pieces->data[kept++] = head;
            }
            piece.range = (struct value_range){start, pieces->data[i + run - 1].range.last};
            piece.term = affine(exprs, subject, width, slope, value - slope * start);
        }
        pieces->data[kept++] = piece;
        i += run ? run : 1;
    }
    pieces->count = kept;
}

/* ---- the choice ---- */

struct group {
    expr_t term;
    VECTOR(struct value_range) ranges;
};

expr_t arrays_choice(struct arrays *arrays, expr_t subject, piece_list *pieces)
{
    struct exprs *exprs = arrays->exprs;
    VECTOR(struct group) groups = {0};
    struct table numbers = {0};
    size_t last = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const struct piece *piece = &pieces->data[i];
        size_t number = *table_slot(&numbers, piece->term, groups.count);
        if (number == groups.count)
            vector_push(&groups, (struct group){.term = piece->term});
        vector_push(&groups.data[number].ranges, piece->range);
        if (groups.data[number].ranges.count > groups.data[last].ranges.count)
            last = number;
    }
    expr_t result = groups.data[last].term;
    for (size_t i = groups.count; i-- > 0;) {
        struct group *group = &groups.data[i];
        if (i != last) {
            expr_t here = within(exprs, subject, group->ranges.data, group->ranges.count);
            result = expr_ite(exprs, here, group->term, result);
        }
        vector_release(&group->ranges);
    }
    vector_release(&groups);
    table_release(&numbers);
    return result;
}

/* ---- diagrams ---- */

expr_t arrays_term(struct arrays *arrays, diagram_t at, unsigned width)
{
    const struct diagram_node node = *diagram_look(&arrays->diagrams, at);
    if (node.atom == NO_ATOM)
        return expr_const(arrays->exprs, width, node.value);
    uint64_t key = (uint64_t)at << 8 | width;
    uint64_t *there = table_find(&arrays->terms, key);
    if (there)
        return (expr_t)*there;
    piece_list pieces = {0};
    uint64_t first = 0;
    for (size_t i = 0; i < node.count; i++) {
        struct diagram_edge edge = diagram_edges(&arrays->diagrams, at)[i];
        struct piece piece = {{first, edge.last}, arrays_term(arrays, edge.to, width)};
        vector_push(&pieces, piece);
        first = edge.last + 1;
    }
    expr_t atom = arrays->atoms.data[node.atom].term;
    arrays_join_runs(arrays, atom, &pieces);
    expr_t result = arrays_choice(arrays, atom, &pieces);
    vector_release(&pieces);
    table_set(&arrays->terms, key, result);
    return result;
}
