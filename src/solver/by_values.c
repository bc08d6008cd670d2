/* What each byte can be is narrowed by the conjuncts of one byte, then by those
 * of two, until nothing changes. Where several speak of the same two bytes,
 * their pairs of values are laid over each other. */
#include "solver/by_values.h"

#include "expr/eval.h"
#include "solver/outcomes.h"

#include <string.h>

/* Bytes of a query; pairs of values for which a conjunct is evaluated; how often
 * conjuncts of two bytes narrow what these can be. */
enum { MOST_BYTES = 64, MOST_PAIRS = 1 << 12, ROUNDS = 3 };
/* Of work (lanes.h), about a thousandth of a second on trust; then for each answer what the query may
 * have taken a back end; and for one query of so many without. */
enum { TRUSTED = 1 << 19, PRICE = 1 << 18, NOW_AND_THEN = 128 };

struct byte {
    uint32_t variable;
    struct byte_set plain; /* what is left by conjuncts that read no table */
    struct byte_set left;  /* and by those that were learnt */
};

/* A conjunct of two bytes, these by place. */
struct pair {
    struct outcome outcome;
    unsigned first, second;
};

/* What learning has cost, and what came of it. */
struct account {
    uint64_t work, answers, refusals;
};

struct by_values {
    struct exprs *exprs;
    struct truths *truths, *own_truths;
    struct outcomes *outcomes;
    struct byte bytes[MOST_BYTES];
    unsigned count;
    VECTOR(struct pair) pairs;
    struct byte_set matrix[BYTE_VALUES]; /* of the pair at hand: by value of its first byte */
    bool learnt;                         /* something was, of the query at hand; */
    bool all_learnt;                     /* of all its conjuncts */
    bool paired;                         /* the answer took conjuncts of two bytes */
    struct account of_byte, of_pair;     /* conjuncts of one byte and of two */
};

struct by_values *by_values_new(struct exprs *exprs, struct keys *keys, struct truths *truths)
{
    struct by_values *values = NEW(struct by_values);
    values->exprs = exprs;
    values->own_truths = truths ? NULL : truths_new(exprs, true);
    values->truths = truths ? truths : values->own_truths;
    values->outcomes = outcomes_new(exprs, keys, values->truths);
    return values;
}

void by_values_free(struct by_values *values)
{
    if (!values)
        return;
    outcomes_free(values->outcomes);
    truths_free(values->own_truths);
    vector_release(&values->pairs);
    mem_free(values);
}

/* ---- what bytes can be ---- */

/* Its place; MOST_BYTES if there is none. */
static unsigned place_of(struct by_values *values, uint32_t variable)
{
    unsigned place = 0;
    while (place < values->count && values->bytes[place].variable != variable)
        place++;
    if (place == values->count && place < MOST_BYTES)
        values->bytes[values->count++] =
            (struct byte){.variable = variable, .plain = byte_set_all(), .left = byte_set_all()};
    return place;
}

/* A conjunct of one byte that reads no table: anybody can say what it leaves. */
static bool is_plain(struct by_values *values, expr_t term, uint32_t *variable, struct byte_set *set)
{
    return !expr_has_table(values->exprs, term) && truths_of(values->truths, term, variable, set);
}

/* false: too many bytes */
static bool note_plain(struct by_values *values, uint32_t variable, const struct byte_set *set)
{
    unsigned place = place_of(values, variable);
    if (place == MOST_BYTES)
        return false;
    struct byte *byte = &values->bytes[place];
    byte->plain = byte_set_both(byte->plain, set);
    byte->left = byte_set_both(byte->left, set);
    return true;
}

/* Notes a conjunct that is not plain. */
static bool note_outcome(struct by_values *values, const struct outcome *outcome)
{
    unsigned places[2] = {0};
    for (unsigned i = 0; i < outcome->count; i++)
        if ((places[i] = place_of(values, outcome->bytes[i])) == MOST_BYTES)
            return false;
    values->all_learnt &= outcome->number != 0;
    values->learnt |= outcome->number != 0;
    if (outcome->number && outcome->count == 1) {
        struct outcome_row row = outcomes_row(values->outcomes, outcome, 0);
        values->bytes[places[0]].left = byte_set_both(values->bytes[places[0]].left, &row.holds);
    } else if (outcome->number) {
        vector_push(&values->pairs, (struct pair){*outcome, places[0], places[1]});
    }
    return true;
}

