/* A hash table from 64-bit keys to 64-bit values. Any key is allowed.
 * Iteration order is not specified: sort before anything a user may see. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table_entry {
    uint64_t key;
    uint64_t value;
    bool used;
};

struct table {
    struct table_entry *entries;
    size_t count;
    size_t capacity; /* a power of two, or 0 */
};

void table_release(struct table *);
void table_clear(struct table *);
/* NULL if absent; the pointer is valid until the next change. */
uint64_t *table_find(const struct table *, uint64_t key);
uint64_t table_get(const struct table *, uint64_t key, uint64_t otherwise);
void table_set(struct table *, uint64_t key, uint64_t value);
/* The slot of key, made with value `initial` if it was absent. */
uint64_t *table_slot(struct table *, uint64_t key, uint64_t initial);
bool table_remove(struct table *, uint64_t key);

#define table_each(entry, table)                                                                          \
    for (struct table_entry *entry = (table)->entries, *end_ = entry ? entry + (table)->capacity : entry; \
         entry < end_; entry++)                                                                           \
        if (entry->used)

#endif
