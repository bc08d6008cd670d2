/* Forgetting: of the learnt clauses, those that span few decision levels
 * (their glue) and those that are reasons stay, and the better half of the rest. */
#include "solver/cdcl_internal.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_GLUE = 2 };

#define FORGOTTEN UINT32_MAX

static bool is_reason(struct cdcl *cdcl, uint32_t clause)
{
    uint32_t literal = clause_literals(cdcl, clause)[0];
    return cdcl->values[literal] > 0 && cdcl->reasons[literal >> 1] == REASON_CLAUSE(clause);
}

/* The worst first; among equals the older one. */
static int compare(const void *left, const void *right, void *context)
{
    struct cdcl *cdcl = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint32_t x = *clause_glue(cdcl, a), y = *clause_glue(cdcl, b);
    if (x == y)
        x = clause_size(cdcl, a), y = clause_size(cdcl, b);
    if (x != y)
        return x > y ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void choose(struct cdcl *cdcl)
{
    vector_clear(&cdcl->stack);
    for (size_t i = 0; i < cdcl->learnt.count; i++) {
        uint32_t clause = cdcl->learnt.data[i];
        if (*clause_glue(cdcl, clause) > KEPT_GLUE && !is_reason(cdcl, clause))
            vector_push(&cdcl->stack, clause);
    }
    qsort_r(cdcl->stack.data, cdcl->stack.count, sizeof *cdcl->stack.data, compare, cdcl);
    for (size_t i = 0; i < cdcl->stack.count / 2; i++)
        *clause_glue(cdcl, cdcl->stack.data[i]) = FORGOTTEN;
}

/* Each clause's place once the gaps are closed, or FORGOTTEN. */
static void assign_places(struct cdcl *cdcl)
{
    uint32_t next = cdcl->first_learnt;
    for (size_t i = 0; i < cdcl->learnt.count; i++) {
        uint32_t clause = cdcl->learnt.data[i];
        bool forgotten = *clause_glue(cdcl, clause) == FORGOTTEN;
        *clause_new_place(cdcl, clause) = forgotten ? FORGOTTEN : next + LEARNT_HEADER;
        if (!forgotten)
            next += LEARNT_HEADER + 1 + clause_size(cdcl, clause);
    }
}

static void move_watches(struct cdcl *cdcl)
{
    for (uint32_t literal = 0; literal < 2 * cdcl->variables; literal++) {
        struct watches *list = &cdcl->watches[literal];
        struct watch *watch = cdcl->pool.data + list->first;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->count; i++) {
            struct watch moved = watch[i];
            if (moved.clause >= cdcl->first_learnt)
                moved.clause = *clause_new_place(cdcl, moved.clause);
            if (moved.clause != FORGOTTEN)
                watch[kept++] = moved;
        }
        list->count = kept;
    }
}

static void move_reasons(struct cdcl *cdcl)
{
    for (uint32_t i = 0; i < cdcl->trail_count; i++) {
        uint32_t variable = cdcl->trail[i] >> 1, reason = cdcl->reasons[variable];
        if (reason != REASON_NONE && !(reason & 1) && reason >> 1 >= cdcl->first_learnt)
            cdcl->reasons[variable] = REASON_CLAUSE(*clause_new_place(cdcl, reason >> 1));
    }
}

static void move_clauses(struct cdcl *cdcl)
{
    uint32_t *words = cdcl->cnf->clauses.data;
    size_t kept = 0, end = cdcl->first_learnt;
    for (size_t i = 0; i < cdcl->learnt.count; i++) {
        uint32_t clause = cdcl->learnt.data[i], place = *clause_new_place(cdcl, clause);
        if (place == FORGOTTEN)
            continue;
        uint32_t size = clause_size(cdcl, clause);
        memmove(words + place - LEARNT_HEADER, words + clause - LEARNT_HEADER,
                (LEARNT_HEADER + 1 + size) * sizeof *words);
        cdcl->learnt.data[kept++] = place;
        end = place + 1 + size;
    }
    cdcl->learnt.count = kept;
    cdcl->cnf->clauses.count = end;
}

void cdcl_reduce(struct cdcl *cdcl)
{
    choose(cdcl);
    assign_places(cdcl);
    move_watches(cdcl);
    move_reasons(cdcl);
    move_clauses(cdcl);
}
