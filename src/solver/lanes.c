/* Terms over one byte, evaluated for all its values at once: one array of 256
 * numbers, the lanes, for each term below, remembered while there is room.
 *
 * Whatever a path knows about the byte, all its values are computed: what is
 * found serves every state. */
#include "solver/lanes.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "base/table.h"
#include "base/vector.h"
#include "expr/fold.h"
#include "expr/support.h"

#include <string.h>

/* MOST_KEPT: lanes of 2 KiB, after which all are forgotten. MOST_WORK: lanes
 * computed for one term, stores passed on the way included. */
enum { BLOCK = 64, MOST_KEPT = 1 << 13, MOST_WORK = 1 << 12, MOST_TRUTHS = 1 << 20, STORES_PER_WORK = 8 };

struct truth {
    struct byte_set set;
    uint32_t variable;
    bool known;
};

struct lanes {
    struct exprs *exprs;
    bool tables;
    VECTOR(uint64_t *) blocks; /* BLOCK lanes each */
    uint32_t used;             /* lanes; the first is not used */
    struct table places;       /* term → number of its lanes */
    VECTOR(expr_t) stack;
    struct table truth_numbers; /* term → its truth */
    VECTOR(struct truth) truths;
    unsigned work;
    bool failed; /* the term at work has no lanes */
};

unsigned byte_set_count(const struct byte_set *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < LANES / 64; i++)
        count += (unsigned)__builtin_popcountll(set->word[i]);
    return count;
}

uint8_t byte_set_first(const struct byte_set *set)
{
    for (unsigned i = 0; i < LANES / 64; i++)
        if (set->word[i])
            return (uint8_t)(64 * i + (unsigned)__builtin_ctzll(set->word[i]));
    BUG("an empty set has no first");
}

/* ---- memory ---- */

static void forget_lanes(struct lanes *lanes)
{
    table_clear(&lanes->places);
    lanes->used = 1;
}

static void on_sweep(void *context)
{
    struct lanes *lanes = context;
    forget_lanes(lanes);
    table_clear(&lanes->truth_numbers);
    vector_clear(&lanes->truths);
}

struct lanes *lanes_new(struct exprs *exprs, bool tables)
{
    struct lanes *lanes = NEW(struct lanes);
    lanes->exprs = exprs;
    lanes->tables = tables;
    lanes->used = 1;
    exprs_on_sweep(exprs, on_sweep, lanes);
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
    vector_release(&lanes->truths);
    table_release(&lanes->places);
    table_release(&lanes->truth_numbers);
    mem_free(lanes);
}

/* Blocks stay where they are: lanes can be read while others are made. */
static uint64_t *lanes_at(const struct lanes *lanes, uint32_t number)
{
    return lanes->blocks.data[number / BLOCK] + (size_t)(number % BLOCK) * LANES;
}

static uint64_t *make(struct lanes *lanes, expr_t term)
{
    uint32_t number = lanes->used++;
    if (number / BLOCK >= lanes->blocks.count)
        vector_push(&lanes->blocks, mem_alloc(sizeof(uint64_t) * BLOCK * LANES));
    table_set(&lanes->places, term, number);
    return lanes_at(lanes, number);
}

/* NULL: not computed yet. */
static const uint64_t *find(const struct lanes *lanes, expr_t term)
{
    uint64_t *number = table_find(&lanes->places, term);
    return number ? lanes_at(lanes, (uint32_t)*number) : NULL;
}

static bool wants(struct lanes *lanes, expr_t term)
{
    if (expr_is_const(lanes->exprs, term) || find(lanes, term))
        return false;
    vector_push(&lanes->stack, term);
    return true;
}

/* ---- one term ---- */

static void fill(uint64_t *out, uint64_t value)
{
    for (unsigned i = 0; i < LANES; i++)
        out[i] = value;
}

/* Of a term that is there or constant; `room` is for a constant's. */
static const uint64_t *values_of(struct lanes *lanes, expr_t term, uint64_t *room)
{
    if (!expr_is_const(lanes->exprs, term))
        return find(lanes, term);
    fill(room, expr_value(lanes->exprs, term));
    return room;
}

static uint64_t low_bits(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

#define EACH_LANE(value)                 \
    for (unsigned i = 0; i < LANES; i++) \
        out[i] = (value);                \
    break

static void unary(uint64_t *out, const struct expr_node *node, unsigned from, const uint64_t *a)
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
                   const uint64_t *a, const uint64_t *b)
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
    default:
        EACH_LANE(fold_binary((enum expr_kind)node->kind, from, a[i], b[i]));
    }
}

