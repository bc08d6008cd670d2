/* The diagram of a term, from those of its parts. Input bytes are atoms, and
 * so is every small term that has no diagram of its own and reads no table. A
 * read of a table maps the leaves of its index to cells, so that tables read
 * through one another come to one function of the bytes at the bottom; where
 * the index is too large a number for that, what it is made of is the atom. */
#include "solver/arrays_internal.h"

#include "expr/fold.h"
#include "expr/support.h"
#include "solver/truths.h"

/* TERM_BUDGET: edges made for the diagram of one term from those of its parts. */
enum { SMALL_ATOM = 8, MOST_STORES = 64, LONGEST_CHAIN = 1 << 12, TERM_BUDGET = 1 << 13 };

uint32_t arrays_atom(struct arrays *arrays, expr_t term)
{
    uint64_t *slot = table_slot(&arrays->atom_numbers, term, UINT64_MAX);
    if (*slot == UINT64_MAX) {
        *slot = arrays->atoms.count;
        vector_push(&arrays->atoms, (struct atom){term, expr_width(arrays->exprs, term)});
    }
    return (uint32_t)*slot;
}

diagram_t arrays_known(const struct arrays *arrays, expr_t term)
{
    return term < arrays->known.count ? arrays->known.data[term] : 0;
}

static void remember(struct arrays *arrays, expr_t term, diagram_t diagram)
{
    while (arrays->known.count <= term)
        vector_push(&arrays->known, 0);
    arrays->known.data[term] = diagram ? diagram : NO_DIAGRAM;
}

/* ---- one operation ---- */

struct step {
    enum expr_kind kind;
    unsigned from, width; /* of the first operand, of the result */
    unsigned low;         /* of an extraction; of a concatenation, the width of the low part */
};

