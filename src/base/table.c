#include "base/table.h"

#include "base/alloc.h"
#include "base/hash.h"

static size_t home(const struct table *table, uint64_t key)
{
    return hash_mix(key, 0) & (table->capacity - 1);
}

/* Linear probing; at most three quarters full, so there is a free slot. */
static struct table_entry *probe(const struct table *table, uint64_t key)
{
    size_t at = home(table, key);
    while (table->entries[at].used && table->entries[at].key != key)
        at = (at + 1) & (table->capacity - 1);
    return &table->entries[at];
}

static void grow(struct table *table)
{
    struct table old = *table;
    table->capacity = old.capacity ? 2 * old.capacity : 16;
    table->entries = mem_zero(table->capacity * sizeof *table->entries);
    table_each(entry, &old) * probe(table, entry->key) = *entry;
    mem_free(old.entries);
}

void table_release(struct table *table)
{
    mem_free(table->entries);
    *table = (struct table){0};
}

void table_clear(struct table *table)
{
    table_each(entry, table) entry->used = false;
    table->count = 0;
}

uint64_t *table_find(const struct table *table, uint64_t key)
{
    if (!table->count)
        return NULL;
    struct table_entry *entry = probe(table, key);
    return entry->used ? &entry->value : NULL;
}

uint64_t table_get(const struct table *table, uint64_t key, uint64_t otherwise)
{
    uint64_t *value = table_find(table, key);
    return value ? *value : otherwise;
}

uint64_t *table_slot(struct table *table, uint64_t key, uint64_t initial)
{
    if (4 * (table->count + 1) > 3 * table->capacity)
        grow(table);
    struct table_entry *entry = probe(table, key);
    if (!entry->used) {
        *entry = (struct table_entry){.key = key, .value = initial, .used = true};
        table->count++;
    }
    return &entry->value;
}

void table_set(struct table *table, uint64_t key, uint64_t value) { *table_slot(table, key, value) = value; }

/* Removal closes the gap, so that probing never needs tombstones. */
bool table_remove(struct table *table, uint64_t key)
{
    if (!table->count)
        return false;
    struct table_entry *entry = probe(table, key);
    if (!entry->used)
        return false;
    size_t mask = table->capacity - 1, gap = (size_t)(entry - table->entries);
    for (size_t at = (gap + 1) & mask; table->entries[at].used; at = (at + 1) & mask) {
        size_t wanted = home(table, table->entries[at].key);
        if (((at - wanted) & mask) >= ((at - gap) & mask)) {
            table->entries[gap] = table->entries[at];
            gap = at;
        }
    }
    table->entries[gap].used = false;
    table->count--;
    return true;
}
