/* What earlier answers say about other queries:
 *   a query that holds all terms of one that had no model has none (core hit);
 *   a query whose terms are all in one that had a model has that model, and
 *   any recent model may happen to satisfy it (model hits).
 *
 * Sets live in a ring: the oldest makes room. Each impossible set is posted
 * under one of its terms, each possible set under all of them; a posting holds
 * the few latest and names sets by serial number, so that one which has left
 * the ring is seen to be gone. */
#include "solver/links.h"

#include "base/hash.h"
#include "base/table.h"
#include "base/vector.h"
#include "expr/eval.h"
#include "solver/marks.h"

#include <stdlib.h>
#include <string.h>

enum { SETS = 1 << 13, POSTED = 8, MODELS = 16, POSTINGS_MAX = 1 << 18 };

struct set {
    uint32_t serial; /* 0: none */
    uint32_t count;
    uint64_t signature;  /* one bit a term, by its hash */
    expr_t *terms;       /* sorted */
    struct model *model; /* NULL: impossible */
};

struct posting {
    uint32_t serials[POSTED];
    uint32_t next;
};

struct postings {
    struct table of_term; /* term → number of its posting */
    VECTOR(struct posting) list;
};

struct counterexample_cache {
    struct solver solver;
    struct set *sets; /* SETS of them; the one of a serial is at serial % SETS */
    uint32_t serial;
    struct postings possible, impossible;
    struct model *models[MODELS]; /* the one that hit last first */
    struct marks marks;           /* the terms of the query at hand */
};

static uint64_t bit_of(expr_t term) { return UINT64_C(1) << (hash_mix(term, 3) & 63); }

/* ---- postings ---- */

static struct set *set_of(const struct counterexample_cache *cache, uint32_t serial)
{
    struct set *set = &cache->sets[serial % SETS];
    return serial && set->serial == serial ? set : NULL;
}

static void post(struct postings *postings, expr_t term, uint32_t serial)
{
    uint64_t *number = table_slot(&postings->of_term, term, postings->list.count);
    if (*number == postings->list.count)
        vector_push(&postings->list, (struct posting){0});
    struct posting *posting = &postings->list.data[*number];
    posting->serials[posting->next++ % POSTED] = serial;
}

static const struct posting *posting_of(const struct postings *postings, expr_t term)
{
    uint64_t *number = table_find(&postings->of_term, term);
    return number ? &postings->list.data[*number] : NULL;
}

/* An impossible set waits at the term with the fewest sets, the last at a tie:
 * one of its terms suffices, because a query that holds the set holds it. */
static void post_set(struct counterexample_cache *cache, const struct set *set)
{
    if (set->model) {
        for (uint32_t i = 0; i < set->count; i++)
            post(&cache->possible, set->terms[i], set->serial);
        return;
    }
    expr_t best = set->terms[0];
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < set->count; i++) {
        const struct posting *posting = posting_of(&cache->impossible, set->terms[i]);
        uint32_t waiting = posting ? posting->next : 0;
        if (waiting <= fewest)
            fewest = waiting, best = set->terms[i];
    }
    post(&cache->impossible, best, set->serial);
}

static void drop_set(struct set *set)
{
    mem_free(set->terms);
    model_unref(set->model);
    *set = (struct set){0};
}

static void postings_clear(struct postings *postings)
{
    table_release(&postings->of_term);
    vector_clear(&postings->list);
}

/* Posts the sets of the ring anew, the oldest first. */
static void repost(struct counterexample_cache *cache)
{
    postings_clear(&cache->possible);
    postings_clear(&cache->impossible);
    for (uint32_t i = 1; i <= SETS; i++) {
        struct set *set = &cache->sets[(cache->serial + i) % SETS];
        if (set->serial)
            post_set(cache, set);
    }
}

static void on_sweep(void *context)
{
    struct counterexample_cache *cache = context;
    for (uint32_t i = 0; i < SETS; i++) {
        struct set *set = &cache->sets[i];
        for (uint32_t j = 0; j < set->count; j++)
            if (!expr_marked(cache->solver.exprs, set->terms[j])) {
                drop_set(set);
                break;
            }
    }
    repost(cache);
}

/* ---- looking ---- */

static bool known_impossible(struct counterexample_cache *cache, const struct query *query,
                             uint64_t signature)
{
    for (size_t i = 0; i < query->count; i++) {
        const struct posting *posting = posting_of(&cache->impossible, query->terms[i]);
        for (uint32_t j = 0; posting && j < POSTED; j++) {
            const struct set *set = set_of(cache, posting->serials[j]);
            if (!set || set->signature & ~signature)
                continue;
            uint32_t held = 0;
            while (held < set->count && marks_has(&cache->marks, set->terms[held]))
                held++;
            if (held == set->count)
                return true;
        }
    }
    return false;
}

static int compare_terms(const void *a, const void *b)
{
    expr_t left = *(const expr_t *)a, right = *(const expr_t *)b;
    return left < right ? -1 : left > right;
}