/* false: too many bytes */
static bool look(struct by_values *values, const struct query *query)
{
    values->count = 0;
    values->learnt = false;
    values->all_learnt = true;
    vector_clear(&values->pairs);
    for (size_t i = 0; i < query->count; i++) {
        uint32_t variable;
        struct byte_set set;
        if (is_plain(values, query->terms[i], &variable, &set)) {
            if (!note_plain(values, variable, &set))
                return false;
            continue;
        }
        struct outcome outcome = outcomes_find(values->outcomes, query->terms[i]);
        if (!note_outcome(values, &outcome))
            return false;
    }
    return true;
}

static bool is_empty(const struct byte_set *set)
{
    return !(set->word[0] | set->word[1] | set->word[2] | set->word[3]);
}

/* Do those that read no table leave a byte no value? Then nothing that was learnt is needed. */
static bool plainly_none(const struct by_values *values)
{
    for (unsigned i = 0; i < values->count; i++)
        if (is_empty(&values->bytes[i].plain))
            return true;
    return false;
}

static bool none_left(const struct by_values *values)
{
    for (unsigned i = 0; i < values->count; i++)
        if (is_empty(&values->bytes[i].left))
            return true;
    return false;
}

/* ---- two bytes ---- */

/* The values of the second byte for which the conjunct may hold, or surely does. */
static struct byte_set allowed(const struct by_values *values, const struct outcome *outcome, unsigned first,
                               bool surely)
{
    struct outcome_row row = outcomes_row(values->outcomes, outcome, (uint8_t)first);
    for (unsigned i = 0; !surely && i < BYTE_VALUES / 64; i++)
        row.holds.word[i] |= ~row.known.word[i];
    return row.holds;
}

/* Takes from both bytes what has no partner; true: something was taken. */
static bool narrow(struct by_values *values, const struct pair *pair)
{
    struct byte *one = &values->bytes[pair->first], *other = &values->bytes[pair->second];
    struct byte_set first = one->left, second = {0};
    for (unsigned value = 0; value < BYTE_VALUES; value++) {
        if (!byte_set_has(&one->left, value))
            continue;
        struct byte_set partners = allowed(values, &pair->outcome, value, false);
        partners = byte_set_both(partners, &other->left);
        if (is_empty(&partners))
            first.word[value / 64] &= ~(UINT64_C(1) << value % 64);
        for (unsigned i = 0; i < BYTE_VALUES / 64; i++)
            second.word[i] |= partners.word[i];
    }
    bool changed = memcmp(&first, &one->left, sizeof first) || memcmp(&second, &other->left, sizeof second);
    one->left = first;
    other->left = second;
    return changed;
}

static void narrow_all(struct by_values *values)
{
    bool changed = true;
    for (unsigned round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < values->pairs.count; i++)
            changed |= narrow(values, &values->pairs.data[i]);
    }
}

/* Lays a conjunct over the matrix of the two bytes, in this order or the other. */
static void lay(struct by_values *values, const struct pair *pair, bool turned, bool surely)
{
    const struct byte_set *left = &values->bytes[pair->first].left;
    for (unsigned value = 0; value < BYTE_VALUES; value++) {
        if (!byte_set_has(left, value))
            continue;
        struct byte_set set = allowed(values, &pair->outcome, value, surely);
        if (!turned) {
            values->matrix[value] = byte_set_both(values->matrix[value], &set);
            continue;
        }
        for (unsigned other = 0; other < BYTE_VALUES; other++)
            if (!byte_set_has(&set, other))
                values->matrix[other].word[value / 64] &= ~(UINT64_C(1) << value % 64);
    }
}

static bool same_bytes(const struct pair *one, const struct pair *other)
{
    return (one->first == other->first && one->second == other->second) ||
           (one->first == other->second && one->second == other->first);
}

/* The pairs of values that all conjuncts of these two bytes allow; how many conjuncts these are. */
static unsigned lay_all(struct by_values *values, const struct pair *pair, bool surely)
{
    unsigned count = 0;
    for (unsigned value = 0; value < BYTE_VALUES; value++)
        values->matrix[value] = byte_set_has(&values->bytes[pair->first].left, value)
                                    ? values->bytes[pair->second].left
                                    : (struct byte_set){0};
    for (size_t i = 0; i < values->pairs.count; i++) {
        const struct pair *other = &values->pairs.data[i];
        if (!same_bytes(pair, other))
            continue;
        lay(values, other, other->first != pair->first, surely);
        count++;
    }
    return count;
}

/* Is it the first of its two bytes? */
static bool is_first(const struct by_values *values, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (same_bytes(&values->pairs.data[i], &values->pairs.data[at]))
            return false;
    return true;
}

/* The least value of the first byte that has a partner; BYTE_VALUES: none. */
static unsigned first_row(const struct by_values *values)
{
    unsigned value = 0;
    while (value < BYTE_VALUES && is_empty(&values->matrix[value]))
        value++;
    return value;
}

