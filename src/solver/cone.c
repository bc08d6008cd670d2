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
    for (size_t i = 0; i < count; i++)
        vector_push(&cone->roots, roots[i]);
    size_t kept = 0;
    for (size_t i = 0; i < cone->roots.count; i++) {
        gate_t root = cone->roots.data[i];
        if (root == GATE_FALSE)
            return false;
        if (root == GATE_TRUE)
            continue;
        const struct gate *gate = &gates->all.data[root >> 1];
        if (root & 1 || (gate->kind != GATE_AND && gate->kind != GATE_ALL)) {
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
        for (uint32_t k = 0; k < part_count; k++)
            vector_push(&cone->roots, parts[k]);
    }
    cone->roots.count = kept;
    return true;
}

static inline void meet(struct cone *cone, const struct gates *gates, gate_t gate)
{
    uint32_t number = gate >> 1;
    struct cone_mark *mark = &cone->marks.data[number];
    if (mark->epoch == cone->epoch)
        return;
    mark->epoch = cone->epoch;
    if (gates->all.data[number].kind == GATE_INPUT) {
        mark->place = (uint32_t)cone->inputs.count;
        vector_push(&cone->inputs, number);
    } else {
        mark->place = (uint32_t)cone->inner.count;
        vector_push(&cone->inner, number);
    }
}

/* Breadth first: `inner` is its own queue. Returns how many words clauses may take. */
static size_t visit(struct cone *cone, const struct gates *gates, size_t *binaries)
{
    size_t words = 1, pairs = 0;
    for (size_t i = 0; i < cone->inner.count; i++) {
        const struct gate *gate = &gates->all.data[cone->inner.data[i]];
        switch (gate->kind) {
        case GATE_AND:
            words += 4;
            pairs += 2;
            meet(cone, gates, gate->arg[0]);
            meet(cone, gates, gate->arg[1]);
            break;
        case GATE_XOR:
            words += 16;
            meet(cone, gates, gate->arg[0]);
            meet(cone, gates, gate->arg[1]);
            break;
        case GATE_MUX:
        case GATE_MAJORITY:
            words += 24;
            meet(cone, gates, gate->arg[0]);
            meet(cone, gates, gate->arg[1]);
            meet(cone, gates, gate->arg[2]);
            break;
        case GATE_ALL:
            words += gate->arg[1] + 2;
            pairs += gate->arg[1];
            for (uint32_t k = 0; k < gate->arg[1]; k++)
                meet(cone, gates, gates->operands.data[gate->arg[0] + k]);
            break;
        default:
            BUG("gate of kind %u in a cone", gate->kind);
        }
    }
    *binaries = 2 * pairs;
    return words;
}

static inline uint32_t literal(const struct cone *cone, const struct gates *gates, gate_t gate)
{
    uint32_t place = cone->marks.data[gate >> 1].place;
    if (gates->all.data[gate >> 1].kind != GATE_INPUT)
        place += (uint32_t)cone->inputs.count;
    return place << 1 | (gate & 1);
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

static void write_clauses(struct cone *cone, const struct gates *gates)
{
    struct cnf *cnf = &cone->cnf;
    uint32_t *clause = cnf->clauses.data + cnf->clauses.count;
    uint32_t *binary = cnf->binaries.data;
    uint32_t first_inner = (uint32_t)cone->inputs.count;
    for (size_t i = 0; i < cone->inner.count; i++) {
        const struct gate *gate = &gates->all.data[cone->inner.data[i]];
        uint32_t out = (first_inner + (uint32_t)i) << 1;
        if (gate->kind == GATE_ALL) {
            uint32_t count = gate->arg[1];
            *clause++ = count + 1;
            *clause++ = out;
            for (uint32_t k = 0; k < count; k++) {
                uint32_t part = literal(cone, gates, gates->operands.data[gate->arg[0] + k]);
                binary = pair(binary, out ^ 1, part);
                *clause++ = part ^ 1;
            }
            continue;
        }
        uint32_t a = literal(cone, gates, gate->arg[0]);
        uint32_t b = literal(cone, gates, gate->arg[1]);
        if (gate->kind == GATE_AND) {
            binary = pair(binary, out ^ 1, a);
            binary = pair(binary, out ^ 1, b);
            clause = triple(clause, out, a ^ 1, b ^ 1);
        } else if (gate->kind == GATE_XOR) {
            clause = triple(clause, out, a, b ^ 1);
            clause = triple(clause, out, a ^ 1, b);
            clause = triple(clause, out ^ 1, a, b);
            clause = triple(clause, out ^ 1, a ^ 1, b ^ 1);
        } else {
            uint32_t c = literal(cone, gates, gate->arg[2]);
            if (gate->kind == GATE_MUX) {
                clause = triple(clause, out, a ^ 1, b ^ 1);
                clause = triple(clause, out ^ 1, a ^ 1, b);
                clause = triple(clause, out, a, c ^ 1);
                clause = triple(clause, out ^ 1, a, c);
                /* implied, but they let equal sides decide without the condition */
                clause = triple(clause, out, b ^ 1, c ^ 1);
                clause = triple(clause, out ^ 1, b, c);
            } else {
                clause = triple(clause, out, a ^ 1, b ^ 1);
                clause = triple(clause, out, a ^ 1, c ^ 1);
                clause = triple(clause, out, b ^ 1, c ^ 1);
                clause = triple(clause, out ^ 1, a, b);
                clause = triple(clause, out ^ 1, a, c);
                clause = triple(clause, out ^ 1, b, c);
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
    cnf_clear(&cone->cnf);
    vector_clear(&cone->inputs);
    vector_clear(&cone->inner);
    next_epoch(cone, gates->all.count);
    if (!split_roots(cone, gates, roots, count))
        return false;
    next_epoch(cone, gates->all.count);
    for (size_t i = 0; i < cone->roots.count; i++)
        meet(cone, gates, cone->roots.data[i]);
    size_t binaries;
    size_t words = visit(cone, gates, &binaries);
    vector_reserve(&cone->cnf.clauses, words);
    vector_reserve(&cone->cnf.binaries, binaries);
    cone->cnf.variables = (uint32_t)(cone->inputs.count + cone->inner.count);
    write_clauses(cone, gates);
    for (size_t i = 0; i < cone->roots.count; i++)
        vector_push(&cone->cnf.units, literal(cone, gates, cone->roots.data[i]));
    return true;
}
