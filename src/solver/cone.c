/* Collecting the cone of a query and writing its clauses (Tseitin). */
#include "solver/cone.h"

#include "base/bug.h"

#include <string.h>

void cone_release(struct cone *cone)
{
    cnf_release(&cone->cnf);
    vector_release(&cone->inputs);
    vector_release(&cone->inner);
    vector_release(&cone->marks);
    vector_release(&cone->roots);
    vector_release(&cone->origins);
    vector_release(&cone->queue);
}

void cone_forget(struct cone *cone)
{
    vector_release(&cone->marks);
    cone->epoch = 0;
}

/* Splits conjunctions among the roots: their parts become roots themselves. */
static bool split_roots(struct cone *cone, const struct gates *gates, const gate_t *roots, size_t count)
{
    vector_clear(&cone->roots);
    vector_clear(&cone->origins);
    for (size_t i = 0; i < count; i++) {
        vector_push(&cone->roots, roots[i]);
        vector_push(&cone->origins, (uint32_t)i);
    }
    size_t kept = 0;
    for (size_t i = 0; i < cone->roots.count; i++) {
        gate_t root = cone->roots.data[i];
        uint32_t origin = cone->origins.data[i];
        if (root == GATE_FALSE) {
            vector_clear(&cone->origins);
            vector_push(&cone->origins, origin);
            return false;
        }
        if (root == GATE_TRUE)
            continue;
        const struct gate *gate = &gates->all.data[root >> 1];
        if (root & 1 || (gate->kind != GATE_AND && gate->kind != GATE_ALL)) {
            cone->origins.data[kept] = origin;
            cone->roots.data[kept++] = root;
            continue;
        }
        struct cone_mark *mark = &cone->marks.data[root >> 1];
        if (mark->epoch == cone->epoch)
            continue; /* split before: shared conjunctions must not multiply */
        mark->epoch = cone->epoch;
        bool pair = gate->kind == GATE_AND;
        const gate_t *parts = pair ? gate->arg : gates->operands.data + gate->arg[0];
        uint32_t part_count = pair ? 2 : gate->arg[1];
        for (uint32_t k = 0; k < part_count; k++) {
            vector_push(&cone->roots, parts[k]);
            vector_push(&cone->origins, origin);
        }
    }
    cone->roots.count = cone->origins.count = kept;
    return true;
}

/* Flags below the place of a mark. TRUE: clauses must say what follows when
 * the gate is true; FALSE: when it is false. */
enum { POLARITY_TRUE = 1, POLARITY_FALSE = 2, POLARITIES = 3, IS_INPUT = 4, FLAG_BITS = 3 };

static inline unsigned flip_if(unsigned polarity, gate_t gate)
{
    return gate & 1 ? (polarity >> 1 | polarity << 1) & POLARITIES : polarity;
}

/* The gate matters in this polarity, or in both. There is room for every gate. */
static inline __attribute__((always_inline)) void meet(struct cone *cone, const struct gates *gates,
                                                       gate_t gate, unsigned polarity)
{
    uint32_t number = gate >> 1;
    struct cone_mark *mark = &cone->marks.data[number];
    if (mark->epoch != cone->epoch) {
        mark->epoch = cone->epoch;
        if (gates->all.data[number].kind == GATE_INPUT) {
            mark->place = (uint32_t)cone->inputs.count << FLAG_BITS | IS_INPUT | POLARITIES;
            cone->inputs.data[cone->inputs.count++] = number;
            return;
        }
        mark->place = (uint32_t)cone->inner.count << FLAG_BITS;
        cone->inner.data[cone->inner.count++] = number;
    }
    uint32_t added = flip_if(polarity, gate) & ~mark->place;
    if (!added)
        return;
    mark->place |= added;
    cone->queue.data[cone->queue.count++] = number << 2 | added;
}

enum { LOOK = 1 << 12 };

/* Looks every so many gates whether the budget is spent. */
static inline bool leaves(struct cone *cone, size_t turn)
{
    if (likely(turn % LOOK != LOOK - 1) || !cone->budget)
        return false;
    cone->is_left = budget_spent(cone->budget, LOOK);
    return cone->is_left;
}

