/* Sets of bytes for conditions on one byte, each found once for all states. */
#include "solver/truths.h"

#include "base/alloc.h"
#include "base/bug.h"
#include "base/table.h"
#include "base/vector.h"
#include "solver/lanes.h"

enum { MOST_TRUTHS = 1 << 20 };

struct truth {
    struct byte_set set;
    bool known;
};

struct truths {
    struct exprs *exprs;
    bool tables;
    struct lanes *lanes;
    struct column *column; /* of the lanes: every value of the byte asked about */
    uint32_t variable;     /* of the column; UINT32_MAX: none yet */
    struct table numbers;  /* term → its truth */
    VECTOR(struct truth) all;
    size_t work; /* of the last answer */
};

unsigned byte_set_count(const struct byte_set *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BYTE_VALUES / 64; i++)
        count += (unsigned)__builtin_popcountll(set->word[i]);
    return count;
}

uint8_t byte_set_first(const struct byte_set *set)
{
    for (unsigned i = 0; i < BYTE_VALUES / 64; i++)
        if (set->word[i])
            return (uint8_t)(64 * i + (unsigned)__builtin_ctzll(set->word[i]));
    BUG("an empty set has no first");
}

static void clear(void *context)
{
    struct truths *truths = context;
    table_clear(&truths->numbers);
    vector_clear(&truths->all);
}

struct truths *truths_new(struct exprs *exprs, bool tables)
{
    struct truths *truths = NEW(struct truths);
    truths->exprs = exprs;
    truths->tables = tables;
    truths->lanes = lanes_new(exprs);
    truths->variable = UINT32_MAX;
    exprs_on_sweep(exprs, clear, truths);
    return truths;
}

void truths_free(struct truths *truths)
{
    if (!truths)
        return;
    exprs_forget_listener(truths->exprs, truths);
    lanes_free(truths->lanes);
    table_release(&truths->numbers);
    vector_release(&truths->all);
    mem_free(truths);
}

bool truths_allow(const struct truths *truths, expr_t term)
{
    return truths->tables || !expr_has_table(truths->exprs, term);
}

/* What is remembered of terms over another byte stays right: the lanes of a
 * term are those of its own byte, whichever that is. */
const uint64_t *truths_values(struct truths *truths, expr_t term, uint32_t *variable)
{
    *variable = expr_support(truths->exprs, term)->ranges[0].first;
    if (truths->variable == UINT32_MAX) {
        truths->column = lanes_columns(truths->lanes, 1, BYTE_VALUES);
        for (unsigned i = 0; i < BYTE_VALUES; i++)
            truths->column->values[i] = (uint8_t)i;
    }
    truths->variable = truths->column->variable = *variable;
    return lanes_values(truths->lanes, term);
}

bool truths_of(struct truths *truths, expr_t term, uint32_t *variable, struct byte_set *set)
{
    const struct support *support = expr_support(truths->exprs, term);
    truths->work = 0;
    if (!is_one_byte(support) || !truths_allow(truths, term))
        return false;
    if (truths->all.count >= MOST_TRUTHS)
        clear(truths);
    uint64_t number = *table_slot(&truths->numbers, term, truths->all.count);
    *variable = support->ranges[0].first;
    if (number == truths->all.count) {
        struct truth truth = {0};
        const uint64_t *values = truths_values(truths, term, variable);
        for (unsigned i = 0; values && i < BYTE_VALUES; i++)
            truth.set.word[i / 64] |= (values[i] & 1) << i % 64;
        truth.known = values;
        truths->work = lanes_work(truths->lanes);
        vector_push(&truths->all, truth);
    }
    *set = truths->all.data[number].set;
    return truths->all.data[number].known;
}

size_t truths_work(const struct truths *truths) { return truths->work; }
