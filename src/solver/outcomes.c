/* Rows of sets, found by the key of a conjunct and, where it has two bytes, by
 * the value of the first. Which key a term has is remembered until a sweep. */
#include "solver/outcomes.h"

#include "base/table.h"
#include "solver/lanes.h"

/* Rows of all conjuncts, after which they start anew. */
enum { MOST_ROWS = 1 << 18, BATCH = 256 };
static const size_t NO_ROWS = SIZE_MAX;

struct asked {
    struct outcome outcome;
    expr_t term; /* it, or what it negates */
    struct hash128 key;
};

struct entry {
    struct hash128 key;
    size_t rows; /* of one byte: the number of its row; of two: where 256 of these begin; NO_ROWS: none yet */
};

struct outcomes {
    struct exprs *exprs;
    struct keys *keys;
    struct truths *truths;
    struct lanes *lanes;
    struct table of_term; /* → number of what was asked */
    VECTOR(struct asked) asked;
    struct table of_key; /* low half → number of the entry; another key with that half stays unknown */
    VECTOR(struct entry) entries;
    VECTOR(uint32_t) places; /* of rows */
    VECTOR(struct outcome_row) rows;
};

/* Number 0 of entries is none, of rows the one of which nothing is known. */
static void clear(struct outcomes *outcomes)
{
    table_clear(&outcomes->of_term);
    table_clear(&outcomes->of_key);
    vector_clear(&outcomes->asked);
    vector_clear(&outcomes->entries);
    vector_clear(&outcomes->places);
    vector_clear(&outcomes->rows);
    vector_push(&outcomes->entries, (struct entry){0});
    vector_push(&outcomes->rows, (struct outcome_row){0});
}

static void on_sweep(void *context)
{
    struct outcomes *outcomes = context;
    table_clear(&outcomes->of_term);
    vector_clear(&outcomes->asked);
}

struct outcomes *outcomes_new(struct exprs *exprs, struct keys *keys, struct truths *truths)
{
    struct outcomes *outcomes = NEW(struct outcomes);
    outcomes->exprs = exprs;
    outcomes->keys = keys;
    outcomes->truths = truths;
    outcomes->lanes = lanes_new(exprs);
    clear(outcomes);
    exprs_on_sweep(exprs, on_sweep, outcomes);
    return outcomes;
}

void outcomes_free(struct outcomes *outcomes)
{
    if (!outcomes)
        return;
    exprs_forget_listener(outcomes->exprs, outcomes);
    lanes_free(outcomes->lanes);
    table_release(&outcomes->of_term);
    table_release(&outcomes->of_key);
    vector_release(&outcomes->asked);
    vector_release(&outcomes->entries);
    vector_release(&outcomes->places);
    vector_release(&outcomes->rows);
    mem_free(outcomes);
}

/* ---- looking ---- */

/* Of a term and its negation one. */
static expr_t affirmed(struct outcomes *outcomes, expr_t term, bool *negated)
{
    enum expr_kind kind = expr_kind(outcomes->exprs, term);
    *negated = kind == EXPR_NOT || kind == EXPR_ULE || kind == EXPR_SLE;
    return *negated ? expr_not(outcomes->exprs, term) : term;
}

/* Its bytes, if it speaks of one or two and of no input as a whole. */
static struct outcome describe(struct outcomes *outcomes, expr_t term)
{
    struct outcome outcome = {0};
    const struct form *form = form_of(keys_forms(outcomes->keys), term);
    for (uint32_t i = 0; i < form->count && !form->has_input; i++) {
        if (leaf_kind(form->leaves[i]) != LEAF_BYTE)
            continue;
        if (outcome.count == 2)
            return (struct outcome){0};
        outcome.bytes[outcome.count++] = leaf_number(form->leaves[i]);
    }
    return outcome;
}

static struct asked *ask(struct outcomes *outcomes, expr_t term)
{
    uint64_t number = *table_slot(&outcomes->of_term, term, outcomes->asked.count);
    if (number == outcomes->asked.count) {
        bool negated;
        expr_t one = affirmed(outcomes, term, &negated);
        struct asked asked = {.outcome = describe(outcomes, one), .term = one};
        asked.outcome.negated = negated;
        if (asked.outcome.count)
            asked.key = keys_of(outcomes->keys, &(struct query){.terms = &one, .count = 1}, false).hash;
        vector_push(&outcomes->asked, asked);
    }
    return &outcomes->asked.data[number];
}

struct outcome outcomes_find(struct outcomes *outcomes, expr_t term)
{
    struct asked *asked = ask(outcomes, term);
    if (asked->outcome.count && !asked->outcome.number) {
        uint64_t number = table_get(&outcomes->of_key, asked->key.low, 0);
        if (number && hash128_equal(outcomes->entries.data[number].key, asked->key))
            asked->outcome.number = (uint32_t)number;
    }
    return asked->outcome;
}

struct outcome_row outcomes_row(const struct outcomes *outcomes, const struct outcome *outcome, uint8_t first)
{
    size_t rows = outcome->number ? outcomes->entries.data[outcome->number].rows : NO_ROWS;
    if (rows == NO_ROWS)
        return outcomes->rows.data[0];
    struct outcome_row row =
        outcomes->rows.data[outcome->count == 1 ? rows : outcomes->places.data[rows + first]];
    for (unsigned i = 0; outcome->negated && i < BYTE_VALUES / 64; i++)
        row.holds.word[i] = row.known.word[i] & ~row.holds.word[i];
    return row;
}

