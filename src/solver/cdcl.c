/* The search itself: load, propagate, decide, back up. */
#include "solver/cdcl_internal.h"

#include "base/bug.h"

#include <string.h>

enum { RESTART_UNIT = 64, FIRST_REDUCTION = 2000, REDUCTION_STEP = 500 };

struct cdcl *cdcl_new(void) { return NEW(struct cdcl); }

static void free_arrays(struct cdcl *cdcl)
{
    mem_free(cdcl->values);
    mem_free(cdcl->levels);
    mem_free(cdcl->reasons);
    mem_free(cdcl->phases);
    mem_free(cdcl->seen);
    mem_free(cdcl->watches);
    mem_free(cdcl->trail);
    mem_free(cdcl->heap);
    mem_free(cdcl->places);
    mem_free(cdcl->activities);
    mem_free(cdcl->level_stamps);
}

void cdcl_free(struct cdcl *cdcl)
{
    if (!cdcl)
        return;
    free_arrays(cdcl);
    vector_release(&cdcl->pool);
    vector_release(&cdcl->marks);
    vector_release(&cdcl->learnt);
    vector_release(&cdcl->clause);
    vector_release(&cdcl->stack);
    vector_release(&cdcl->touched);
    mem_free(cdcl);
}

/* ---- loading ---- */

static void reserve(struct cdcl *cdcl, uint32_t variables)
{
    if (variables <= cdcl->capacity)
        return;
    uint32_t capacity = cdcl->capacity ? cdcl->capacity : 1024;
    while (capacity < variables)
        capacity *= 2;
    free_arrays(cdcl);
    cdcl->capacity = capacity;
    cdcl->values = mem_alloc(2 * (size_t)capacity);
    cdcl->levels = mem_alloc(capacity * sizeof *cdcl->levels);
    cdcl->reasons = mem_alloc(capacity * sizeof *cdcl->reasons);
    cdcl->phases = mem_alloc(capacity);
    cdcl->seen = mem_alloc(capacity);
    cdcl->watches = mem_alloc(2 * (size_t)capacity * sizeof *cdcl->watches);
    cdcl->trail = mem_alloc(capacity * sizeof *cdcl->trail);
    cdcl->heap = mem_alloc(capacity * sizeof *cdcl->heap);
    cdcl->places = mem_alloc(capacity * sizeof *cdcl->places);
    cdcl->activities = mem_alloc(capacity * sizeof *cdcl->activities);
    cdcl->level_stamps = mem_zero((capacity + 1) * sizeof *cdcl->level_stamps);
    cdcl->stamp = 0;
}

void cdcl_watch(struct cdcl *cdcl, uint32_t literal, struct watch watch)
{
    struct watches *list = &cdcl->watches[literal];
    if (unlikely(list->count == list->capacity)) {
        uint32_t capacity = list->capacity ? 2 * list->capacity : 4;
        vector_reserve(&cdcl->pool, cdcl->pool.count + capacity);
        memcpy(cdcl->pool.data + cdcl->pool.count, cdcl->pool.data + list->first, list->count * sizeof watch);
        list->first = (uint32_t)cdcl->pool.count;
        list->capacity = capacity;
        cdcl->pool.count += capacity;
        BUG_ON(cdcl->pool.count > UINT32_MAX);
    }
    cdcl->pool.data[list->first + list->count++] = watch;
}

