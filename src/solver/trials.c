/* What a byte can be is said by the conjuncts that depend on it alone
 * (truths.c). If all combinations are few enough, all of them are tried, in an
 * order that jumps about; else those of the bytes in conjuncts that are false
 * where the search begins, the others as they are there; else some by chance.
 * A batch of them is the lanes of one evaluation (lanes.c). */
#include "solver/trials.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "solver/lanes.h"
#include "solver/truths.h"

#include <string.h>

/* Values tried in one batch; combinations of which all are tried, if there is time for it. */
enum { BATCH = 256, MOST_COMBINATIONS = 1 << 22 };

struct digit {
    uint32_t variable;
    struct byte_set set;
    unsigned count; /* of values; 1: not to be changed */
    uint8_t values[BYTE_VALUES];
};

struct trials {
    struct exprs *exprs;
    struct truths *truths;
    struct lanes *lanes;
    struct digit digits[MOST_COLUMNS];
    unsigned count;
    VECTOR(expr_t) terms; /* the conjuncts that are to be looked at */
};

struct trials *trials_new(struct exprs *exprs)
{
    struct trials *trials = NEW(struct trials);
    trials->exprs = exprs;
    trials->truths = truths_new(exprs, true);
    trials->lanes = lanes_new(exprs);
    return trials;
}

void trials_free(struct trials *trials)
{
    if (!trials)
        return;
    truths_free(trials->truths);
    lanes_free(trials->lanes);
    vector_release(&trials->terms);
    mem_free(trials);
}

/* ---- what there is to try ---- */

static struct digit *digit_of(struct trials *trials, uint32_t variable)
{
    for (unsigned i = 0; i < trials->count; i++)
        if (trials->digits[i].variable == variable)
            return &trials->digits[i];
    if (trials->count == MOST_COLUMNS)
        return NULL;
    struct digit *digit = &trials->digits[trials->count++];
    digit->variable = variable;
    digit->set = byte_set_all();
    return digit;
}

/* false: too many bytes */
static bool find_digits(struct trials *trials, const struct query *query)
{
    trials->count = 0;
    vector_clear(&trials->terms);
    for (size_t i = 0; i < query->count; i++) {
        const struct support *support = expr_support(trials->exprs, query->terms[i]);
        for (uint32_t k = 0; k < support->count; k++)
            for (uint32_t variable = support->ranges[k].first; variable < support->ranges[k].end; variable++)
                if (!digit_of(trials, variable))
                    return false;
        struct byte_set set;
        uint32_t variable;
        if (truths_of(trials->truths, query->terms[i], &variable, &set)) {
            struct digit *digit = digit_of(trials, variable);
            digit->set = byte_set_both(digit->set, &set);
        } else {
            vector_push(&trials->terms, query->terms[i]);
        }
    }
    return true;
}

static void all_values(struct digit *digit)
{
    digit->count = 0;
    for (unsigned value = 0; value < BYTE_VALUES; value++)
        if (byte_set_has(&digit->set, value))
            digit->values[digit->count++] = (uint8_t)value;
}

/* How many combinations, or one more than are ever all tried. */
static uint64_t combinations(const struct trials *trials)
{
    uint64_t product = 1;
    for (unsigned i = 0; i < trials->count; i++) {
        product *= trials->digits[i].count;
        if (product > MOST_COMBINATIONS)
            return MOST_COMBINATIONS + 1;
    }
    return product;
}

/* Leaves the bytes as the model has them, but for those that a false conjunct speaks of. What
 * remains to be looked at is what speaks of the latter. */
