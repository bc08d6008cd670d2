/* The value-based transformation: a read that stays becomes a choice between
 * the ranges of its index over which the cells are the same term. Cells that
 * are not constant (mixed arrays) are choices like the others. */
#include "solver/arrays_internal.h"

#include "solver/terms.h"

/* Up to so many ranges a choice costs a solver less than a tree over the bits
 * of the index (blast_array.c), whatever the number of cells: measured, see
 * docs/arrays.md. */
enum { MOST_RANGES = 16 };

struct element {
    expr_t array, index; /* the index as it is after its own reads became choices */
    unsigned bytes;
    struct linear_index linear;
    piece_list pieces;
};

/* ---- the ranges of one read ---- */

/* 0: not done yet */
static expr_t done(const struct arrays *arrays, expr_t term)
{
    return expr_has_table(arrays->exprs, term) ? (expr_t)table_get(&arrays->values, term, 0) : term;
}

/* The element at a constant index; 0: it would need an array again. */
static expr_t cell_at(struct arrays *arrays, const struct element *element, uint64_t index)
{
    struct exprs *exprs = arrays->exprs;
    expr_t result = 0;
    for (unsigned i = 0; i < element->bytes; i++) {
        expr_t byte = cell_of(arrays, element->array, index + i);
        if (byte)
            byte = done(arrays, byte);
        if (!byte || expr_has_table(exprs, byte))
            return 0;
        result = result ? expr_concat(exprs, byte, result) : byte;
    }
    return result;
}

/* Everything up to the value is this term from where the list ends. */
static void add_piece(struct element *element, uint64_t last, expr_t term)
{
    struct piece *before = element->pieces.count ? &element->pieces.data[element->pieces.count - 1] : NULL;
    if (before && before->range.last >= last)
        return;
    uint64_t first = before ? before->range.last + 1 : 0;
    if (before && before->term == term)
        before->range.last = last;
    else
        vector_push(&element->pieces, (struct piece){{first, last}, term});
}

/* The pieces up to the end of the range; false if a cell needs an array. */
static bool add_range(struct arrays *arrays, struct element *element, const struct cell_ranges *cells,
                      struct value_range range)
{
    struct exprs *exprs = arrays->exprs;
    unsigned width = 8 * element->bytes;
    struct cell_walk walk = cell_walk(&element->linear, cells, range);
    struct value_range values;
    if (walk.more && walk.value)
        add_piece(element, walk.value - 1, expr_const(exprs, width, 0));
    const struct cell_range *cell;
    while ((cell = cell_walk_next(&walk, &values))) {
        expr_t term = cell->mixed ? cell_at(arrays, element, index_at(&element->linear, values.first))
                                  : expr_const(exprs, width, cell->value);
        if (!term)
            return false;
        add_piece(element, values.last + element->linear.step - 1, term);
    }
    return true;
}

/* Finds the pieces; false if the array is needed. Outside of the array a read
 * is 0: the index need not be known to be inside. */
static bool find_pieces(struct arrays *arrays, struct element *element)
{
    struct exprs *exprs = arrays->exprs;
    struct index_ranges ranges;
    element->linear = linear_index(exprs, element->index);
    if (!index_ranges(&element->linear, expr_array_size(exprs, element->array), element->bytes, &ranges))
        return false;
    if (ranges.count) {
        const struct cell_ranges *cells =
            ranges_of(arrays->ranges, element->array, shape_of(&element->linear, element->bytes));
        for (unsigned i = 0; i < ranges.count; i++)
            if (!cells || !add_range(arrays, element, cells, ranges.range[i]))
                return false;
    }
    unsigned width = element->linear.width;
    add_piece(element, width == 64 ? ~0ull : (1ull << width) - 1, expr_const(exprs, 8 * element->bytes, 0));
    arrays_join_runs(arrays, element->linear.subject, &element->pieces);
    return true;
}