static void load_watches(struct cdcl *cdcl)
{
    const struct cnf *cnf = cdcl->cnf;
    struct watches *watches = cdcl->watches;
    uint32_t literals = 2 * cdcl->variables;
    const uint32_t *clauses = cnf->clauses.data, *binaries = cnf->binaries.data;
    uint32_t end = (uint32_t)cnf->clauses.count;
    memset(watches, 0, literals * sizeof *watches);
    for (size_t i = 0; i < cnf->binaries.count; i++)
        watches[binaries[i]].capacity++;
    for (uint32_t i = 1; i < end; i += clauses[i] + 1) {
        watches[clauses[i + 1]].capacity++;
        watches[clauses[i + 2]].capacity++;
    }
    uint32_t total = 0;
    for (uint32_t literal = 0; literal < literals; literal++) {
        watches[literal].first = total;
        watches[literal].capacity += watches[literal].capacity / 2 + 2;
        total += watches[literal].capacity;
    }
    vector_reserve(&cdcl->pool, total);
    cdcl->pool.count = total;
    struct watch *pool = cdcl->pool.data;
    for (size_t i = 0; i < cnf->binaries.count; i += 2) {
        uint32_t a = binaries[i], b = binaries[i + 1];
        pool[watches[a].first + watches[a].count++] = (struct watch){b, 0};
        pool[watches[b].first + watches[b].count++] = (struct watch){a, 0};
    }
    for (uint32_t i = 1; i < end; i += clauses[i] + 1) {
        uint32_t a = clauses[i + 1], b = clauses[i + 2];
        pool[watches[a].first + watches[a].count++] = (struct watch){b, i};
        pool[watches[b].first + watches[b].count++] = (struct watch){a, i};
    }
}

static void load(struct cdcl *cdcl, struct cnf *cnf)
{
    BUG_ON(cnf->clauses.count >= UINT32_MAX / 4 ||
           (cnf->phases.count && cnf->phases.count != cnf->variables));
    reserve(cdcl, cnf->variables);
    cdcl->cnf = cnf;
    cdcl->variables = cnf->variables;
    memset(cdcl->values, 0, 2 * (size_t)cdcl->variables);
    if (cnf->phases.count)
        memcpy(cdcl->phases, cnf->phases.data, cdcl->variables);
    else
        memset(cdcl->phases, 1, cdcl->variables);
    memset(cdcl->seen, 0, cdcl->variables);
    cdcl->trail_count = cdcl->propagated = cdcl->next_variable = cdcl->contradicted = 0;
    cdcl->first_learnt = (uint32_t)cnf->clauses.count;
    cdcl->heap_count = 0;
    cdcl->conflicts = cdcl->propagations = cdcl->reductions = cdcl->restarts = cdcl->last_look = 0;
    cdcl->next_reduction = FIRST_REDUCTION;
    cdcl->next_restart = RESTART_UNIT;
    vector_clear(&cdcl->marks);
    vector_clear(&cdcl->learnt);
    load_watches(cdcl);
}

/* ---- propagation ---- */

static inline void assign(struct cdcl *cdcl, uint32_t literal, uint32_t reason)
{
    uint32_t variable = literal >> 1;
    cdcl->values[literal] = 1;
    cdcl->values[literal ^ 1] = -1;
    cdcl->levels[variable] = (uint32_t)cdcl->marks.count;
    cdcl->reasons[variable] = reason;
    cdcl->trail[cdcl->trail_count++] = literal;
}

/* Looks at the clauses watching a literal that became false; false: conflict. */
static bool propagate_literal(struct cdcl *cdcl, uint32_t falsified, struct conflict *conflict)
{
    struct watches *list = &cdcl->watches[falsified];
    struct watch *base = cdcl->pool.data;
    struct watch *from = base + list->first, *to = from, *end = from + list->count;
    const int8_t *values = cdcl->values;
    bool fine = true;
    while (from < end) {
        struct watch watch = *from++;
        int8_t value = values[watch.blocker];
        if (value > 0) {
            *to++ = watch;
            continue;
        }
        if (!watch.clause) {
            *to++ = watch;
            if (value < 0) {
                *conflict = (struct conflict){0, {falsified, watch.blocker}};
                fine = false;
                break;
            }
            assign(cdcl, watch.blocker, REASON_BINARY(falsified));
            continue;
        }
        uint32_t *literals = clause_literals(cdcl, watch.clause);
        uint32_t other = literals[0] ^ literals[1] ^ falsified;
        int8_t other_value = values[other];
        if (other_value > 0) {
            *to++ = (struct watch){other, watch.clause};
            continue;
        }
        const uint32_t *last = literals + literals[-1];
        uint32_t *next = literals + 2;
        while (next < last && values[*next] < 0)
            next++;
        literals[0] = other;
        if (next < last) {
            literals[1] = *next;
            *next = falsified;
            cdcl_watch(cdcl, literals[1], (struct watch){other, watch.clause});
            if (unlikely(cdcl->pool.data != base)) {
                from = cdcl->pool.data + (from - base);
                to = cdcl->pool.data + (to - base);
                end = cdcl->pool.data + (end - base);
                base = cdcl->pool.data;
            }
            continue;
        }
        literals[1] = falsified;
        *to++ = (struct watch){other, watch.clause};
        if (other_value < 0) {
            *conflict = (struct conflict){watch.clause, {0, 0}};
            fine = false;
            break;
        }
        assign(cdcl, other, REASON_CLAUSE(watch.clause));
    }
    if (to != from) {
        while (from < end)
            *to++ = *from++;
        list->count = (uint32_t)(to - base) - list->first;
    }
    return fine;
}