/* Meets all gates, breadth first. Returns how many words clauses may take. */
static size_t visit(struct cone *cone, const struct gates *gates, size_t *binaries)
{
    size_t words = 1, pairs = 0;
    for (size_t i = 0; i < cone->queue.count && !leaves(cone, i); i++) {
        const struct gate *gate = &gates->all.data[cone->queue.data[i] >> 2];
        unsigned polarity = cone->queue.data[i] & POLARITIES;
        switch (gate->kind) {
        case GATE_AND:
            words += 4;
            pairs += 2;
            meet(cone, gates, gate->arg[0], polarity);
            meet(cone, gates, gate->arg[1], polarity);
            break;
        case GATE_XOR:
            words += 16;
            meet(cone, gates, gate->arg[0], POLARITIES);
            meet(cone, gates, gate->arg[1], POLARITIES);
            break;
        case GATE_MUX:
            words += 24;
            meet(cone, gates, gate->arg[0], POLARITIES);
            meet(cone, gates, gate->arg[1], polarity);
            meet(cone, gates, gate->arg[2], polarity);
            break;
        case GATE_MAJORITY:
            words += 24;
            meet(cone, gates, gate->arg[0], polarity);
            meet(cone, gates, gate->arg[1], polarity);
            meet(cone, gates, gate->arg[2], polarity);
            break;
        case GATE_ALL:
            words += gate->arg[1] + 2;
            pairs += gate->arg[1];
            for (uint32_t k = 0; k < gate->arg[1]; k++)
                meet(cone, gates, gates->operands.data[gate->arg[0] + k], polarity);
            break;
        default:
            BUG("gate of kind %u in a cone", gate->kind);
        }
    }
    *binaries = 2 * pairs;
    return words;
}

static inline uint32_t literal(const struct cone *cone, gate_t gate)
{
    uint32_t place = cone->marks.data[gate >> 1].place;
    uint32_t variable = (place >> FLAG_BITS) + (place & IS_INPUT ? 0 : (uint32_t)cone->inputs.count);
    return variable << 1 | (gate & 1);
}

static inline uint32_t *pair(uint32_t *next, uint32_t a, uint32_t b)
{
    next[0] = a, next[1] = b;
    return next + 2;
}

static inline uint32_t *triple(uint32_t *next, uint32_t a, uint32_t b, uint32_t c)
{
    next[0] = 3, next[1] = a, next[2] = b, next[3] = c;
    return next + 4;
}

/* Clauses of a conjunction: out -> each part; all parts -> out. */
static void write_all(struct cone *cone, const struct gates *gates, const struct gate *gate, uint32_t out,
                      unsigned polarity, uint32_t **binaries, uint32_t **clauses)
{
    uint32_t count = gate->arg[1], *binary = *binaries, *clause = *clauses;
    const gate_t *operands = gates->operands.data + gate->arg[0];
    if (polarity & POLARITY_TRUE)
        for (uint32_t i = 0; i < count; i++)
            binary = pair(binary, out ^ 1, literal(cone, operands[i]));
    if (polarity & POLARITY_FALSE) {
        *clause++ = count + 1;
        *clause++ = out;
        for (uint32_t i = 0; i < count; i++)
            *clause++ = literal(cone, operands[i]) ^ 1;
    }
    *binaries = binary;
    *clauses = clause;
}

