/* What a byte can be is said by the conjuncts that depend on it alone
 * (truths.c). If all combinations are few enough, all of them are tried, in an
 * order that jumps about; else those of the bytes in conjuncts that are false
 * where the search begins, the others as they are there; else some by chance.
 * A batch of them is the lanes of one evaluation (lanes.c). Where all were
 * tried, the good ones are kept (survivors.c) for queries with more conjuncts. */
#include "solver/trials.h"

#include "base/alloc.h"
#include "base/rng.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "solver/blame.h"
#include "solver/lanes.h"
#include "solver/survivors.h"
#include "solver/truths.h"

#include <stdlib.h>
#include <string.h>

/* Values tried in one batch; combinations of which all are tried, if there is time for it. All
 * good ones are collected if the combinations are not more than MOST_SURVIVORS and trying them takes
 * not many numbers. */
enum {
    BATCH = 256,
    MOST_COMBINATIONS = 1 << 22,
    MOST_SURVIVORS = 1 << 17,
    COLLECTED_NUMBERS = 1 << 23,
    RECALLED_NUMBERS = 1 << 22,
    BY_CHANCE = 8 /* the part of the work that is worth while where not all are tried */
};

struct digit {
    uint32_t variable;
    struct byte_set set;
    unsigned count; /* of values; 1: not to be changed */
    uint8_t values[BYTE_VALUES];
};

struct trials {
    struct exprs *exprs;
    struct truths *truths, *own_truths;
    struct lanes *lanes;
    struct digit digits[MOST_COLUMNS];
    unsigned count;
    VECTOR(expr_t) terms; /* the conjuncts that are to be looked at */
    bool holds[BATCH];    /* by lane */
    struct survivors_cache *survivors;
    struct blame *blame;
    VECTOR(expr_t) sorted; /* all conjuncts */
    VECTOR(uint8_t) kept;  /* all bytes of the first good value, of the second */
};

struct trials *trials_new(struct exprs *exprs, struct truths *truths)
{
    struct trials *trials = NEW(struct trials);
    trials->exprs = exprs;
    trials->own_truths = truths ? NULL : truths_new(exprs, true);
    trials->truths = truths ? truths : trials->own_truths;
    trials->lanes = lanes_new(exprs);
    trials->survivors = survivors_cache_new(exprs);
    trials->blame = blame_new(exprs, trials->truths, trials->lanes);
    return trials;
}