static uint64_t low_bits(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

static uint64_t unary(const void *context, uint64_t value)
{
    const struct step *step = context;
    switch (step->kind) {
    case EXPR_EXTRACT:
        return value >> step->low & low_bits(step->width);
    case EXPR_SEXT:
        return (uint64_t)((int64_t)(value << (64 - step->from)) >> (64 - step->from)) & low_bits(step->width);
    case EXPR_NOT:
        return ~value & low_bits(step->width);
    default:
        return value; /* ZEXT */
    }
}

static uint64_t binary(const void *context, uint64_t left, uint64_t right)
{
    const struct step *step = context;
    return step->kind == EXPR_CONCAT ? left << step->low | right
                                     : fold_binary(step->kind, step->from, left, right);
}

/* The operands are done. */
static diagram_t of_operation(struct arrays *arrays, const struct expr_node *node)
{
    struct diagrams *diagrams = &arrays->diagrams;
    diagram_t operand[3] = {0};
    unsigned count = expr_children((enum expr_kind)node->kind);
    for (unsigned i = 0; i < count; i++) {
        operand[i] = arrays_known(arrays, node->arg[i]);
        if (operand[i] == NO_DIAGRAM)
            return 0;
    }
    if (node->kind == EXPR_ITE)
        return diagram_choose(diagrams, operand[0], operand[1], operand[2]);
    struct step step = {(enum expr_kind)node->kind, expr_width(arrays->exprs, node->arg[0]), node->width,
                        node->kind == EXPR_EXTRACT ? node->arg[1] : 0};
    if (count == 1)
        return diagram_map(diagrams, operand[0], unary, &step);
    if (node->kind == EXPR_CONCAT)
        step.low = expr_width(arrays->exprs, node->arg[1]);
    return diagram_combine(diagrams, operand[0], operand[1], binary, &step);
}

/* ---- reads ---- */

struct cells {
    const uint8_t *data; /* NULL: the ranges have them */
    const struct cell_ranges *ranges;
    uint32_t size;
};

/* Does the read see what was stored there? Outside of the array nothing is stored, and a read is 0. */
static uint64_t is_same_cell(const void *context, uint64_t index, uint64_t at)
{
    const struct cells *cells = context;
    return index == at && index < cells->size;
}

static uint64_t cell(const void *context, uint64_t index)
{
    const struct cells *cells = context;
    if (index >= cells->size)
        return 0;
    return cells->data ? cells->data[index] : cell_range_at(cells->ranges, (uint32_t)index)->value;
}

/* The stores that a read has to look at one by one: not those of constants at constant
 * indices below all others, which are in the ranges of the array. */
struct chain {
    expr_t stores[MOST_STORES]; /* the newest first */
    unsigned count;
    expr_t flat; /* what is below the last one at a symbolic index */
};

static bool is_plain(const struct exprs *exprs, expr_t store)
{
    return expr_is_const(exprs, expr_arg(exprs, store, 1)) && expr_is_const(exprs, expr_arg(exprs, store, 2));
}

/* false: too many */
static bool take_apart(const struct exprs *exprs, expr_t array, struct chain *chain)
{
    unsigned walked = 0;
    chain->count = 0;
    chain->flat = array;
    for (expr_t at = array; expr_kind(exprs, at) == EXPR_STORE; at = expr_arg(exprs, at, 0)) {
        if (++walked > LONGEST_CHAIN)
            return false;
        if (!expr_is_const(exprs, expr_arg(exprs, at, 1)))
            chain->flat = expr_arg(exprs, at, 0);
    }
    bool above = array != chain->flat;
    for (; expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        above &= array != chain->flat;
        if (!above && is_plain(exprs, array))
            continue;
        if (chain->count == MOST_STORES)
            return false;
        chain->stores[chain->count++] = array;
    }
    return true;
}

/* Has a constant that was written later taken the place of what the store wrote? */
static bool is_hidden(const struct exprs *exprs, const struct cells *cells, expr_t store)
{
    expr_t at = expr_arg(exprs, store, 1);
    return cells->ranges && expr_is_const(exprs, at) &&
           !cell_range_at(cells->ranges, (uint32_t)expr_value(exprs, at))->mixed;
}

/* Where the read sees what the store wrote; 0: that is no small diagram, or the store has none. */
static diagram_t where_seen(struct arrays *arrays, const struct cells *cells, expr_t store, diagram_t index)
{
    diagram_t at = arrays_known(arrays, expr_arg(arrays->exprs, store, 1));
    if (at == NO_DIAGRAM || arrays_known(arrays, expr_arg(arrays->exprs, store, 2)) == NO_DIAGRAM)
        return 0;
    return diagram_combine(&arrays->diagrams, index, at, is_same_cell, cells);
}

/* Stores over constant bytes; an out-of-bounds store changes nothing. The stores are looked at before the
 * cells below them: an index that is compared with another byte fails soon. */
static diagram_t of_read_at(struct arrays *arrays, expr_t array, diagram_t index)
{
    struct exprs *exprs = arrays->exprs;
    struct diagrams *diagrams = &arrays->diagrams;
    struct chain chain;
    struct cells cells = {.size = expr_array_size(exprs, array)};
    if (!take_apart(exprs, array, &chain))
        return 0;
    if (expr_kind(exprs, chain.flat) == EXPR_BYTES)
        cells.data = expr_bytes_data(exprs, chain.flat, &cells.size);
    else if (!(cells.ranges = ranges_of(arrays->ranges, chain.flat, (struct element_shape){1, 1, 0})))
        return 0;
    diagram_t seen[MOST_STORES], never = diagram_leaf(diagrams, 0);
    bool above = false; /* a store at a symbolic index was met: from there on nothing is in the ranges */
    for (unsigned i = chain.count; i-- > 0;) {
        above |= !expr_is_const(exprs, expr_arg(exprs, chain.stores[i], 1));
        seen[i] = !above && is_hidden(exprs, &cells, chain.stores[i])
                      ? never
                      : where_seen(arrays, &cells, chain.stores[i], index);
        if (!seen[i])
            return 0;
    }
    diagram_t result = diagram_map(diagrams, index, cell, &cells);
    for (unsigned i = chain.count; i-- > 0;)
        if (seen[i] != never)
            result = diagram_choose(diagrams, seen[i],
                                    arrays_known(arrays, expr_arg(exprs, chain.stores[i], 2)), result);
    return result;
}

/* The diagram of the byte at a constant index; 0: it has none, or nobody knows which byte it is. */
static diagram_t constant_cell(struct arrays *arrays, expr_t array, uint64_t index)
{
    struct exprs *exprs = arrays->exprs;
    expr_t byte = cell_of(arrays, array, index);
    if (!byte)
        return 0;
    if (expr_is_const(exprs, byte))
        return diagram_leaf(&arrays->diagrams, expr_value(exprs, byte));
    diagram_t value = arrays_known(arrays, byte);
    return value == NO_DIAGRAM ? 0 : value;
}

/* The edges of the atom that is the index's subject, and the cells that are no leaves. */
struct opaque_read {
    VECTOR(struct diagram_edge) edges;
    VECTOR(struct diagram_edge) symbolic; /* value of the subject, diagram */
    diagram_t outside;
};

/* From where the edges end, if that is not there already. */
static void add_edge(struct opaque_read *read, uint64_t last, diagram_t to)
{
    struct diagram_edge *before = read->edges.count ? &read->edges.data[read->edges.count - 1] : NULL;
    if (before && before->last >= last)
        return;
    if (before && before->to == to)
        before->last = last;
    else
        vector_push(&read->edges, (struct diagram_edge){last, to});
}

/* Adds the edges up to the end of the range; false if a cell has no diagram. */
static bool add_range(struct arrays *arrays, struct opaque_read *read, expr_t array,
                      const struct linear_index *linear, const struct cell_ranges *cells,
                      struct value_range range)
{
    struct cell_walk walk = cell_walk(linear, cells, range);
    struct value_range values;
    if (walk.more && walk.value)
        add_edge(read, walk.value - 1, read->outside);
    const struct cell_range *cell;
    while ((cell = cell_walk_next(&walk, &values))) {
        diagram_t to = cell->mixed ? constant_cell(arrays, array, index_at(linear, values.first))
                                   : diagram_leaf(&arrays->diagrams, cell->value);
        if (!to)
            return false;
        if (!diagram_is_leaf(&arrays->diagrams, to)) {
            vector_push(&read->symbolic, (struct diagram_edge){values.first, to});
            to = read->outside;
        }
        add_edge(read, values.last + linear->step - 1, to);
    }
    return true;
}

/* Is the atom this value? */
static diagram_t is_value(struct diagrams *diagrams, uint32_t atom, uint64_t value, uint64_t greatest)
{
    struct diagram_edge edges[3];
    unsigned count = 0;
    diagram_t no = diagram_leaf(diagrams, 0), yes = diagram_leaf(diagrams, 1);
    if (value)
        edges[count++] = (struct diagram_edge){value - 1, no};
    edges[count++] = (struct diagram_edge){value, yes};
    if (value < greatest)
        edges[count++] = (struct diagram_edge){greatest, no};
    return diagram_node_of(diagrams, atom, edges, count);
}

/* By ranges of what the index is made of. Cells that hold terms are put in
 * afterwards, since the atoms of these may come before. */
static diagram_t of_read_opaque(struct arrays *arrays, expr_t array, expr_t index)
{
    struct exprs *exprs = arrays->exprs;
    struct diagrams *diagrams = &arrays->diagrams;
    struct linear_index linear = linear_index(exprs, index);
    struct index_ranges ranges;
    if (expr_has_table(exprs, linear.subject) || expr_has_base(exprs, linear.subject) ||
        expr_has_float(exprs, linear.subject) ||
        !index_ranges(&linear, expr_array_size(exprs, array), 1, &ranges))
        return 0;
    const struct cell_ranges *cells =
        ranges.count ? ranges_of(arrays->ranges, array, shape_of(&linear, 1)) : NULL;
    if (ranges.count && !cells)
        return 0;
    uint32_t atom = arrays_atom(arrays, linear.subject);
    uint64_t greatest = low_bits(linear.width);
    struct opaque_read read = {.outside = diagram_leaf(diagrams, 0)};
    diagram_t result = 0;
    bool possible = true;
    for (unsigned i = 0; i < ranges.count && possible; i++)
        possible = add_range(arrays, &read, array, &linear, cells, ranges.range[i]);
    if (possible) {
        add_edge(&read, greatest, read.outside);
        result = diagram_node_of(diagrams, atom, read.edges.data, read.edges.count);
    }
    for (size_t i = 0; i < read.symbolic.count; i++) {
        diagram_t condition = is_value(diagrams, atom, read.symbolic.data[i].last, greatest);
        result = diagram_choose(diagrams, condition, read.symbolic.data[i].to, result);
    }
    vector_release(&read.edges);
    vector_release(&read.symbolic);
    return result;
}

static expr_t bottom_of(const struct exprs *exprs, expr_t array)
{
    while (expr_kind(exprs, array) == EXPR_STORE)
        array = expr_arg(exprs, array, 0);
    return array;
}

/* ---- the term ---- */

static diagram_t small_atom(struct arrays *arrays, expr_t term)
{
    unsigned width = expr_width(arrays->exprs, term);
    if (!width || width > SMALL_ATOM || expr_has_table(arrays->exprs, term) ||
        expr_has_base(arrays->exprs, term))
        return 0;
    return diagram_identity(&arrays->diagrams, arrays_atom(arrays, term), 1ull << width);
}

static bool push_if_unknown(struct arrays *arrays, expr_t term)
{
    if (arrays_known(arrays, term))
        return false;
    vector_push(&arrays->stack, term);
    return true;
}

/* Does it wait for operands? They are on the stack then. */
static bool waits(struct arrays *arrays, const struct expr_node *node)
{
    struct exprs *exprs = arrays->exprs;
    bool waits = false;
    if (node->kind != EXPR_READ) {
        for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++)
            waits |= push_if_unknown(arrays, node->arg[i]);
        return waits;
    }
    waits = push_if_unknown(arrays, node->arg[1]);
    struct chain chain;
    if (!take_apart(exprs, node->arg[0], &chain))
        return waits;
    for (unsigned i = 0; i < chain.count; i++) {
        waits |= push_if_unknown(arrays, expr_arg(exprs, chain.stores[i], 1));
        waits |= push_if_unknown(arrays, expr_arg(exprs, chain.stores[i], 2));
    }
    return waits;
}

