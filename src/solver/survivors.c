/* A few tables in a ring; the one that was not used for the longest time goes. */
#include "solver/survivors.h"

#include "base/alloc.h"

#include <string.h>

enum { MOST_TABLES = 64, MOST_BYTES = 32 << 20 };

struct survivors_cache {
    struct exprs *exprs;
    struct survivors tables[MOST_TABLES]; /* without terms: not used */
    size_t bytes;
    uint64_t now;
};

static void drop(struct survivors_cache *cache, struct survivors *table)
{
    cache->bytes -= (size_t)table->columns * table->count;
    mem_free(table->terms);
    mem_free(table->values);
    memset(table, 0, sizeof *table);
}

static void clear(void *context)
{
    struct survivors_cache *cache = context;
    for (unsigned i = 0; i < MOST_TABLES; i++)
        if (cache->tables[i].terms)
            drop(cache, &cache->tables[i]);
}

struct survivors_cache *survivors_cache_new(struct exprs *exprs)
{
    struct survivors_cache *cache = NEW(struct survivors_cache);
    cache->exprs = exprs;
    exprs_on_sweep(exprs, clear, cache);
    return cache;
}

void survivors_cache_free(struct survivors_cache *cache)
{
    if (!cache)
        return;
    exprs_forget_listener(cache->exprs, cache);
    clear(cache);
    mem_free(cache);
}

static bool has_bytes(const struct survivors *table, const struct support *support)
{
    for (uint32_t i = 0; i < support->count; i++)
        for (uint32_t variable = support->ranges[i].first; variable < support->ranges[i].end; variable++) {
            unsigned column = 0;
            while (column < table->columns && table->variables[column] != variable)
                column++;
            if (column == table->columns)
                return false;
        }
    return true;
}

/* Are all terms of the table among these, and all bytes of the others in the table? */
static bool fits(struct exprs *exprs, const struct survivors *table, const expr_t *terms, size_t count)
{
    size_t found = 0;
    if (!table->terms || table->term_count > count)
        return false;
    for (size_t i = 0; i < count; i++)
        found += found < table->term_count && terms[i] == table->terms[found];
    if (found < table->term_count)
        return false;
    found = 0;
    for (size_t i = 0; i < count; i++)
        if (found < table->term_count && terms[i] == table->terms[found])
            found++;
        else if (!has_bytes(table, expr_support(exprs, terms[i])))
            return false;
    return true;
}

const struct survivors *survivors_find(struct survivors_cache *cache, const expr_t *terms, size_t count)
{
    struct survivors *best = NULL;
    for (unsigned i = 0; i < MOST_TABLES; i++) {
        struct survivors *table = &cache->tables[i];
        if ((!best || table->term_count > best->term_count) && fits(cache->exprs, table, terms, count))
            best = table;
    }
    if (best)
        best->used = ++cache->now;
    return best;
}

static struct survivors *oldest(struct survivors_cache *cache)
{
    struct survivors *found = &cache->tables[0];
    for (unsigned i = 1; i < MOST_TABLES; i++)
        if (cache->tables[i].terms && (!found->terms || cache->tables[i].used < found->used))
            found = &cache->tables[i];
    return found;
}

struct survivors *survivors_add(struct survivors_cache *cache, const expr_t *terms, size_t term_count,
                                unsigned columns, uint32_t count)
{
    size_t bytes = (size_t)columns * count;
    struct survivors *table = NULL;
    while (cache->bytes && cache->bytes + bytes > MOST_BYTES)
        drop(cache, oldest(cache));
    for (unsigned i = 0; i < MOST_TABLES && !table; i++)
        if (!cache->tables[i].terms)
            table = &cache->tables[i];
    if (!table) {
        table = oldest(cache);
        drop(cache, table);
    }
    *table = (struct survivors){.term_count = term_count, .columns = columns, .count = count};
    table->terms = mem_alloc(term_count * sizeof *terms + 1);
    memcpy(table->terms, terms, term_count * sizeof *terms);
    table->values = mem_alloc(bytes + 1);
    table->used = ++cache->now;
    cache->bytes += bytes;
    return table;
}