static bool propagate(struct cdcl *cdcl, struct conflict *conflict)
{
    uint32_t start = cdcl->propagated;
    bool fine = true;
    while (fine && cdcl->propagated < cdcl->trail_count)
        fine = propagate_literal(cdcl, cdcl->trail[cdcl->propagated++] ^ 1, conflict);
    cdcl->propagations += cdcl->propagated - start;
    return fine;
}

/* ---- decisions ---- */

static void decide(struct cdcl *cdcl)
{
    uint32_t variable = cdcl_order_next(cdcl);
    vector_push(&cdcl->marks, cdcl->trail_count);
    assign(cdcl, variable << 1 | (uint32_t)cdcl->phases[variable], REASON_NONE);
}

static void back_up(struct cdcl *cdcl, uint32_t level)
{
    if (cdcl->marks.count <= level)
        return;
    uint32_t end = cdcl->marks.data[level];
    while (cdcl->trail_count > end) {
        uint32_t literal = cdcl->trail[--cdcl->trail_count], variable = literal >> 1;
        cdcl->values[literal] = cdcl->values[literal ^ 1] = 0;
        cdcl->phases[variable] = literal & 1;
        cdcl_order_open(cdcl, variable);
    }
    cdcl->propagated = end;
    cdcl->marks.count = level;
}

/* ---- conflicts ---- */

static void learn(struct cdcl *cdcl, uint32_t glue)
{
    const uint32_t *literals = cdcl->clause.data;
    uint32_t count = (uint32_t)cdcl->clause.count;
    if (count == 1) {
        assign(cdcl, literals[0], REASON_NONE);
        return;
    }
    if (count == 2) {
        cdcl_watch(cdcl, literals[0], (struct watch){literals[1], 0});
        cdcl_watch(cdcl, literals[1], (struct watch){literals[0], 0});
        assign(cdcl, literals[0], REASON_BINARY(literals[1]));
        return;
    }
    struct cnf *cnf = cdcl->cnf;
    size_t place = cnf->clauses.count + LEARNT_HEADER;
    vector_reserve(&cnf->clauses, place + 1 + count);
    uint32_t clause = (uint32_t)place;
    cnf->clauses.data[clause] = count;
    memcpy(cnf->clauses.data + clause + 1, literals, count * sizeof *literals);
    cnf->clauses.count = place + 1 + count;
    *clause_glue(cdcl, clause) = glue;
    vector_push(&cdcl->learnt, clause);
    cdcl_watch(cdcl, literals[0], (struct watch){literals[1], clause});
    cdcl_watch(cdcl, literals[1], (struct watch){literals[0], clause});
    assign(cdcl, literals[0], REASON_CLAUSE(clause));
}

/* false: the clauses contradict each other */
static bool resolve(struct cdcl *cdcl, const struct conflict *conflict)
{
    cdcl->conflicts++;
    if (!cdcl->marks.count) {
        cdcl->last = *conflict;
        return false;
    }
    if (cdcl->conflicts == 1)
        cdcl_order_start(cdcl);
    uint32_t glue, level = cdcl_analyze(cdcl, conflict, &glue);
    back_up(cdcl, level);
    learn(cdcl, glue);
    cdcl_decay(cdcl);
    return true;
}

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 … (Luby, Sinclair, Zuckerman) */
static uint64_t luby(uint32_t number)
{
    uint32_t size = 1, power = 0;
    while (size < number + 1) {
        size = 2 * size + 1;
        power++;
    }
    while (size - 1 != number) {
        size = (size - 1) / 2;
        power--;
        number %= size;
    }
    return 1ull << power;
}

