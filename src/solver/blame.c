/* A byte that no value is left for is to blame alone: its conjuncts are taken
 * one by one, each time the one that leaves the fewest values. Else all
 * combinations of what the bytes can be are gone through once more: a conjunct
 * of several bytes is needed if it is the first to be false somewhere, and of
 * the bytes that these speak of those conjuncts that say what they can be. */
#include "solver/blame.h"

#include "base/vector.h"
#include "solver/lanes.h"
#include "solver/truths.h"

#include <string.h>

enum { BATCH = 256, MOST_COMBINATIONS = 1 << 14, MOST_BYTES = 8, SEVERAL = MOST_BYTES };

/* Of a conjunct: the byte that it speaks of, by place, or SEVERAL, and what it may be. */
struct opinion {
    unsigned byte;
    struct byte_set set;
};

struct byte {
    uint32_t variable;
    struct byte_set set; /* what all conjuncts that speak of it alone leave */
    bool spoken_of;      /* by a conjunct of several that is needed */
};

struct blame {
    struct exprs *exprs;
    struct truths *truths;
    struct lanes *lanes;
    VECTOR(struct opinion) opinions; /* one a conjunct */
    struct byte bytes[MOST_BYTES];
    unsigned count;
};

struct blame *blame_new(struct exprs *exprs, struct truths *truths, struct lanes *lanes)
{
    struct blame *blame = NEW(struct blame);
    blame->exprs = exprs;
    blame->truths = truths;
    blame->lanes = lanes;
    return blame;
}

void blame_free(struct blame *blame)
{
    if (!blame)
        return;
    vector_release(&blame->opinions);
    mem_free(blame);
}

/* ---- who says what ---- */

/* Its place; MOST_BYTES if there is none. */
static unsigned place_of(struct blame *blame, uint32_t variable)
{
    unsigned place = 0;
    while (place < blame->count && blame->bytes[place].variable != variable)
        place++;
    if (place == blame->count && place < MOST_BYTES)
        blame->bytes[blame->count++] = (struct byte){.variable = variable, .set = byte_set_all()};
    return place;
}

static bool place_all(struct blame *blame, const struct support *support)
{
    for (uint32_t i = 0; i < support->count; i++)
        for (uint32_t variable = support->ranges[i].first; variable < support->ranges[i].end; variable++)
            if (place_of(blame, variable) == MOST_BYTES)
                return false;
    return true;
}

/* false: too many bytes */
static bool collect(struct blame *blame, const struct query *query)
{
    blame->count = 0;
    vector_clear(&blame->opinions);
    for (size_t i = 0; i < query->count; i++) {
        struct opinion opinion = {.byte = SEVERAL};
        uint32_t variable;
        if (!place_all(blame, expr_support(blame->exprs, query->terms[i])))
            return false;
        if (truths_of(blame->truths, query->terms[i], &variable, &opinion.set)) {
            struct byte *byte = &blame->bytes[opinion.byte = place_of(blame, variable)];
            byte->set = byte_set_both(byte->set, &opinion.set);
        }
        vector_push(&blame->opinions, opinion);
    }
    return true;
}

/* ---- one byte ---- */

static bool is_subset(const struct byte_set *one, const struct byte_set *other)
{
    struct byte_set both = byte_set_both(*one, other);
    return !memcmp(&both, one, sizeof both);
}

/* Marks conjuncts of the byte that leave no more than all of them do. */
static void choose(const struct blame *blame, unsigned byte, bool *needed)
{
    struct byte_set left = byte_set_all();
    while (!is_subset(&left, &blame->bytes[byte].set)) {
        size_t best = 0;
        unsigned fewest = BYTE_VALUES + 1;
        for (size_t i = 0; i < blame->opinions.count; i++) {
            if (blame->opinions.data[i].byte != byte)
                continue;
            struct byte_set both = byte_set_both(left, &blame->opinions.data[i].set);
            unsigned count = byte_set_count(&both);
            if (count < fewest)
                fewest = count, best = i;
        }
        needed[best] = true;
        left = byte_set_both(left, &blame->opinions.data[best].set);
    }
}

/* ---- several ---- */

/* 0: too many */
static unsigned combinations(const struct blame *blame)
{
    unsigned product = 1;
    for (unsigned i = 0; i < blame->count; i++)
        if ((product *= byte_set_count(&blame->bytes[i].set)) > MOST_COMBINATIONS)
            return 0;
    return product;
}

/* The combinations from this one on; after the last the first come again. */
static void lay(struct blame *blame, unsigned first)
{
    struct column *columns = lanes_columns(blame->lanes, blame->count, BATCH);
    unsigned left[BATCH];
    for (unsigned lane = 0; lane < BATCH; lane++)
        left[lane] = first + lane;
    for (unsigned i = 0; i < blame->count; i++) {
        uint8_t values[BYTE_VALUES];
        unsigned count = 0;
        for (unsigned value = 0; value < BYTE_VALUES; value++)
            if (byte_set_has(&blame->bytes[i].set, value))
                values[count++] = (uint8_t)value;
        columns[i].variable = blame->bytes[i].variable;
        for (unsigned lane = 0; lane < BATCH; lane++) {
            columns[i].values[lane] = values[left[lane] % count];
            left[lane] /= count;
        }
    }
}

/* Marks the conjuncts that are the first to be false in a lane; false: in one of them none is. */
static bool blame_lanes(struct blame *blame, const struct query *query, bool *needed)
{
    bool open[BATCH];
    unsigned left = BATCH;
    memset(open, true, sizeof open);
    for (size_t i = 0; i < query->count && left; i++) {
        if (blame->opinions.data[i].byte != SEVERAL)
            continue;
        const uint64_t *values = lanes_values(blame->lanes, query->terms[i]);
        if (!values)
            return false;
        for (unsigned lane = 0; lane < BATCH; lane++)
            if (open[lane] && !(values[lane] & 1)) {
                open[lane] = false;
                needed[i] = true;
                left--;
            }
    }
    return !left;
}

static bool blame_several(struct blame *blame, const struct query *query, bool *needed)
{
    unsigned all = combinations(blame);
    for (unsigned first = 0; first < all; first += BATCH) {
        lay(blame, first);
        if (!blame_lanes(blame, query, needed))
            return false;
    }
    for (size_t i = 0; i < query->count; i++) {
        const struct support *support = expr_support(blame->exprs, query->terms[i]);
        for (unsigned k = 0; needed[i] && k < blame->count; k++)
            blame->bytes[k].spoken_of |= support_has(support, blame->bytes[k].variable);
    }
    for (unsigned i = 0; all && i < blame->count; i++)
        if (blame->bytes[i].spoken_of)
            choose(blame, i, needed);
    return all;
}

bool blame_byte(struct blame *blame, const struct query *query)
{
    if (!collect(blame, query))
        return false;
    for (unsigned i = 0; i < blame->count; i++)
        if (!byte_set_count(&blame->bytes[i].set)) {
            memset(query->core, false, query->count * sizeof *query->core);
            choose(blame, i, query->core);
            return true;
        }
    return false;
}

bool blame_core(struct blame *blame, const struct query *query)
{
    if (blame_byte(blame, query))
        return true;
    memset(query->core, false, query->count * sizeof *query->core);
    bool found = blame->opinions.count == query->count && blame_several(blame, query, query->core);
    if (!found)
        memset(query->core, true, query->count * sizeof *query->core);
    return found;
}
