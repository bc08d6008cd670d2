/* Learning from a conflict: the first unique implication point, and leaving
 * out literals that the others imply. */
#include "solver/cdcl_internal.h"

#include <string.h>

/* The literals of a clause that are left to look at. */
struct reason_literals {
    const uint32_t *next, *end;
    uint32_t single;
};

/* Those of the variable's reason but its own. */
static void reason_of(struct cdcl *cdcl, uint32_t variable, struct reason_literals *r)
{
    uint32_t reason = cdcl->reasons[variable];
    if (reason & 1) {
        r->single = reason >> 1;
        r->next = &r->single;
        r->end = r->next + 1;
    } else {
        uint32_t clause = reason >> 1;
        r->next = clause_literals(cdcl, clause) + 1;
        r->end = r->next + clause_size(cdcl, clause) - 1;
    }
}

/* NEEDED stays: something learnt rests on the value, which no decision led to. */
enum { SEEN = 1, IMPLIED = 2, NEEDED = 4 };

/* Is it a value that no decision led to? */
static inline bool is_settled(struct cdcl *cdcl, uint32_t variable)
{
    if (cdcl->levels[variable])
        return false;
    cdcl->seen[variable] = NEEDED;
    return true;
}

/* Is the variable's value implied by other literals of the learnt clause? Walks
 * the reasons with an explicit stack; what was found is kept in seen. Levels: a
 * set, modulo 32, of those in the clause: no other level can be implied by it. */
static bool redundant(struct cdcl *cdcl, uint32_t variable, uint32_t levels)
{
    if (cdcl->reasons[variable] == REASON_NONE)
        return false;
    size_t touched = cdcl->touched.count;
    vector_clear(&cdcl->stack);
    vector_push(&cdcl->stack, variable);
    while (cdcl->stack.count) {
        uint32_t current = vector_pop(&cdcl->stack);
        struct reason_literals r;
        for (reason_of(cdcl, current, &r); r.next < r.end; r.next++) {
            uint32_t other = *r.next >> 1;
            if (is_settled(cdcl, other) || cdcl->seen[other] & (SEEN | IMPLIED))
                continue;
            if (cdcl->reasons[other] == REASON_NONE || !(levels & 1u << (cdcl->levels[other] & 31))) {
                /* what was assumed implied on the way is not known to be */
                for (size_t i = touched; i < cdcl->touched.count; i++)
                    cdcl->seen[cdcl->touched.data[i]] &= (uint8_t)~IMPLIED;
                cdcl->touched.count = touched;
                return false;
            }
            cdcl->seen[other] |= IMPLIED;
            vector_push(&cdcl->touched, other);
            vector_push(&cdcl->stack, other);
        }
    }
    return true;
}

static uint32_t glue_of(struct cdcl *cdcl)
{
    uint32_t glue = 0;
    if (++cdcl->stamp == 0) {
        memset(cdcl->level_stamps, 0, (cdcl->capacity + 1) * sizeof *cdcl->level_stamps);
        cdcl->stamp = 1;
    }
    for (size_t i = 0; i < cdcl->clause.count; i++) {
        uint32_t level = cdcl->levels[cdcl->clause.data[i] >> 1];
        if (cdcl->level_stamps[level] != cdcl->stamp) {
            cdcl->level_stamps[level] = cdcl->stamp;
            glue++;
        }
    }
    return glue;
}

static void conflict_literals(struct cdcl *cdcl, const struct conflict *conflict, struct reason_literals *r)
{
    r->next = conflict->clause ? clause_literals(cdcl, conflict->clause) : conflict->literals;
    r->end = r->next + (conflict->clause ? clause_size(cdcl, conflict->clause) : 2);
}

/* Puts a literal of the highest level but the first's second; returns that level. */
static uint32_t backjump_level(struct cdcl *cdcl)
{
    uint32_t *literals = cdcl->clause.data;
    if (cdcl->clause.count == 1)
        return 0;
    size_t best = 1;
    for (size_t i = 2; i < cdcl->clause.count; i++)
        if (cdcl->levels[literals[i] >> 1] > cdcl->levels[literals[best] >> 1])
            best = i;
    uint32_t literal = literals[best];
    literals[best] = literals[1];
    literals[1] = literal;
    return cdcl->levels[literal >> 1];
}

static void minimise(struct cdcl *cdcl)
{
    uint32_t levels = 0;
    for (size_t i = 1; i < cdcl->clause.count; i++)
        levels |= 1u << (cdcl->levels[cdcl->clause.data[i] >> 1] & 31);
    size_t kept = 1;
    for (size_t i = 1; i < cdcl->clause.count; i++)
        if (!redundant(cdcl, cdcl->clause.data[i] >> 1, levels))
            cdcl->clause.data[kept++] = cdcl->clause.data[i];
    cdcl->clause.count = kept;
}

uint32_t cdcl_analyze(struct cdcl *cdcl, const struct conflict *conflict, uint32_t *glue)
{
    uint32_t level = (uint32_t)cdcl->marks.count, open = 0, literal = 0;
    uint32_t place = cdcl->trail_count;
    vector_clear(&cdcl->clause);
    vector_clear(&cdcl->touched);
    vector_push(&cdcl->clause, 0); /* the asserting literal's place */
    struct reason_literals r;
    conflict_literals(cdcl, conflict, &r);
    for (;;) {
        for (; r.next < r.end; r.next++) {
            uint32_t variable = *r.next >> 1;
            if (cdcl->seen[variable] || is_settled(cdcl, variable))
                continue;
            cdcl->seen[variable] = SEEN;
            vector_push(&cdcl->touched, variable);
            cdcl_bump(cdcl, variable);
            if (cdcl->levels[variable] == level)
                open++;
            else
                vector_push(&cdcl->clause, *r.next);
        }
        do
            literal = cdcl->trail[--place];
        while (!cdcl->seen[literal >> 1]);
        if (--open == 0)
            break;
        reason_of(cdcl, literal >> 1, &r);
    }
    cdcl->clause.data[0] = literal ^ 1;
    minimise(cdcl);
    for (size_t i = 0; i < cdcl->touched.count; i++)
        cdcl->seen[cdcl->touched.data[i]] = 0;
    *glue = glue_of(cdcl);
    return backjump_level(cdcl);
}

void cdcl_trace(struct cdcl *cdcl, const struct conflict *conflict)
{
    struct reason_literals r;
    for (conflict_literals(cdcl, conflict, &r); r.next < r.end; r.next++)
        cdcl->seen[*r.next >> 1] = NEEDED;
    for (uint32_t place = cdcl->trail_count; place-- > 0;) {
        uint32_t variable = cdcl->trail[place] >> 1;
        if (!(cdcl->seen[variable] & NEEDED) || cdcl->reasons[variable] == REASON_NONE)
            continue;
        for (reason_of(cdcl, variable, &r); r.next < r.end; r.next++)
            cdcl->seen[*r.next >> 1] = NEEDED;
    }
}

bool cdcl_was_needed(const struct cdcl *cdcl, uint32_t variable) { return cdcl->seen[variable] & NEEDED; }
