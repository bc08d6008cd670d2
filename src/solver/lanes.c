/* Terms evaluated for many inputs at once: an array of numbers for each term
 * below, remembered while there is room. A term is looked at only if some lane
 * needs it: one branch of a choice, a store that is hit. */
#include "solver/lanes.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "base/table.h"
#include "base/vector.h"
#include "expr/fold.h"

#include <string.h>

/* In numbers: kept, after which all are forgotten; computed for one term, the
 * stores that it passes on the way counted as parts of one. */
enum {
    BLOCK = 1 << 16,
    MOST_KEPT = 1 << 21,
    MOST_WORK = 1 << 22,
    STORES_PER_TERM = 16,
    NUMBERS_OF_A_STEP = 8
};

struct lanes {
    struct exprs *exprs;
    unsigned count; /* lanes */
    struct column columns[MOST_COLUMNS];
    unsigned column_count;
    VECTOR(uint64_t *) blocks;
    size_t used;         /* numbers */
    struct table places; /* term → where its numbers are, plus 1 */
    VECTOR(expr_t) stack;
    size_t work;
    bool failed; /* the term at work has no lanes */
};

/* ---- memory ---- */

static void forget(void *context)
{
    struct lanes *lanes = context;
    table_clear(&lanes->places);
    lanes->used = 0;
}

struct lanes *lanes_new(struct exprs *exprs)
{
    struct lanes *lanes = NEW(struct lanes);
    lanes->exprs = exprs;
    exprs_on_sweep(exprs, forget, lanes);
    return lanes;
}

void lanes_free(struct lanes *lanes)
{
    if (!lanes)
        return;
    exprs_forget_listener(lanes->exprs, lanes);
    for (size_t i = 0; i < lanes->blocks.count; i++)
        mem_free(lanes->blocks.data[i]);
    vector_release(&lanes->blocks);
    vector_release(&lanes->stack);
    table_release(&lanes->places);
    mem_free(lanes);
}

struct column *lanes_columns(struct lanes *lanes, unsigned columns, unsigned count)
{
    BUG_ON(columns > MOST_COLUMNS || count > MOST_LANES || count % 64);
    forget(lanes);
    lanes->column_count = columns;
    lanes->count = count;
    return lanes->columns;
}

size_t lanes_computed(const struct lanes *lanes) { return lanes->used; }
size_t lanes_work(const struct lanes *lanes) { return lanes->work; }

/* Blocks stay where they are: lanes can be read while others are made. */
static uint64_t *numbers_at(const struct lanes *lanes, size_t place)
{
    return lanes->blocks.data[place / BLOCK] + place % BLOCK;
}

static uint64_t *make(struct lanes *lanes, expr_t term)
{
    if (lanes->used % BLOCK + lanes->count > BLOCK)
        lanes->used += BLOCK - lanes->used % BLOCK;
    if (lanes->used / BLOCK >= lanes->blocks.count)
        vector_push(&lanes->blocks, mem_alloc(sizeof(uint64_t) * BLOCK));
    size_t place = lanes->used;
    lanes->used += lanes->count;
    table_set(&lanes->places, term, place + 1);
    return numbers_at(lanes, place);
}

/* NULL: not computed yet. */
static const uint64_t *find(const struct lanes *lanes, expr_t term)
{
    uint64_t *place = table_find(&lanes->places, term);
    return place ? numbers_at(lanes, *place - 1) : NULL;
}

static bool wants(struct lanes *lanes, expr_t term)
{
    if (expr_is_const(lanes->exprs, term) || find(lanes, term))
        return false;
    vector_push(&lanes->stack, term);
    return true;
}

/* ---- one term ---- */

static void fill(uint64_t *out, uint64_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = value;
}

/* Of a term that is there or constant; `room` is for a constant's. */
static const uint64_t *values_of(struct lanes *lanes, expr_t term, uint64_t *room)
{
    if (!expr_is_const(lanes->exprs, term))
        return find(lanes, term);
    fill(room, expr_value(lanes->exprs, term), lanes->count);
    return room;
}