static diagram_t of_read(struct arrays *arrays, const struct expr_node *node)
{
    struct exprs *exprs = arrays->exprs;
    if (expr_kind(exprs, bottom_of(exprs, node->arg[0])) != EXPR_BYTES)
        return 0;
    diagram_t index = arrays_known(arrays, node->arg[1]);
    return index != NO_DIAGRAM ? of_read_at(arrays, node->arg[0], index)
                               : of_read_opaque(arrays, node->arg[0], node->arg[1]);
}

/* The one byte that the term depends on: any way down that depends on something leads there. */
static expr_t byte_below(struct exprs *exprs, expr_t term, uint32_t variable)
{
    while (expr_kind(exprs, term) != EXPR_INPUT) {
        unsigned child = expr_children(expr_kind(exprs, term)) - 1;
        while (!expr_support(exprs, expr_arg(exprs, term, child))->count)
            child--;
        term = expr_arg(exprs, term, child);
    }
    uint32_t first = exprs_input(exprs, expr_arg(exprs, term, 0))->variable;
    return expr_read(exprs, term, expr_const(exprs, 64, variable - first));
}

/* What depends on one byte is computed for all of its values at once, and nothing
 * below it has a diagram made. */
static diagram_t of_one_byte(struct arrays *arrays, expr_t term)
{
    uint32_t variable;
    const uint64_t *values = truths_values(arrays->truths, term, &variable);
    if (!values)
        return 0;
    struct diagram_edge edges[BYTE_VALUES];
    unsigned count = 0;
    for (unsigned byte = 0; byte < BYTE_VALUES; byte++)
        if (byte && values[byte] == values[byte - 1])
            edges[count - 1].last = byte;
        else
            edges[count++] = (struct diagram_edge){byte, diagram_leaf(&arrays->diagrams, values[byte])};
    uint32_t atom = arrays_atom(arrays, byte_below(arrays->exprs, term, variable));
    return diagram_node_of(&arrays->diagrams, atom, edges, count);
}