/* What a read that is an element becomes: 0 if it stays. */
static expr_t choice_of(struct arrays *arrays, expr_t term, struct element *element)
{
    size_t ranges = find_pieces(arrays, element) ? element->pieces.count : SIZE_MAX, size = SIZE_MAX;
    /* addresses are numbers in a diagram, which a value must not lose */
    diagram_t diagram = expr_has_base(arrays->exprs, term) ? 0 : arrays_diagram(arrays, term);
    if (diagram)
        size = diagram_size(&arrays->diagrams, diagram);
    if (size > MOST_RANGES && ranges > MOST_RANGES)
        return 0;
    return size < ranges ? arrays_term(arrays, diagram, 8 * element->bytes)
                         : arrays_choice(arrays, element->linear.subject, &element->pieces);
}

/* ---- a term and all below it ---- */

static bool needs(struct arrays *arrays, expr_t term)
{
    if (done(arrays, term))
        return false;
    vector_push(&arrays->stack, term);
    return true;
}

/* The bytes of stores: what cells may hold. An array of which all are done is remembered as its own
 * value: chains grow at their end, and what is below was walked for another read. */
static bool needs_cells(struct arrays *arrays, expr_t array)
{
    struct exprs *exprs = arrays->exprs;
    bool waits = false;
    for (expr_t at = array; expr_kind(exprs, at) == EXPR_STORE && !table_find(&arrays->values, at);
         at = expr_arg(exprs, at, 0))
        waits |= needs(arrays, expr_arg(exprs, at, 2));
    if (!waits)
        table_set(&arrays->values, array, array);
    return waits;
}

static expr_t rebuild_read(struct exprs *exprs, const struct element *element)
{
    expr_t result = 0;
    for (unsigned i = 0; i < element->bytes; i++) {
        expr_t index = expr_add(exprs, element->index, expr_const(exprs, 64, i)),
               byte = expr_read(exprs, element->array, index);
        result = result ? expr_concat(exprs, byte, result) : byte;
    }
    return result;
}

/* false: it waits for others, which are on the stack */
static bool replace_element(struct arrays *arrays, expr_t term, struct element *element)
{
    bool waits = needs(arrays, element->index);
    waits |= needs_cells(arrays, element->array);
    if (waits)
        return false;
    element->index = done(arrays, element->index);
    expr_t result = choice_of(arrays, term, element);
    arrays->stats.value += result != 0;
    table_set(&arrays->values, term, result ? result : rebuild_read(arrays->exprs, element));
    vector_release(&element->pieces);
    return true;
}

static void step(struct arrays *arrays, expr_t term)
{
    struct exprs *exprs = arrays->exprs;
    const struct expr_node node = *expr_node(exprs, term);
    struct element element = {0};
    if (element_of(exprs, term, &element.array, &element.index, &element.bytes) &&
        expr_kind(exprs, element.array) != EXPR_INPUT) {
        replace_element(arrays, term, &element);
        return;
    }
    if (node.kind == EXPR_STORE || node.kind == EXPR_READ) {
        table_set(&arrays->values, term, term);
        return;
    }
    expr_t children[3] = {0};
    bool waits = false;
    for (unsigned i = 0; i < expr_children((enum expr_kind)node.kind); i++) {
        waits |= needs(arrays, node.arg[i]);
        children[i] = done(arrays, node.arg[i]);
    }
    if (!waits)
        table_set(&arrays->values, term, term_rebuild(exprs, term, children));
}

expr_t arrays_values(struct arrays *arrays, expr_t root)
{
    size_t bottom = arrays->stack.count;
    needs(arrays, root);
    while (arrays->stack.count > bottom) {
        expr_t term = arrays->stack.data[arrays->stack.count - 1];
        if (!done(arrays, term))
            step(arrays, term);
        if (arrays->stack.data[arrays->stack.count - 1] == term && done(arrays, term))
            arrays->stack.count--;
    }
    return done(arrays, root);
}