static void restart(struct cdcl *cdcl)
{
    cdcl->next_restart = cdcl->conflicts + RESTART_UNIT * luby(++cdcl->restarts);
    back_up(cdcl, 0);
}

static void reduce(struct cdcl *cdcl)
{
    cdcl->next_reduction = cdcl->conflicts + FIRST_REDUCTION + REDUCTION_STEP * (uint64_t)++cdcl->reductions;
    cdcl_reduce(cdcl);
}

static bool exhausted(const struct cdcl *cdcl, const struct cdcl_limits *limits)
{
    if (limits->conflicts && cdcl->conflicts >= limits->conflicts)
        return true;
    return limits->propagations && cdcl->propagations >= limits->propagations;
}

static bool spent(struct cdcl *cdcl, struct budget *budget)
{
    uint64_t steps = cdcl->propagations - cdcl->last_look;
    cdcl->last_look = cdcl->propagations;
    return budget && budget_spent(budget, 1 + steps);
}

static bool assign_units(struct cdcl *cdcl)
{
    for (size_t i = 0; i < cdcl->cnf->units.count; i++) {
        uint32_t unit = cdcl->cnf->units.data[i];
        if (cdcl->values[unit] < 0) {
            cdcl->contradicted = (uint32_t)i + 1;
            return false;
        }
        if (!cdcl->values[unit])
            assign(cdcl, unit, REASON_NONE);
    }
    return true;
}

static enum verdict search(struct cdcl *cdcl, const struct cdcl_limits *limits)
{
    struct conflict conflict;
    while (!spent(cdcl, limits->budget)) {
        if (!propagate(cdcl, &conflict)) {
            if (!resolve(cdcl, &conflict))
                return VERDICT_NO;
            if (exhausted(cdcl, limits))
                return VERDICT_UNKNOWN;
        } else if (cdcl->trail_count == cdcl->variables)
            return VERDICT_YES;
        else if (cdcl->conflicts >= cdcl->next_restart)
            restart(cdcl);
        else if (cdcl->conflicts >= cdcl->next_reduction)
            reduce(cdcl);
        else
            decide(cdcl);
    }
    return VERDICT_UNKNOWN;
}

/* Leaves the caller's clauses without ours, which stay behind them for cdcl_resume(). */
static enum verdict stop(struct cdcl *cdcl, enum verdict verdict)
{
    if (verdict == VERDICT_NO && !cdcl->contradicted)
        cdcl_trace(cdcl, &cdcl->last);
    cdcl->end_learnt = cdcl->cnf->clauses.count;
    cdcl->cnf->clauses.count = cdcl->first_learnt;
    return verdict;
}

enum verdict cdcl_solve(struct cdcl *cdcl, struct cnf *cnf, const struct cdcl_limits *limits)
{
    load(cdcl, cnf);
    return stop(cdcl, assign_units(cdcl) ? search(cdcl, limits) : VERDICT_NO);
}

enum verdict cdcl_resume(struct cdcl *cdcl, const struct cdcl_limits *limits)
{
    cdcl->cnf->clauses.count = cdcl->end_learnt;
    return stop(cdcl, search(cdcl, limits));
}

void cdcl_core(struct cdcl *cdcl, bool *units)
{
    const uint32_t *unit = cdcl->cnf->units.data;
    uint32_t wrong = cdcl->contradicted;
    for (size_t i = 0; i < cdcl->cnf->units.count; i++)
        units[i] = wrong ? unit[i] >> 1 == unit[wrong - 1] >> 1 : cdcl_was_needed(cdcl, unit[i] >> 1);
}

bool cdcl_value(const struct cdcl *cdcl, uint32_t variable) { return cdcl->values[2 * variable] > 0; }

uint64_t cdcl_conflicts(const struct cdcl *cdcl) { return cdcl->conflicts; }

uint64_t cdcl_propagations(const struct cdcl *cdcl) { return cdcl->propagations; }