static bool holds_all(const struct set *set, const struct query *query)
{
    for (size_t i = 0; i < query->count; i++)
        if (!bsearch(&query->terms[i], set->terms, set->count, sizeof *set->terms, compare_terms))
            return false;
    return true;
}

/* The model of a set that holds all terms of the query, if one is posted. */
static struct model *model_of_superset(struct counterexample_cache *cache, const struct query *query,
                                       uint64_t signature)
{
    const struct posting *rarest = NULL;
    for (size_t i = 0; i < query->count; i++) {
        const struct posting *posting = posting_of(&cache->possible, query->terms[i]);
        if (!posting)
            return NULL;
        if (!rarest || posting->next < rarest->next)
            rarest = posting;
    }
    for (uint32_t i = 0; rarest && i < POSTED; i++) {
        const struct set *set = set_of(cache, rarest->serials[i]);
        if (set && !(signature & ~set->signature) && holds_all(set, query))
            return set->model;
    }
    return NULL;
}

/* Moves the models before `place` back by one and puts the model first. */
static void to_front(struct counterexample_cache *cache, size_t place, struct model *model)
{
    memmove(cache->models + 1, cache->models, place * sizeof *cache->models);
    cache->models[0] = model;
}

static struct model *recent_model(struct counterexample_cache *cache, const struct query *query)
{
    for (size_t i = 0; i < MODELS && cache->models[i]; i++) {
        struct model *model = cache->models[i];
        if (expr_all_true(cache->solver.exprs, query->terms, query->count, model)) {
            to_front(cache, i, model);
            return model;
        }
    }
    return NULL;
}

/* ---- remembering ---- */

static void remember(struct counterexample_cache *cache, const struct query *query, uint64_t signature,
                     struct model *model)
{
    if (++cache->serial == 0)
        cache->serial = 1;
    struct set *set = &cache->sets[cache->serial % SETS];
    drop_set(set);
    size_t bytes = query->count * sizeof *set->terms;
    *set = (struct set){.serial = cache->serial,
                        .count = (uint32_t)query->count,
                        .signature = signature,
                        .terms = memcpy(mem_alloc(bytes), query->terms, bytes),
                        .model = model ? model_ref(model) : NULL};
    qsort(set->terms, set->count, sizeof *set->terms, compare_terms);
    if (cache->possible.list.count + cache->impossible.list.count > POSTINGS_MAX)
        repost(cache);
    else
        post_set(cache, set);
    if (model) {
        model_unref(cache->models[MODELS - 1]);
        to_front(cache, MODELS - 1, model_ref(model));
    }
}

/* ---- the link ---- */

static uint64_t mark(struct counterexample_cache *cache, const struct query *query)
{
    uint64_t signature = 0;
    marks_clear(&cache->marks, exprs_limit(cache->solver.exprs));
    for (size_t i = 0; i < query->count; i++) {
        marks_add(&cache->marks, query->terms[i]);
        signature |= bit_of(query->terms[i]);
    }
    return signature;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct counterexample_cache *cache = (struct counterexample_cache *)solver;
    if (!query->count)
        return solver_check(solver->next, query, model);
    uint64_t signature = mark(cache, query);
    if (known_impossible(cache, query, signature)) {
        solver->stats->core_hits++;
        return VERDICT_NO;
    }
    struct model *known = model_of_superset(cache, query, signature);
    if (!known)
        known = recent_model(cache, query);
    if (known) {
        solver->stats->model_hits++;
        if (model)
            *model = model_ref(known);
        return VERDICT_YES;
    }
    struct model *found;
    enum verdict verdict = solver_check(solver->next, query, &found);
    if (verdict != VERDICT_UNKNOWN)
        remember(cache, query, signature, found);
    if (model)
        *model = found;
    else
        model_unref(found);
    return verdict;
}

static void release(struct solver *solver)
{
    struct counterexample_cache *cache = (struct counterexample_cache *)solver;
    exprs_forget_listener(solver->exprs, cache);
    for (size_t i = 0; i < SETS; i++)
        drop_set(&cache->sets[i]);
    for (size_t i = 0; i < MODELS; i++)
        model_unref(cache->models[i]);
    postings_clear(&cache->possible);
    postings_clear(&cache->impossible);
    vector_release(&cache->possible.list);
    vector_release(&cache->impossible.list);
    marks_release(&cache->marks);
    mem_free(cache->sets);
    mem_free(cache);
}

static const struct solver_ops ops = {.name = "counterexample-cache", .check = check, .release = release};

struct solver *counterexample_cache_new(struct solver *next)
{
    struct counterexample_cache *cache = NEW(struct counterexample_cache);
    cache->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    cache->sets = mem_zero(SETS * sizeof *cache->sets);
    exprs_on_sweep(next->exprs, on_sweep, cache);
    return &cache->solver;
}
