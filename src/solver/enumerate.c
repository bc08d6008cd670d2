/* A query about a few bytes that can have few values each is decided by trying
 * them all: digits, characters of a small class. What a byte can be is said by
 * the terms that depend on it alone (truths.c); all combinations are lanes of
 * one evaluation (lanes.c), remembered as long as the combinations stay the same,
 * so that the next query of the path costs what is new in it. */
#include "base/alloc.h"
#include "base/bug.h"
#include "expr/eval.h"
#include "solver/arrays.h"
#include "solver/lanes.h"
#include "solver/links.h"
#include "solver/truths.h"

#include <string.h>

enum { MOST_BYTES = 8 };

struct choice {
    uint32_t variable;
    struct byte_set set;
};

struct choices {
    struct choice data[MOST_BYTES];
    unsigned count;
    unsigned combinations;
};

struct enumerate {
    struct solver solver;
    struct truths *truths;
    struct lanes *lanes;
    struct choices laid; /* the combinations that the lanes are of */
    struct column *columns;
};

/* ---- what the bytes can be ---- */

static struct choice *choice_of(struct choices *choices, uint32_t variable)
{
    for (unsigned i = 0; i < choices->count; i++)
        if (choices->data[i].variable == variable)
            return &choices->data[i];
    if (choices->count == MOST_BYTES)
        return NULL;
    struct choice *choice = &choices->data[choices->count++];
    memset(choice, 0, sizeof *choice);
    choice->variable = variable;
    choice->set = byte_set_all();
    return choice;
}

/* false: too many bytes */
static bool add_bytes(struct choices *choices, const struct support *support)
{
    for (uint32_t i = 0; i < support->count; i++)
        for (uint32_t variable = support->ranges[i].first; variable < support->ranges[i].end; variable++)
            if (!choice_of(choices, variable))
                return false;
    return true;
}

static void order(struct choices *choices)
{
    for (unsigned i = 1; i < choices->count; i++)
        for (unsigned k = i; k && choices->data[k].variable < choices->data[k - 1].variable; k--) {
            struct choice swapped = choices->data[k];
            choices->data[k] = choices->data[k - 1];
            choices->data[k - 1] = swapped;
        }
}

/* The bytes of a query and what each can be; false: too many combinations. None
 * at all is 0 combinations. */
static bool find_choices(struct enumerate *enumerate, const struct query *query, struct choices *choices)
{
    memset(choices, 0, sizeof *choices);
    for (size_t i = 0; i < query->count; i++)
        if (!truths_allow(enumerate->truths, query->terms[i]) ||
            !add_bytes(choices, expr_support(enumerate->solver.exprs, query->terms[i])))
            return false;
    for (size_t i = 0; i < query->count; i++) {
        struct byte_set set;
        uint32_t variable;
        if (truths_of(enumerate->truths, query->terms[i], &variable, &set)) {
            struct choice *choice = choice_of(choices, variable);
            choice->set = byte_set_both(choice->set, &set);
        }
    }
    order(choices);
    choices->combinations = 1;
    for (unsigned i = 0; i < choices->count; i++) {
        choices->combinations *= byte_set_count(&choices->data[i].set);
        if (choices->combinations > MOST_LANES)
            return false;
    }
    return true;
}

/* ---- all of them ---- */

static unsigned lanes_for(unsigned combinations) { return (combinations + 63) / 64 * 64; }

/* Lanes beyond the last combination repeat it. */
static void lay(struct enumerate *enumerate, const struct choices *choices)
{
    if (!memcmp(choices, &enumerate->laid, sizeof *choices))
        return;
    enumerate->laid = *choices;
    unsigned count = lanes_for(choices->combinations), repeat = 1;
    enumerate->columns = lanes_columns(enumerate->lanes, choices->count, count);
    for (unsigned i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->data[i];
        uint8_t values[BYTE_VALUES];
        unsigned different = 0;
        for (unsigned value = 0; value < BYTE_VALUES; value++)
            if (byte_set_has(&choice->set, value))
                values[different++] = (uint8_t)value;
        enumerate->columns[i].variable = choice->variable;
        for (unsigned lane = 0; lane < count; lane++) {
            unsigned combination = lane < choices->combinations ? lane : choices->combinations - 1;
            enumerate->columns[i].values[lane] = values[combination / repeat % different];
        }
        repeat *= different;
    }
}

/* Whether all terms hold, by lane; false: of one of them nobody can say. */
static bool evaluate(struct enumerate *enumerate, const struct query *query, bool *holds)
{
    unsigned count = enumerate->laid.combinations;
    memset(holds, true, count * sizeof *holds);
    for (size_t i = 0; i < query->count; i++) {
        const uint64_t *values = lanes_values(enumerate->lanes, query->terms[i]);
        if (!values)
            return false;
        for (unsigned lane = 0; lane < count; lane++)
            holds[lane] &= values[lane] & 1;
    }
    return true;
}

static struct model *model_of(const struct enumerate *enumerate, unsigned lane)
{
    struct model *model = model_new();
    for (unsigned i = 0; i < enumerate->laid.count; i++)
        model_set(model, enumerate->columns[i].variable, enumerate->columns[i].values[lane]);
    return model;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct enumerate *enumerate = (struct enumerate *)solver;
    struct choices choices;
    bool holds[MOST_LANES];
    if (!find_choices(enumerate, query, &choices))
        return solver_check(solver->next, query, model);
    if (choices.combinations) {
        lay(enumerate, &choices);
        if (!evaluate(enumerate, query, holds))
            return solver_check(solver->next, query, model);
    }
    solver->stats->enumerated++;
    for (unsigned lane = 0; lane < choices.combinations; lane++)
        if (holds[lane]) {
            struct model *found = model_of(enumerate, lane);
            DEBUG_CHECK(expr_all_true(solver->exprs, query->terms, query->count, found));
            if (model)
                *model = found;
            else
                model_unref(found);
            return VERDICT_YES;
        }
    return VERDICT_NO;
}

static void release(struct solver *solver)
{
    lanes_free(((struct enumerate *)solver)->lanes);
    mem_free(solver);
}

static const struct solver_ops ops = {.name = "enumerate", .check = check, .release = release};

struct solver *enumerate_new(struct solver *next, struct arrays *arrays)
{
    struct enumerate *enumerate = NEW(struct enumerate);
    enumerate->solver =
        (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    enumerate->truths = arrays_truths(arrays);
    enumerate->lanes = lanes_new(next->exprs);
    return &enumerate->solver;
}