void trials_free(struct trials *trials)
{
    if (!trials)
        return;
    blame_free(trials->blame);
    truths_free(trials->own_truths);
    lanes_free(trials->lanes);
    survivors_cache_free(trials->survivors);
    vector_release(&trials->terms);
    vector_release(&trials->sorted);
    vector_release(&trials->kept);
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
    uint32_t left[BATCH];
    for (unsigned lane = 0; lane < BATCH; lane++)
        left[lane] = all > MOST_COMBINATIONS ? 0 : (uint32_t)((first + lane) % all * stride % all);
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

/* Which lanes all terms hold in; returns how many, -1: nobody can say. */
static int evaluate(struct trials *trials)
{
    unsigned good = BATCH;
    memset(trials->holds, true, sizeof trials->holds);
    for (size_t i = 0; i < trials->terms.count && good; i++) {
        const uint64_t *values = lanes_values(trials->lanes, trials->terms.data[i]);
        if (!values)
            return -1;
        good = 0;
        for (unsigned lane = 0; lane < BATCH; lane++)
            good += trials->holds[lane] &= values[lane] & 1;
    }
    return (int)good;
}

static struct model *model_of(const struct trials *trials, const struct column *columns)
{
    struct model *model = model_new();
    unsigned lane = 0;
    while (!trials->holds[lane])
        lane++;
    for (unsigned i = 0; i < trials->count; i++)
        model_set(model, columns[i].variable, columns[i].values[lane]);
    return model;
}

/* ---- all that is left ---- */

static int compare_terms(const void *left, const void *right)
{
    expr_t a = *(const expr_t *)left, b = *(const expr_t *)right;
    return (a > b) - (a < b);
}

static void sort_terms(struct trials *trials, const struct query *query)
{
    vector_clear(&trials->sorted);
    for (size_t i = 0; i < query->count; i++)
        vector_push(&trials->sorted, query->terms[i]);
    qsort(trials->sorted.data, trials->sorted.count, sizeof(expr_t), compare_terms);
}

/* The good ones among the first lanes, lane by lane. */
static void keep(struct trials *trials, const struct column *columns, unsigned width, uint64_t lanes)
{
    for (unsigned lane = 0; lane < BATCH && lane < lanes; lane++)
        for (unsigned i = 0; i < width && trials->holds[lane]; i++)
            vector_push(&trials->kept, columns[i].values[lane]);
}

/* The first one that was kept. */
static struct model *model_kept(const struct trials *trials, const uint32_t *variables, unsigned width)
{
    struct model *model = model_new();
    for (unsigned i = 0; i < width; i++)
        model_set(model, variables[i], trials->kept.data[i]);
    return model;
}

/* What was kept is all there is for the sorted terms. */
static enum verdict remember(struct trials *trials, const uint32_t *variables, unsigned width,
                             struct model **model)
{
    uint32_t count = (uint32_t)(trials->kept.count / width);
    if (count)
        *model = model_kept(trials, variables, width);
    struct survivors *table =
        survivors_add(trials->survivors, trials->sorted.data, trials->sorted.count, width, count);
    for (unsigned i = 0; i < width; i++) {
        table->variables[i] = variables[i];
        for (uint32_t row = 0; row < count; row++)
            table->values[(size_t)i * count + row] = trials->kept.data[(size_t)row * width + i];
    }
    return count ? VERDICT_YES : VERDICT_NO;
}

static const struct column *lay_survivors(struct trials *trials, const struct survivors *table,
                                          uint32_t first)
{
    struct column *columns = lanes_columns(trials->lanes, table->columns, BATCH);
    for (unsigned i = 0; i < table->columns; i++) {
        const uint8_t *values = table->values + (size_t)i * table->count;
        columns[i].variable = table->variables[i];
        for (uint32_t lane = 0; lane < BATCH; lane++)
            columns[i].values[lane] = values[first + lane < table->count ? first + lane : table->count - 1];
    }
    return columns;
}

enum verdict trials_recall(struct trials *trials, const struct query *query, struct model **model)
{
    sort_terms(trials, query);
    const struct survivors *table =
        survivors_find(trials->survivors, trials->sorted.data, trials->sorted.count);
    if (!table)
        return VERDICT_UNKNOWN;
    uint32_t variables[MOST_SURVIVING_BYTES];
    unsigned width = table->columns;
    memcpy(variables, table->variables, sizeof variables);
    vector_clear(&trials->kept);
    vector_clear(&trials->terms);
    for (size_t i = 0, known = 0; i < trials->sorted.count; i++)
        if (known < table->term_count && trials->sorted.data[i] == table->terms[known])
            known++;
        else
            vector_push(&trials->terms, trials->sorted.data[i]);
    size_t computed = 0;
    for (uint32_t first = 0; first < table->count; first += BATCH) {
        const struct column *columns = lay_survivors(trials, table, first);
        if (computed > RECALLED_NUMBERS || evaluate(trials) < 0)
            return VERDICT_UNKNOWN;
        keep(trials, columns, width, table->count - first);
        computed += lanes_computed(trials->lanes);
    }
    return remember(trials, variables, width, model);
}

/* ---- a query ---- */

static void digit_variables(const struct trials *trials, uint32_t variables[MOST_COLUMNS])
{
    for (unsigned i = 0; i < trials->count; i++)
        variables[i] = trials->digits[i].variable;
}

/* Not all were tried, but one that was may be good. */
static enum verdict first_kept(const struct trials *trials, struct model **model)
{
    uint32_t variables[MOST_COLUMNS];
    if (!trials->kept.count)
        return VERDICT_UNKNOWN;
    digit_variables(trials, variables);
    *model = model_kept(trials, variables, trials->count);
    return VERDICT_YES;
}

enum verdict trials_check(struct trials *trials, const struct query *query, size_t numbers,
                          struct model **model)
{
    struct budget *budget = exprs_budget(trials->exprs);
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
    if (!complete)
        numbers /= BY_CHANCE;
    bool collects =
        complete && trials->count && trials->count <= MOST_SURVIVING_BYTES && all <= MOST_SURVIVORS;
    uint64_t stride = all <= MOST_COMBINATIONS ? stride_of(all) : 0, computed = 0;
    struct rng rng = {0};
    vector_clear(&trials->kept);
    for (uint64_t first = 0; all > MOST_COMBINATIONS || first < all; first += BATCH) {
        if (computed > numbers || budget_spent(budget, 1))
            return first_kept(trials, model);
        const struct column *columns = lay(trials, first, all, stride, &rng);
        int good = evaluate(trials);
        if (good < 0)
            return first_kept(trials, model);
        computed += lanes_computed(trials->lanes);
        collects &= computed / (first / BATCH + 1) * (all / BATCH + 1) < COLLECTED_NUMBERS;
        if (good && !collects) {
            *model = model_of(trials, columns);
            return VERDICT_YES;
        }
        if (trials->kept.count && !collects)
            return first_kept(trials, model);
        if (collects)
            keep(trials, columns, trials->count, all - first);
    }
    if (!collects)
        return complete ? VERDICT_NO : VERDICT_UNKNOWN;
    uint32_t variables[MOST_COLUMNS];
    digit_variables(trials, variables);
    sort_terms(trials, query);
    return remember(trials, variables, trials->count, model);
}

struct blame *trials_blame(struct trials *trials) { return trials->blame; }