static void step(struct arrays *arrays, expr_t term)
{
    struct exprs *exprs = arrays->exprs;
    const struct expr_node node = *expr_node(exprs, term);
    arrays->diagrams.budget = TERM_BUDGET;
    if (node.kind == EXPR_CONST && node.width <= 64) {
        remember(arrays, term, diagram_leaf(&arrays->diagrams, expr_value(exprs, term)));
        return;
    }
    if (node.kind ==
        EXPR_BASE) { /* never moves; what is made of the diagram, a condition, has no address in it */
        remember(arrays, term, diagram_leaf(&arrays->diagrams, expr_base_address(exprs, term)));
        return;
    }
    if (node.width > 64 || !expr_children((enum expr_kind)node.kind) || node.kind >= EXPR_FADD) {
        remember(arrays, term, 0);
        return;
    }
    diagram_t whole = is_one_byte(expr_support(exprs, term)) ? of_one_byte(arrays, term) : 0;
    if (whole) {
        remember(arrays, term, whole);
        return;
    }
    bool input = node.kind == EXPR_READ && expr_kind(exprs, node.arg[0]) == EXPR_INPUT;
    if (!input && waits(arrays, &node))
        return;
    diagram_t result = input                    ? 0
                       : node.kind == EXPR_READ ? of_read(arrays, &node)
                                                : of_operation(arrays, &node);
    remember(arrays, term, result ? result : small_atom(arrays, term));
}

diagram_t arrays_diagram(struct arrays *arrays, expr_t root)
{
    size_t bottom = arrays->stack.count;
    push_if_unknown(arrays, root);
    while (arrays->stack.count > bottom) {
        expr_t term = arrays->stack.data[arrays->stack.count - 1];
        if (!arrays_known(arrays, term))
            step(arrays, term);
        budget_spent(exprs_budget(arrays->exprs), 1 + TERM_BUDGET - arrays->diagrams.budget);
        if (arrays->stack.data[arrays->stack.count - 1] == term && arrays_known(arrays, term))
            arrays->stack.count--;
    }
    return arrays_known(arrays, root) == NO_DIAGRAM ? 0 : arrays_known(arrays, root);
}
