/* The address-aware cache (paper 1): a query gets the answer of one that is
 * the same but for the names of its input bytes and, where no address matters,
 * of its objects. Answers live here and, if there is a store, beyond the run.
 *
 * A "yes" is believed because its model, translated, satisfies this query; a
 * "no" because the keys are equal, 128 bits of them, and because sorts.h shows
 * that addresses do not matter; or because a part of it is a core (cores.h), or
 * no value of its bytes is left by what was learnt of its conjuncts (by_values.h).
 * "Unknown" is never remembered. Entries hold no terms, so that no sweep
 * concerns them. */
#include "solver/links.h"

#include "base/bug.h"
#include "base/table.h"
#include "expr/eval.h"
#include "solver/by_values.h"
#include "solver/cores.h"
#include "solver/hit_check.h"

/* Bytes of all entries, after which the cache starts anew. */
static const size_t bytes_limit = (size_t)256 << 20;

/* Literals looked at on trust to make cores smaller; after that the part of what cores save. */
enum { TRUSTED_WORK = 1 << 15, SHARE = 4 };

struct entry {
    struct hash128 key;
    struct entry *next;      /* of the same hash */
    uint64_t names, objects; /* of the query that was solved */
    bool from_disk;          /* and no query of this run was solved for it */
    enum verdict verdict;
    uint32_t count;
    char *text; /* debug builds: what the key was made from */
    uint8_t model[];
};

#ifdef RAMIFY_DEBUG
enum { KEEP_TEXTS = 1 };
#else
enum { KEEP_TEXTS = 0 };
#endif

struct address_cache {
    struct solver solver;
    struct keys *keys;
    struct store *store; /* NULL: answers end with the run */
    struct cores *cores;
    struct by_values *values;
    struct hit_check *check;
    struct table entries; /* hash → struct entry */
    byte_vector model;
    size_t bytes;
    VECTOR(bool) needed; /* of the terms of the query at hand, by the back end that refuted it */
    VECTOR(expr_t) core;
    struct {
        uint64_t refutations, refuting, shrinking;
    } work; /* of back ends, see solver.h */
};

static void clear(struct address_cache *cache)
{
    table_each(slot, &cache->entries)
    {
        struct entry *next;
        for (struct entry *entry = (struct entry *)slot->value; entry; entry = next) {
            next = entry->next;
            mem_free(entry->text);
            mem_free(entry);
        }
    }
    table_clear(&cache->entries);
    cache->bytes = 0;
    cache->solver.stats->cache_entries = 0;
}

static struct entry *find(const struct address_cache *cache, struct hash128 key)
{
    struct entry *entry = (struct entry *)table_get(&cache->entries, key.low, 0);
    while (entry && !hash128_equal(entry->key, key))
        entry = entry->next;
    return entry;
}

static char *text_of(struct address_cache *cache, const struct query_key *key)
{
    struct text text = {0};
    keys_write(cache->keys, key, &text);
    char *copy = mem_string(text_string(&text));
    text_release(&text);
    return copy;
}

/* Equal hashes of different queries would be a wrong answer. */
static void compare_texts(struct address_cache *cache, const struct entry *entry, const struct query_key *key)
{
    char *text = text_of(cache, key);
    BUG_ON(strcmp(text, entry->text));
    mem_free(text);
}

/* The model is in cache->model. */
static struct entry *remember(struct address_cache *cache, const struct query_key *key, enum verdict verdict,
                              bool from_disk)
{
    if (cache->bytes > bytes_limit)
        clear(cache);
    size_t count = cache->model.count, bytes = sizeof(struct entry) + count;
    struct entry *entry = mem_alloc(bytes);
    uint64_t *slot = table_slot(&cache->entries, key->hash.low, 0);
    *entry = (struct entry){.key = key->hash,
                            .next = (struct entry *)*slot,
                            .names = key->names,
                            .objects = key->objects,
                            .from_disk = from_disk,
                            .verdict = verdict,
                            .count = (uint32_t)count,
                            .text = KEEP_TEXTS ? text_of(cache, key) : NULL};
    if (count)
        memcpy(entry->model, cache->model.data, count);
    *slot = (uint64_t)entry;
    cache->bytes += bytes + sizeof(struct table_entry);
    cache->solver.stats->cache_entries++;
    return entry;
}

static void forget(struct address_cache *cache, struct entry *entry)
{
    uint64_t *slot = table_find(&cache->entries, entry->key.low);
    struct entry **link = (struct entry **)slot;
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    cache->solver.stats->cache_entries--;
    mem_free(entry->text);
    mem_free(entry);
}

static struct entry *find_on_disk(struct address_cache *cache, const struct query_key *key)
{
    enum verdict verdict;
    if (!cache->store || !store_find(cache->store, key->hash, &verdict, &cache->model))
        return NULL;
    return remember(cache, key, verdict, true);
}

/* How the hit came about. */
static void count_hit(struct solver_stats *stats, const struct entry *entry, const struct query_key *key)
{
    if (entry->from_disk)
        stats->disk_hits++;
    else if (entry->objects != key->objects)
        stats->address_hits++;
    else if (entry->names != key->names)
        stats->renamed_hits++;
    else
        stats->cache_hits++;
}

static void count_query(struct solver_stats *stats, const struct query_key *key)
{
    stats->cache_passed++;
    stats->cache_handled += key->agnostic;
    stats->cache_dependent += key->agnostic && key->has_base;
}

/* false: the entry is of no use, and gone */
static bool answer(struct address_cache *cache, struct entry *entry, const struct query *query,
                   struct model **model)
{
    if (entry->verdict != VERDICT_YES)
        return true;
    struct model *known = keys_unpack(cache->keys, entry->model, entry->count);
    bool right = known && expr_all_true(cache->solver.exprs, query->terms, query->count, known);
    DEBUG_CHECK(right || entry->from_disk);
    if (right && model)
        *model = model_ref(known);
    model_unref(known);
    if (!right)
        forget(cache, entry);
    return right;
}

