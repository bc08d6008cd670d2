/* The exact cache: the same set of terms gets the same answer. The key is the
 * set, not its order; a hit is believed only when the sets are equal.
 * "Unknown" is never remembered. Entries that name dead terms go at the sweep. */
#include "solver/links.h"

#include "base/hash.h"
#include "base/table.h"
#include "base/vector.h"
#include "solver/marks.h"

#include <string.h>

/* Terms in all keys, after which the cache starts anew. */
enum { KEY_TERMS_MAX = 4 << 20 };

struct entry {
    struct entry *next; /* of the same hash */
    struct model *model;
    enum verdict verdict;
    uint32_t count;
    expr_t terms[];
};

struct query_cache {
    struct solver solver;
    struct table entries; /* hash → struct entry */
    struct marks marks;   /* the terms of the query at hand */
    VECTOR(expr_t) key;   /* the same, each once */
    size_t key_terms;
    struct hit_check *check; /* NULL: hits are not checked */
    bool counted;
};

static void entry_free(struct query_cache *cache, struct entry *entry)
{
    cache->key_terms -= entry->count;
    cache->solver.stats->cache_entries -= cache->counted;
    model_unref(entry->model);
    mem_free(entry);
}

static void clear(struct query_cache *cache)
{
    table_each(slot, &cache->entries)
    {
        struct entry *next;
        for (struct entry *entry = (struct entry *)slot->value; entry; entry = next) {
            next = entry->next;
            entry_free(cache, entry);
        }
    }
    table_clear(&cache->entries);
}

static bool names_dead_term(const struct query_cache *cache, const struct entry *entry)
{
    for (uint32_t i = 0; i < entry->count; i++)
        if (!expr_marked(cache->solver.exprs, entry->terms[i]))
            return true;
    return false;
}

static void on_sweep(void *context)
{
    struct query_cache *cache = context;
    VECTOR(uint64_t) emptied = {0};
    table_each(slot, &cache->entries)
    {
        struct entry **link = (struct entry **)&slot->value;
        while (*link) {
            struct entry *entry = *link;
            if (names_dead_term(cache, entry)) {
                *link = entry->next;
                entry_free(cache, entry);
            } else {
                link = &entry->next;
            }
        }
        if (!slot->value)
            vector_push(&emptied, slot->key);
    }
    for (size_t i = 0; i < emptied.count; i++)
        table_remove(&cache->entries, emptied.data[i]);
    vector_release(&emptied);
}

/* Sets marks and key to the query's terms; gives their hash, which no order changes. */
static uint64_t take_key(struct query_cache *cache, const struct query *query)
{
    uint64_t sum = 0;
    marks_clear(&cache->marks, exprs_limit(cache->solver.exprs));
    vector_clear(&cache->key);
    for (size_t i = 0; i < query->count; i++) {
        if (!marks_add(&cache->marks, query->terms[i]))
            continue;
        vector_push(&cache->key, query->terms[i]);
        sum += hash_mix(query->terms[i], 2);
    }
    return hash_mix(sum, cache->key.count);
}

static struct entry *find(const struct query_cache *cache, uint64_t hash)
{
    for (struct entry *entry = (struct entry *)table_get(&cache->entries, hash, 0); entry;
         entry = entry->next) {
        if (entry->count != cache->key.count)
            continue;
        uint32_t same = 0;
        while (same < entry->count && marks_has(&cache->marks, entry->terms[same]))
            same++;
        if (same == entry->count)
            return entry;
    }
    return NULL;
}

/* The key in full: the links behind may have made terms, but named none of the key's anew. */
static void remember(struct query_cache *cache, uint64_t hash, enum verdict verdict, struct model *model)
{
    if (cache->key_terms + cache->key.count > KEY_TERMS_MAX)
        clear(cache);
    size_t bytes = cache->key.count * sizeof(expr_t);
    struct entry *entry = mem_alloc(sizeof *entry + bytes);
    uint64_t *slot = table_slot(&cache->entries, hash, 0);
    *entry = (struct entry){.next = (struct entry *)*slot,
                            .model = model ? model_ref(model) : NULL,
                            .verdict = verdict,
                            .count = (uint32_t)cache->key.count};
    if (bytes)
        memcpy(entry->terms, cache->key.data, bytes);
    *slot = (uint64_t)entry;
    cache->key_terms += entry->count;
    cache->solver.stats->cache_entries += cache->counted;
}

static enum verdict check(struct solver *solver, const struct query *query, struct model **model)
{
    struct query_cache *cache = (struct query_cache *)solver;
    uint64_t hash = take_key(cache, query);
    struct entry *entry = find(cache, hash);
    solver->stats->cache_passed += cache->counted;
    if (entry) {
        solver->stats->cache_hits++;
        if (model && entry->model)
            *model = model_ref(entry->model);
        if (cache->check)
            hit_check(cache->check, query, entry->verdict);
        return entry->verdict;
    }
    struct model *found;
    enum verdict verdict = solver_check(solver->next, query, &found);
    if (verdict != VERDICT_UNKNOWN)
        remember(cache, hash, verdict, found);
    if (model)
        *model = found;
    else
        model_unref(found);
    return verdict;
}

static void release(struct solver *solver)
{
    struct query_cache *cache = (struct query_cache *)solver;
    exprs_forget_listener(solver->exprs, cache);
    clear(cache);
    table_release(&cache->entries);
    marks_release(&cache->marks);
    vector_release(&cache->key);
    mem_free(cache);
}

static const struct solver_ops ops = {.name = "query-cache", .check = check, .release = release};

struct solver *query_cache_new(struct solver *next, struct hit_check *check_hits, bool counted)
{
    struct query_cache *cache = NEW(struct query_cache);
    cache->solver = (struct solver){.ops = &ops, .next = next, .exprs = next->exprs, .stats = next->stats};
    cache->check = check_hits;
    cache->counted = counted;
    exprs_on_sweep(next->exprs, on_sweep, cache);
    return &cache->solver;
}