static uint64_t low_bits(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

#define EACH_LANE(value)                 \
    for (unsigned i = 0; i < count; i++) \
        out[i] = (value);                \
    break

static void unary(uint64_t *out, const struct expr_node *node, unsigned from, const uint64_t *a,
                  unsigned count)
{
    uint64_t mask = low_bits(node->width);
    unsigned shift = 64 - from, low = node->arg[1];
    switch ((enum expr_kind)node->kind) {
    case EXPR_EXTRACT:
        EACH_LANE(a[i] >> low & mask);
    case EXPR_ZEXT:
        EACH_LANE(a[i]);
    case EXPR_SEXT:
        EACH_LANE((uint64_t)((int64_t)(a[i] << shift) >> shift) & mask);
    default: /* NOT */
        EACH_LANE(~a[i] & mask);
    }
}

static void binary(uint64_t *out, const struct expr_node *node, unsigned from, unsigned low,
                   const uint64_t *a, const uint64_t *b, unsigned count)
{
    uint64_t mask = low_bits(node->width);
    switch ((enum expr_kind)node->kind) {
    case EXPR_CONCAT:
        EACH_LANE(a[i] << low | b[i]);
    case EXPR_ADD:
        EACH_LANE((a[i] + b[i]) & mask);
    case EXPR_SUB:
        EACH_LANE((a[i] - b[i]) & mask);
    case EXPR_MUL:
        EACH_LANE((a[i] * b[i]) & mask);
    case EXPR_AND:
        EACH_LANE(a[i] & b[i]);
    case EXPR_OR:
        EACH_LANE(a[i] | b[i]);
    case EXPR_XOR:
        EACH_LANE(a[i] ^ b[i]);
    case EXPR_EQ:
        EACH_LANE(a[i] == b[i]);
    case EXPR_ULT:
        EACH_LANE(a[i] < b[i]);
    case EXPR_ULE:
        EACH_LANE(a[i] <= b[i]);
    case EXPR_UREM:
        EACH_LANE(b[i] ? a[i] % b[i] : a[i]);
    case EXPR_UDIV:
        EACH_LANE(b[i] ? a[i] / b[i] : mask);
    case EXPR_SHL:
        EACH_LANE(b[i] < from ? a[i] << b[i] & mask : 0);
    case EXPR_LSHR:
        EACH_LANE(b[i] < from ? a[i] >> b[i] : 0);
    default:
        EACH_LANE(fold_binary((enum expr_kind)node->kind, from, a[i], b[i]));
    }
}

/* One by one, by the host. */
static void floats(uint64_t *out, const struct expr_node *node, unsigned from, const uint64_t *a,
                   const uint64_t *b, unsigned count)
{
    enum expr_kind kind = (enum expr_kind)node->kind;
    for (unsigned i = 0; i < count; i++)
        if (b)
            out[i] = fold_float_binary(kind, from, a[i], b[i]);
        else
            fold_float_unary(kind, from, node->width, &a[i], &out[i]);
}

static void choose(struct lanes *lanes, expr_t term, const struct expr_node *node)
{
    if (wants(lanes, node->arg[0]))
        return;
    uint64_t room[3][MOST_LANES];
    const uint64_t *condition = values_of(lanes, node->arg[0], room[0]);
    bool some = false, all = true, waits = false;
    for (unsigned i = 0; i < lanes->count; i++) {
        some |= condition[i];
        all &= condition[i];
    }
    waits |= some && wants(lanes, node->arg[1]);
    waits |= !all && wants(lanes, node->arg[2]);
    if (waits)
        return;
    const uint64_t *yes = some ? values_of(lanes, node->arg[1], room[1]) : condition,
                   *no = all ? condition : values_of(lanes, node->arg[2], room[2]);
    uint64_t *out = make(lanes, term);
    for (unsigned i = 0; i < lanes->count; i++)
        out[i] = condition[i] ? yes[i] : no[i];
}

/* ---- reads ---- */

/* A read on its way down the stores. Lanes that are open have met no store at their index
 * yet; they are found by it, so that a store at a constant costs nothing for the others. */
enum { LISTS = 1024 };
struct reading {
    const uint64_t *index;
    uint64_t values[MOST_LANES]; /* of lanes that are not open; beyond the end of the array 0 */
    bool open[MOST_LANES];
    unsigned left;                           /* open lanes */
    uint16_t first[LISTS], next[MOST_LANES]; /* lanes by hash of their index, plus 1; 0: the end */
    uint16_t hits[MOST_LANES];               /* the lanes that the last store was hit by */
};

static unsigned list_of(uint64_t index) { return (unsigned)(index * 0x9e3779b97f4a7c15ull >> 54); }

static void start_reading(const struct lanes *lanes, struct reading *reading, const uint64_t *index,
                          uint64_t size)
{
    reading->index = index;
    reading->left = 0;
    memset(reading->first, 0, sizeof reading->first);
    fill(reading->values, 0, lanes->count);
    for (unsigned i = 0; i < lanes->count; i++) {
        reading->open[i] = index[i] < size;
        if (!reading->open[i])
            continue;
        uint16_t *first = &reading->first[list_of(index[i])];
        reading->next[i] = *first;
        *first = (uint16_t)(i + 1);
        reading->left++;
    }
}

/* Closes the lanes that a store at this constant hits; gives how many. */
static unsigned hit_constant(struct reading *reading, uint64_t at)
{
    unsigned hits = 0;
    for (uint16_t *link = &reading->first[list_of(at)]; *link;) {
        unsigned lane = *link - 1u;
        if (reading->index[lane] != at) {
            link = &reading->next[lane];
            continue;
        }
        *link = reading->next[lane];
        if (reading->open[lane])
            reading->hits[hits++] = (uint16_t)lane;
        reading->open[lane] = false;
    }
    reading->left -= hits;
    return hits;
}

/* The same for a store whose index differs from lane to lane. */
static unsigned hit_lanes(struct reading *reading, const uint64_t *at, unsigned count)
{
    unsigned hits = 0;
    for (unsigned i = 0; i < count; i++)
        if (reading->open[i] && at[i] == reading->index[i]) {
            reading->hits[hits++] = (uint16_t)i;
            reading->open[i] = false;
        }
    reading->left -= hits;
    return hits;
}

static const struct column *column_of(const struct lanes *lanes, uint32_t variable)
{
    for (unsigned i = 0; i < lanes->column_count; i++)
        if (lanes->columns[i].variable == variable)
            return &lanes->columns[i];
    BUG("an input byte without a column");
}

static void read_base(const struct lanes *lanes, struct reading *reading, expr_t array)
{
    const struct exprs *exprs = lanes->exprs;
    const uint64_t *index = reading->index;
    if (expr_kind(exprs, array) == EXPR_INPUT) {
        uint32_t first = exprs_input(exprs, expr_arg(exprs, array, 0))->variable;
        const struct column *column = NULL; /* that of the lane before is the usual one */
        for (unsigned i = 0; i < lanes->count; i++) {
            if (!reading->open[i])
                continue;
            if (!column || column->variable != first + (uint32_t)index[i])
                column = column_of(lanes, first + (uint32_t)index[i]);
            reading->values[i] = column->values[i];
        }
        return;
    }
    uint32_t size;
    const uint8_t *data = expr_bytes_data(exprs, array, &size);
    for (unsigned i = 0; i < lanes->count; i++)
        if (reading->open[i])
            reading->values[i] = data[index[i]];
}

/* All lanes of a table without stores, the commonest. */
static void read_constants(const struct lanes *lanes, uint64_t *out, expr_t array, const uint64_t *index)
{
    uint32_t size;
    const uint8_t *data = expr_bytes_data(lanes->exprs, array, &size);
    for (unsigned i = 0; i < lanes->count; i++)
        out[i] = index[i] < size ? data[index[i]] : 0;
}

/* Passes down the stores as long as a lane is open. false: something is needed, which
 * is pushed (the indices first: without them nobody knows which bytes are). */
static bool pass_stores(struct lanes *lanes, struct reading *reading, expr_t array)
{
    struct exprs *exprs = lanes->exprs;
    bool waits = false, blind = false;
    for (; reading->left && expr_kind(exprs, array) == EXPR_STORE; array = expr_arg(exprs, array, 0)) {
        expr_t at = expr_arg(exprs, array, 1), byte = expr_arg(exprs, array, 2);
        bool constant = expr_is_const(exprs, at);
        lanes->work += constant ? 1 : 1 + lanes->count / STORES_PER_TERM;
        if (lanes->work > MOST_WORK) {
            lanes->failed = true;
            return false;
        }
        blind |= wants(lanes, at);
        if (blind)
            continue;
        unsigned hits = constant ? hit_constant(reading, expr_value(exprs, at))
                                 : hit_lanes(reading, find(lanes, at), lanes->count);
        if (!hits || (waits |= wants(lanes, byte)))
            continue;
        const uint64_t *values = expr_is_const(exprs, byte) ? NULL : find(lanes, byte);
        for (unsigned i = 0; i < hits; i++)
            reading->values[reading->hits[i]] = values ? values[reading->hits[i]] : expr_value(exprs, byte);
    }
    if (reading->left && !waits && !blind)
        read_base(lanes, reading, array);
    return !waits && !blind;
}

static void read_array(struct lanes *lanes, expr_t term, const struct expr_node *node)
{
    uint64_t room[MOST_LANES];
    expr_t array = node->arg[0]; /* the node may move */
    if (wants(lanes, node->arg[1]))
        return;
    const uint64_t *index = values_of(lanes, node->arg[1], room);
    if (expr_kind(lanes->exprs, array) == EXPR_BYTES) {
        read_constants(lanes, make(lanes, term), array, index);
        return;
    }
    struct reading reading;
    start_reading(lanes, &reading, index, expr_array_size(lanes->exprs, array));
    if (pass_stores(lanes, &reading, array))
        memcpy(make(lanes, term), reading.values, lanes->count * sizeof *reading.values);
}

/* Computes the term, or pushes what it needs first. */
static void step(struct lanes *lanes, expr_t term)
{
    struct exprs *exprs = lanes->exprs;
    const struct expr_node *node = expr_node(exprs, term);
    if (node->width > 64 || (lanes->work += lanes->count) > MOST_WORK) {
        lanes->failed = true;
        return;
    }
    if (node->kind == EXPR_BASE) {
        fill(make(lanes, term), expr_base_address(exprs, term), lanes->count);
        return;
    }
    if (node->kind == EXPR_READ) {
        read_array(lanes, term, node);
        return;
    }
    if (node->kind == EXPR_ITE) {
        choose(lanes, term, node);
        return;
    }
    unsigned children = expr_children((enum expr_kind)node->kind), from = expr_width(exprs, node->arg[0]);
    bool waits = false;
    for (unsigned i = 0; i < children; i++) {
        waits |= wants(lanes, node->arg[i]);
        lanes->failed |= expr_width(exprs, node->arg[i]) > 64;
    }
    if (waits || lanes->failed)
        return;
    uint64_t room[2][MOST_LANES];
    const uint64_t *a = values_of(lanes, node->arg[0], room[0]),
                   *b = children > 1 ? values_of(lanes, node->arg[1], room[1]) : NULL;
    if (node->kind >= EXPR_FADD)
        floats(make(lanes, term), node, from, a, b, lanes->count);
    else if (b)
        binary(make(lanes, term), node, from, expr_width(exprs, node->arg[1]), a, b, lanes->count);
    else
        unary(make(lanes, term), node, from, a, lanes->count);
}

const uint64_t *lanes_values(struct lanes *lanes, expr_t root)
{
    if (lanes->used > MOST_KEPT)
        forget(lanes);
    lanes->work = 0;
    lanes->failed = false;
    vector_clear(&lanes->stack);
    wants(lanes, root);
    while (lanes->stack.count && !lanes->failed) {
        expr_t term = lanes->stack.data[lanes->stack.count - 1];
        if (!find(lanes, term))
            step(lanes, term);
        if (lanes->stack.data[lanes->stack.count - 1] == term && find(lanes, term))
            lanes->stack.count--;
    }
    budget_spent(exprs_budget(lanes->exprs), lanes->work / NUMBERS_OF_A_STEP);
    return lanes->failed ? NULL : find(lanes, root);
}