static void choose(struct lanes *lanes, expr_t term, const struct expr_node *node)
{
    if (wants(lanes, node->arg[0]))
        return;
    uint64_t room[3][LANES];
    const uint64_t *condition = values_of(lanes, node->arg[0], room[0]);
    bool some = false, all = true, waits = false;
    for (unsigned i = 0; i < LANES; i++) {
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
    for (unsigned i = 0; i < LANES; i++)
        out[i] = condition[i] ? yes[i] : no[i];
}

/* ---- reads ---- */

static struct byte_set equal_lanes(const uint64_t *a, const uint64_t *b)
{
    struct byte_set set = {{0}};
    for (unsigned i = 0; i < LANES; i++)
        set.word[i / 64] |= (uint64_t)(a[i] == b[i]) << i % 64;
    return set;
}

static bool is_empty(const struct byte_set *set)
{
    return !(set->word[0] | set->word[1] | set->word[2] | set->word[3]);
}

/* The lanes that read the array below all stores; the input can only be the byte itself. */
static void read_base(struct lanes *lanes, uint64_t *out, expr_t array, const uint64_t *index,
                      const struct byte_set *left)
{
    uint32_t size = expr_array_size(lanes->exprs, array);
    bool input = expr_kind(lanes->exprs, array) == EXPR_INPUT;
    const uint8_t *data = input ? NULL : expr_bytes_data(lanes->exprs, array, &size);
    for (unsigned i = 0; i < LANES; i++)
        if (byte_set_has(left, i))
            out[i] = index[i] >= size ? 0 : input ? i : data[index[i]];
}

/* Passes down the stores as long as a lane is left. Twice: first to see what
 * is needed, then, if all of it is there, to read. */
static bool read_stores(struct lanes *lanes, uint64_t *out, expr_t array, const uint64_t *index)
{
    struct exprs *exprs = lanes->exprs;
    struct byte_set left = byte_set_all();
    uint64_t size = expr_array_size(exprs, array);
    uint64_t room[2][LANES];
    bool waits = false;
    for (unsigned i = 0; i < LANES; i++)
        if (index[i] >= size) {
            left.word[i / 64] &= ~(1ull << i % 64);
            if (out)
                out[i] = 0;
        }
    for (unsigned passed = 1; expr_kind(exprs, array) == EXPR_STORE && !is_empty(&left); passed++) {
        expr_t at = expr_arg(exprs, array, 1), byte = expr_arg(exprs, array, 2);
        if (passed % STORES_PER_WORK == 0 && ++lanes->work > MOST_WORK) {
            lanes->failed = true;
            return false;
        }
        if (wants(lanes, at))
            return false;
        struct byte_set hit = equal_lanes(values_of(lanes, at, room[0]), index);
        hit = byte_set_both(hit, &left);
        array = expr_arg(exprs, array, 0);
        if (is_empty(&hit))
            continue;
        for (unsigned i = 0; i < LANES / 64; i++)
            left.word[i] &= ~hit.word[i];
        waits |= wants(lanes, byte);
        if (!out || waits)
            continue;
        const uint64_t *value = values_of(lanes, byte, room[1]);
        for (unsigned i = 0; i < LANES; i++)
            if (byte_set_has(&hit, i))
                out[i] = value[i];
    }
    if (out && !waits) {
        while (expr_kind(exprs, array) == EXPR_STORE)
            array = expr_arg(exprs, array, 0);
        read_base(lanes, out, array, index, &left);
    }
    return !waits;
}

static void read_array(struct lanes *lanes, expr_t term, const struct expr_node *node)
{
    uint64_t room[LANES];
    if (wants(lanes, node->arg[1]))
        return;
    const uint64_t *index = values_of(lanes, node->arg[1], room);
    if (read_stores(lanes, NULL, node->arg[0], index))
        read_stores(lanes, make(lanes, term), node->arg[0], index);
}

/* Computes the term, or pushes what it needs first. */
static void step(struct lanes *lanes, expr_t term)
{
    struct exprs *exprs = lanes->exprs;
    const struct expr_node *node = expr_node(exprs, term);
    if (node->width > 64 || node->kind >= EXPR_FADD || ++lanes->work > MOST_WORK) {
        lanes->failed = true;
        return;
    }
    if (node->kind == EXPR_BASE) {
        fill(make(lanes, term), expr_base_address(exprs, term));
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
    uint64_t room[2][LANES];
    const uint64_t *a = values_of(lanes, node->arg[0], room[0]),
                   *b = children > 1 ? values_of(lanes, node->arg[1], room[1]) : NULL;
    if (b)
        binary(make(lanes, term), node, from, expr_width(exprs, node->arg[1]), a, b);
    else
        unary(make(lanes, term), node, from, a);
}

/* NULL: it has none. */
static const uint64_t *compute(struct lanes *lanes, expr_t root)
{
    if (lanes->used > MOST_KEPT)
        forget_lanes(lanes);
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
    return lanes->failed ? NULL : find(lanes, root);
}

bool lanes_truth(struct lanes *lanes, expr_t term, uint32_t *variable, struct byte_set *set)
{
    const struct support *support = expr_support(lanes->exprs, term);
    if (support->count != 1 || support->ranges[0].end - support->ranges[0].first != 1 ||
        (!lanes->tables && expr_has_table(lanes->exprs, term)))
        return false;
    if (lanes->truths.count >= MOST_TRUTHS) {
        table_clear(&lanes->truth_numbers);
        vector_clear(&lanes->truths);
    }
    uint64_t *number = table_slot(&lanes->truth_numbers, term, lanes->truths.count);
    if (*number == lanes->truths.count) {
        struct truth truth = {.variable = support->ranges[0].first};
        const uint64_t *values = compute(lanes, term);
        for (unsigned i = 0; values && i < LANES; i++)
            truth.set.word[i / 64] |= (values[i] & 1) << i % 64;
        truth.known = values;
        vector_push(&lanes->truths, truth);
    }
    const struct truth *truth = &lanes->truths.data[*number];
    *variable = truth->variable;
    *set = truth->set;
    return truth->known;
}