/* Do conjuncts of the same two bytes rule out all their values together? */
static bool refuted_together(struct by_values *values)
{
    for (size_t i = 0; i < values->pairs.count; i++)
        if (is_first(values, i) && lay_all(values, &values->pairs.data[i], false) > 1 &&
            first_row(values) == BYTE_VALUES)
            return true;
    return false;
}

/* ---- a model ---- */

static void fix(struct byte *byte, unsigned value)
{
    byte->left = (struct byte_set){0};
    byte->left.word[value / 64] = UINT64_C(1) << value % 64;
}

/* A value for each byte, two bytes of a conjunct at a time; NULL: that leads nowhere. */
static struct model *choose(struct by_values *values, const struct query *query)
{
    for (size_t i = 0; i < values->pairs.count; i++) {
        const struct pair *pair = &values->pairs.data[i];
        if (!is_first(values, i))
            continue;
        lay_all(values, pair, true);
        unsigned value = first_row(values);
        if (value == BYTE_VALUES)
            return NULL;
        fix(&values->bytes[pair->first], value);
        fix(&values->bytes[pair->second], byte_set_first(&values->matrix[value]));
    }
    struct model *model = model_new();
    for (unsigned i = 0; i < values->count; i++)
        model_set(model, values->bytes[i].variable, byte_set_first(&values->bytes[i].left));
    if (expr_all_true(values->exprs, query->terms, query->count, model))
        return model;
    model_unref(model);
    return NULL;
}

static enum verdict decide(struct by_values *values, const struct query *query, struct model **model)
{
    if (!look(values, query) || !values->learnt || plainly_none(values))
        return VERDICT_UNKNOWN;
    values->paired = false;
    if (none_left(values))
        return VERDICT_NO;
    values->paired = values->pairs.count;
    narrow_all(values);
    if (none_left(values) || refuted_together(values))
        return VERDICT_NO;
    return values->all_learnt && (*model = choose(values, query)) ? VERDICT_YES : VERDICT_UNKNOWN;
}

enum verdict by_values_check(struct by_values *values, const struct query *query, struct model **model)
{
    *model = NULL;
    enum verdict verdict = decide(values, query, model);
    if (verdict != VERDICT_UNKNOWN)
        (values->paired ? &values->of_pair : &values->of_byte)->answers++;
    return verdict;
}

/* ---- learning ---- */

/* May more be learnt? Work in vain is made up for by answers, or by patience. */
static bool pays(struct account *account)
{
    uint64_t rounds = account->answers + account->refusals / NOW_AND_THEN;
    bool enough = account->work <= TRUSTED + rounds * PRICE;
    account->refusals += !enough;
    return enough;
}

enum verdict by_values_evaluate(struct by_values *values, const struct query *query, struct model **model)
{
    uint32_t variable;
    struct byte_set set;
    bool new = false;
    *model = NULL;
    for (size_t i = 0; i < query->count; i++) {
        struct outcome outcome = outcomes_find(values->outcomes, query->terms[i]);
        if (outcome.count != 1 || outcome.number || is_plain(values, query->terms[i], &variable, &set))
            continue;
        if (!pays(&values->of_byte))
            return VERDICT_UNKNOWN;
        values->of_byte.work += outcomes_learn(values->outcomes, query->terms[i], &outcome, NULL);
        new = true;
    }
    return new ? by_values_check(values, query, model) : VERDICT_UNKNOWN;
}

static void learn_pair(struct by_values *values, expr_t term, const struct outcome *outcome)
{
    const struct byte *first = &values->bytes[place_of(values, outcome->bytes[0])],
                      *second = &values->bytes[place_of(values, outcome->bytes[1])];
    struct byte_set plain[] = {first->plain, second->plain}, left[] = {first->left, second->left};
    if (byte_set_count(&plain[0]) * byte_set_count(&plain[1]) <= MOST_PAIRS)
        values->of_pair.work += outcomes_learn(values->outcomes, term, outcome, plain);
    else if (byte_set_count(&left[0]) * byte_set_count(&left[1]) <= MOST_PAIRS)
        values->of_pair.work += outcomes_learn(values->outcomes, term, outcome, left);
}

void by_values_learn(struct by_values *values, const struct query *query, enum verdict verdict,
                     const bool *core)
{
    if (!look(values, query))
        return;
    for (size_t i = 0; i < query->count; i++) {
        struct outcome outcome = outcomes_find(values->outcomes, query->terms[i]);
        bool needed = verdict != VERDICT_NO || (core && core[i]);
        if (outcome.count != 2 || !needed)
            continue;
        if (!pays(&values->of_pair))
            return;
        learn_pair(values, query->terms[i], &outcome);
    }
}