static void stay_near(struct trials *trials, const struct model *near)
{
    bool moves[MOST_COLUMNS] = {false};
    for (unsigned i = 0; i < trials->count; i++)
        moves[i] = !byte_set_has(&trials->digits[i].set, model_get(near, trials->digits[i].variable));
    for (size_t k = 0; k < trials->terms.count; k++) {
        if (expr_eval(trials->exprs, trials->terms.data[k], near))
            continue;
        const struct support *support = expr_support(trials->exprs, trials->terms.data[k]);
        for (unsigned i = 0; i < trials->count; i++)
            moves[i] |= support_has(support, trials->digits[i].variable);
    }
    for (unsigned i = 0; i < trials->count; i++)
        if (!moves[i]) {
            trials->digits[i].count = 1;
            trials->digits[i].values[0] = model_get(near, trials->digits[i].variable);
        }
    size_t kept = 0;
    for (size_t k = 0; k < trials->terms.count; k++) {
        const struct support *support = expr_support(trials->exprs, trials->terms.data[k]);
        bool moved = false;
        for (unsigned i = 0; i < trials->count && !moved; i++)
            moved = moves[i] && support_has(support, trials->digits[i].variable);
        if (moved)
            trials->terms.data[kept++] = trials->terms.data[k];
    }
    trials->terms.count = kept;
}

/* ---- trying ---- */

/* A step that leads once through all of them, and not to neighbours. */
static uint64_t stride_of(uint64_t all)
{
    uint64_t stride = (uint64_t)((double)all * 0.618) | 1;
    for (;; stride += 2) {
        uint64_t a = all, b = stride % all;
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

/* The batch that begins with the combination of this number; or by chance, if there are too many. */
static const struct column *lay(struct trials *trials, uint64_t first, uint64_t all, uint64_t stride,
                                struct rng *rng)
{
    struct column *columns = lanes_columns(trials->lanes, trials->count, BATCH);
    uint64_t left[BATCH];
    for (unsigned lane = 0; lane < BATCH; lane++)
        left[lane] = all > MOST_COMBINATIONS ? 0 : (first + lane) % all * stride % all;
    for (unsigned i = 0; i < trials->count; i++) {
        const struct digit *digit = &trials->digits[i];
        columns[i].variable = digit->variable;
        for (unsigned lane = 0; lane < BATCH; lane++) {
            uint64_t place =
                all > MOST_COMBINATIONS ? rng_below(rng, digit->count) : left[lane] % digit->count;
            columns[i].values[lane] = digit->values[place];
            left[lane] /= digit->count;
        }
    }
    return columns;
}

/* A lane in which all terms hold, BATCH: none, -1: nobody can say. */
static int evaluate(struct trials *trials)
{
    bool holds[BATCH];
    unsigned good = BATCH;
    memset(holds, true, sizeof holds);
    for (size_t i = 0; i < trials->terms.count && good; i++) {
        const uint64_t *values = lanes_values(trials->lanes, trials->terms.data[i]);
        if (!values)
            return -1;
        good = 0;
        for (unsigned lane = 0; lane < BATCH; lane++)
            good += holds[lane] &= values[lane] & 1;
    }
    unsigned lane = 0;
    while (lane < BATCH && !holds[lane])
        lane++;
    return (int)lane;
}

static struct model *model_of(const struct trials *trials, const struct column *columns, int lane)
{
    struct model *model = model_new();
    for (unsigned i = 0; i < trials->count; i++)
        model_set(model, columns[i].variable, columns[i].values[lane]);
    return model;
}

enum verdict trials_check(struct trials *trials, const struct query *query, size_t numbers, double deadline,
                          struct model **model)
{
    if (!find_digits(trials, query))
        return VERDICT_UNKNOWN;
    for (unsigned i = 0; i < trials->count; i++)
        all_values(&trials->digits[i]);
    uint64_t all = combinations(trials);
    if (!all)
        return VERDICT_NO;
    bool complete = all <= MOST_COMBINATIONS;
    if (!complete && query->near) {
        stay_near(trials, query->near);
        all = combinations(trials);
    }
    uint64_t stride = all <= MOST_COMBINATIONS ? stride_of(all) : 0, computed = 0;
    struct rng rng = {0};
    for (uint64_t first = 0; all > MOST_COMBINATIONS || first < all; first += BATCH) {
        if (computed > numbers || (deadline && clock_seconds() > deadline))
            return VERDICT_UNKNOWN;
        const struct column *columns = lay(trials, first, all, stride, &rng);
        int lane = evaluate(trials);
        if (lane < 0)
            return VERDICT_UNKNOWN;
        if (lane < BATCH) {
            *model = model_of(trials, columns, lane);
            return VERDICT_YES;
        }
        computed += lanes_computed(trials->lanes);
    }
    return complete ? VERDICT_NO : VERDICT_UNKNOWN;
}