/* ---- learning ---- */

/* NULL: another key is in its place. */
static struct entry *entry_of(struct outcomes *outcomes, expr_t term)
{
    struct hash128 key = ask(outcomes, term)->key;
    uint64_t number = *table_slot(&outcomes->of_key, key.low, outcomes->entries.count);
    if (number == outcomes->entries.count)
        vector_push(&outcomes->entries, (struct entry){.key = key, .rows = NO_ROWS});
    struct entry *entry = &outcomes->entries.data[number];
    return hash128_equal(entry->key, key) ? entry : NULL;
}

static uint32_t new_row(struct outcomes *outcomes)
{
    vector_push(&outcomes->rows, (struct outcome_row){0});
    return (uint32_t)outcomes->rows.count - 1;
}

/* false: nobody can say what the term is */
static bool learn_byte(struct outcomes *outcomes, expr_t term, size_t *work)
{
    struct outcome_row row = {.known = byte_set_all()};
    uint32_t variable;
    bool known = truths_of(outcomes->truths, term, &variable, &row.holds);
    *work = truths_work(outcomes->truths);
    struct entry *entry = known ? entry_of(outcomes, term) : NULL;
    if (entry && entry->rows == NO_ROWS) {
        entry->rows = new_row(outcomes);
        outcomes->rows.data[entry->rows] = row;
    }
    return known;
}

static struct outcome_row *row_of(struct outcomes *outcomes, struct entry *entry, uint8_t first)
{
    if (entry->rows == NO_ROWS) {
        entry->rows = outcomes->places.count;
        for (unsigned i = 0; i < BYTE_VALUES; i++)
            vector_push(&outcomes->places, 0);
    }
    uint32_t *place = &outcomes->places.data[entry->rows + first];
    if (!*place)
        *place = new_row(outcomes);
    return &outcomes->rows.data[*place];
}

/* Pairs of values that wait to be looked at. */
struct batch {
    unsigned count;
    uint8_t values[2][BATCH];
};

/* false: nobody can say what the term is. Lanes beyond the last pair repeat it; bytes that
 * the term has but does not depend on, see forms.h, are 0. */
static bool evaluate(struct outcomes *outcomes, expr_t term, const struct outcome *outcome,
                     struct entry *entry, struct batch *batch, size_t *work)
{
    const struct support *support = expr_support(outcomes->exprs, term);
    unsigned columns = 0, lanes = (batch->count + 63) / 64 * 64;
    for (uint32_t i = 0; i < support->count; i++)
        columns += support->ranges[i].end - support->ranges[i].first;
    if (!batch->count || columns > MOST_COLUMNS)
        return !batch->count;
    struct column *column = lanes_columns(outcomes->lanes, columns, lanes);
    for (uint32_t i = 0; i < support->count; i++)
        for (uint32_t variable = support->ranges[i].first; variable < support->ranges[i].end;
             variable++, column++) {
            column->variable = variable;
            memset(column->values, 0, lanes);
            for (unsigned k = 0; k < 2; k++)
                for (unsigned lane = 0; outcome->bytes[k] == variable && lane < lanes; lane++)
                    column->values[lane] = batch->values[k][lane < batch->count ? lane : batch->count - 1];
        }
    const uint64_t *values = lanes_values(outcomes->lanes, term);
    *work += lanes_work(outcomes->lanes);
    for (unsigned lane = 0; values && lane < batch->count; lane++) {
        struct outcome_row *row = row_of(outcomes, entry, batch->values[0][lane]);
        unsigned value = batch->values[1][lane];
        row->known.word[value / 64] |= UINT64_C(1) << value % 64;
        row->holds.word[value / 64] |= (values[lane] & 1) << value % 64;
    }
    batch->count = 0;
    return values;
}

/* false: nobody can say what the term is */
static bool learn_pair(struct outcomes *outcomes, expr_t term, const struct outcome *outcome,
                       const struct byte_set sets[2], size_t *work)
{
    struct entry *entry = entry_of(outcomes, term);
    struct batch batch = {0};
    for (unsigned first = 0; entry && first < BYTE_VALUES; first++) {
        if (!byte_set_has(&sets[0], first))
            continue;
        struct byte_set known = row_of(outcomes, entry, (uint8_t)first)->known;
        for (unsigned value = 0; value < BYTE_VALUES; value++) {
            if (!byte_set_has(&sets[1], value) || byte_set_has(&known, value))
                continue;
            batch.values[0][batch.count] = (uint8_t)first;
            batch.values[1][batch.count++] = (uint8_t)value;
            if (batch.count == BATCH && !evaluate(outcomes, term, outcome, entry, &batch, work))
                return false;
        }
    }
    return evaluate(outcomes, term, outcome, entry, &batch, work);
}

size_t outcomes_learn(struct outcomes *outcomes, expr_t term, const struct outcome *outcome,
                      const struct byte_set sets[2])
{
    size_t work = 0;
    if (outcomes->rows.count > MOST_ROWS)
        clear(outcomes);
    expr_t one = ask(outcomes, term)->term;
    bool known = outcome->count == 1 ? learn_byte(outcomes, one, &work)
                                     : learn_pair(outcomes, one, outcome, sets, &work);
    if (!known)
        ask(outcomes, term)->outcome.count = 0;
    return work;
}