static void write_clauses(struct cone *cone, const struct gates *gates)
{
    struct cnf *cnf = &cone->cnf;
    uint32_t *clause = cnf->clauses.data + cnf->clauses.count;
    uint32_t *binary = cnf->binaries.data;
    uint32_t first_inner = (uint32_t)cone->inputs.count;
    for (size_t i = 0; i < cone->inner.count && !leaves(cone, i); i++) {
        uint32_t number = cone->inner.data[i];
        const struct gate *gate = &gates->all.data[number];
        unsigned polarity = cone->marks.data[number].place & POLARITIES;
        bool if_true = polarity & POLARITY_TRUE, if_false = polarity & POLARITY_FALSE;
        uint32_t out = (first_inner + (uint32_t)i) << 1;
        cnf->phases.data[first_inner + i] = if_true; /* the value that its clauses like */
        if (gate->kind == GATE_ALL) {
            write_all(cone, gates, gate, out, polarity, &binary, &clause);
            continue;
        }
        uint32_t a = literal(cone, gate->arg[0]), b = literal(cone, gate->arg[1]);
        uint32_t c = gate->kind >= GATE_MUX ? literal(cone, gate->arg[2]) : 0;
        switch (gate->kind) {
        case GATE_AND:
            if (if_true) {
                binary = pair(binary, out ^ 1, a);
                binary = pair(binary, out ^ 1, b);
            }
            if (if_false)
                clause = triple(clause, out, a ^ 1, b ^ 1);
            break;
        case GATE_XOR:
            if (if_true) {
                clause = triple(clause, out ^ 1, a, b);
                clause = triple(clause, out ^ 1, a ^ 1, b ^ 1);
            }
            if (if_false) {
                clause = triple(clause, out, a, b ^ 1);
                clause = triple(clause, out, a ^ 1, b);
            }
            break;
        case GATE_MUX: /* the third of each is implied, but lets equal sides decide without the condition */
            if (if_true) {
                clause = triple(clause, out ^ 1, a ^ 1, b);
                clause = triple(clause, out ^ 1, a, c);
                clause = triple(clause, out ^ 1, b, c);
            }
            if (if_false) {
                clause = triple(clause, out, a ^ 1, b ^ 1);
                clause = triple(clause, out, a, c ^ 1);
                clause = triple(clause, out, b ^ 1, c ^ 1);
            }
            break;
        default:
            if (if_true) {
                clause = triple(clause, out ^ 1, a, b);
                clause = triple(clause, out ^ 1, a, c);
                clause = triple(clause, out ^ 1, b, c);
            }
            if (if_false) {
                clause = triple(clause, out, a ^ 1, b ^ 1);
                clause = triple(clause, out, a ^ 1, c ^ 1);
                clause = triple(clause, out, b ^ 1, c ^ 1);
            }
        }
    }
    cnf->clauses.count = (size_t)(clause - cnf->clauses.data);
    cnf->binaries.count = (size_t)(binary - cnf->binaries.data);
}

static void next_epoch(struct cone *cone, size_t gates)
{
    if (cone->marks.count < gates) {
        vector_reserve(&cone->marks, gates);
        memset(cone->marks.data + cone->marks.count, 0,
               (gates - cone->marks.count) * sizeof *cone->marks.data);
        cone->marks.count = gates;
    }
    if (++cone->epoch == 0) {
        memset(cone->marks.data, 0, cone->marks.count * sizeof *cone->marks.data);
        cone->epoch = 1;
    }
}

bool cone_collect(struct cone *cone, const struct gates *gates, const gate_t *roots, size_t count)
{
    cone->is_left = false;
    cnf_clear(&cone->cnf);
    vector_clear(&cone->inputs);
    vector_clear(&cone->inner);
    vector_clear(&cone->queue);
    next_epoch(cone, gates->all.count);
    if (!split_roots(cone, gates, roots, count))
        return false;
    next_epoch(cone, gates->all.count);
    vector_reserve(&cone->inputs, gates->all.count);
    vector_reserve(&cone->inner, gates->all.count);
    vector_reserve(&cone->queue, 2 * gates->all.count); /* once for each polarity */
    for (size_t i = 0; i < cone->roots.count; i++)
        meet(cone, gates, cone->roots.data[i], POLARITY_TRUE);
    size_t binaries;
    size_t words = visit(cone, gates, &binaries);
    if (cone->is_left)
        return true;
    vector_reserve(&cone->cnf.clauses, words);
    vector_reserve(&cone->cnf.binaries, binaries);
    cone->cnf.variables = (uint32_t)(cone->inputs.count + cone->inner.count);
    vector_reserve(&cone->cnf.phases, cone->cnf.variables);
    cone->cnf.phases.count = cone->cnf.variables;
    memset(cone->cnf.phases.data, 1, cone->inputs.count);
    write_clauses(cone, gates);
    for (size_t i = 0; i < cone->roots.count; i++)
        vector_push(&cone->cnf.units, literal(cone, cone->roots.data[i]));
    return true;
}