/* A core is there once a query is refuted; a smaller one, that answers more, costs more
 * searches. What may be spent for that is a part of what was saved: by each answer of a core
 * the work of a refutation. */
static uint64_t allowed(const struct address_cache *cache)
{
    uint64_t saved = cache->work.refutations ? cache->solver.stats->renamed_core_hits *
                                                   (cache->work.refuting / cache->work.refutations)
                                             : 0;
    uint64_t most = TRUSTED_WORK + saved / SHARE;
    return most > cache->work.shrinking ? most - cache->work.shrinking : 0;
}

static enum verdict ask(struct address_cache *cache, const struct query *query, struct model **model)
{
    struct core_work work = {.allowed = allowed(cache)};
    struct query asked = *query;
    vector_clear(&cache->needed);
    for (size_t i = 0; i < query->count; i++)
        vector_push(&cache->needed, true);
    asked.core = cache->needed.data;
    asked.core_work = &work;
    enum verdict verdict = solver_check(cache->solver.next, &asked, model);
    cache->work.refutations += work.refuting != 0;
    cache->work.refuting += work.refuting;
    cache->work.shrinking += work.shrinking;
    return verdict;
}

static void add_core(struct address_cache *cache, const struct query *query)
{
    vector_clear(&cache->core);
    for (size_t i = 0; i < query->count; i++)
        if (cache->needed.data[i])
            vector_push(&cache->core, query->terms[i]);
    cores_add(cache->cores, cache->core.data, cache->core.count);
}

/* Keeps the answer, for this run and the next. */
static void keep(struct address_cache *cache, const struct query *query, enum verdict verdict,
                 const struct model *model)
{
    struct query_key key = keys_of(cache->keys, query, false); /* once more: cores have keys, too */
    vector_clear(&cache->model);
    if (model)
        keys_pack(cache->keys, model, &cache->model);
    remember(cache, &key, verdict, false);
    if (cache->store)
        store_add(cache->store, key.hash, verdict, cache->model.data, cache->model.count);
}

/* What was answered to this query or another that it is the same as. */
static enum verdict recall(struct address_cache *cache, const struct query *query, struct model **model)
{
    struct query_key key = keys_of(cache->keys, query, false);
    count_query(cache->solver.stats, &key);
    struct entry *entry = find(cache, key.hash);
    if (KEEP_TEXTS && entry)
        compare_texts(cache, entry, &key);
    if (!entry)
        entry = find_on_disk(cache, &key);
    if (!entry || !answer(cache, entry, query, model))
        return VERDICT_UNKNOWN;
    count_hit(cache->solver.stats, entry, &key);
    return entry->verdict;
}

/* What follows from answers to others. A later run has not learnt what this one
 * has, and may have lost a core: what it is to know is kept. */
static enum verdict infer(struct address_cache *cache, const struct query *query, struct model **model)
{
    struct solver_stats *stats = cache->solver.stats;
    if (cores_refute(cache->cores, query)) {
        stats->renamed_core_hits++;
        if (cache->store)
            keep(cache, query, VERDICT_NO, NULL);
        return VERDICT_NO;
    }
    struct model *found;
    enum verdict verdict = by_values_check(cache->values, query, &found);
    stats->value_hits += verdict != VERDICT_UNKNOWN;
    if (verdict == VERDICT_UNKNOWN) {
        verdict = by_values_evaluate(cache->values, query, &found);
        stats->evaluated_hits += verdict != VERDICT_UNKNOWN;
    }
    if (verdict == VERDICT_UNKNOWN)
        return verdict;
    keep(cache, query, verdict, found);
    if (model)
        *model = found;
    else
        model_unref(found);
    return verdict;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct address_cache *cache = (struct address_cache *)solver;
    if (!forms_make(keys_forms(cache->keys), query->terms, query->count))
        return VERDICT_UNKNOWN;
    enum verdict verdict = recall(cache, query, model);
    if (verdict == VERDICT_UNKNOWN)
        verdict = infer(cache, query, model);
    if (verdict != VERDICT_UNKNOWN) {
        if (cache->check)
            hit_check(cache->check, query, verdict);
        return verdict;
    }
    struct model *found;
    verdict = ask(cache, query, &found);
    if (verdict != VERDICT_UNKNOWN)
        keep(cache, query, verdict, found);
    if (verdict == VERDICT_NO)
        add_core(cache, query);
    if (verdict != VERDICT_UNKNOWN)
        by_values_learn(cache->values, query, verdict, cache->needed.data);
    if (model)
        *model = found;
    else
        model_unref(found);
    return verdict;
}

static void release(struct solver *solver)
{
    struct address_cache *cache = (struct address_cache *)solver;
    clear(cache);
    table_release(&cache->entries);
    vector_release(&cache->model);
    vector_release(&cache->needed);
    vector_release(&cache->core);
    cores_free(cache->cores);
    by_values_free(cache->values);
    mem_free(cache);
}

static const struct solver_ops ops = {.name = "address-cache", .check = check, .release = release};

struct solver *address_cache_new(struct solver *next, struct keys *keys, struct store *store,
                                 struct truths *truths, struct hit_check *check_hits)
{
    struct address_cache *cache = NEW(struct address_cache);
    cache->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    cache->keys = keys;
    cache->store = store;
    cache->cores = cores_new(next->exprs, keys, store);
    cache->values = by_values_new(next->exprs, keys, truths);
    cache->check = check_hits;
    return &cache->solver;
}
