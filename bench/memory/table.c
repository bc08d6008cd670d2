// The paper's motivating program: three hash tables, one lookup with a
// symbolic key. BUCKETS, ENTRIES and LOOKUPS may be set with -D.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef BUCKETS
#define BUCKETS 300
#endif
#ifndef ENTRIES
#define ENTRIES 5
#endif
#ifndef LOOKUPS
#define LOOKUPS 1
#endif

struct node {
    int key, value;
    struct node *next;
};

struct table {
    struct node **buckets;
};

static unsigned hash(int key) { return (unsigned)key * 7 % BUCKETS; }

static struct table *table_new(void)
{
    struct table *table = malloc(sizeof *table);
    table->buckets = calloc(BUCKETS, sizeof *table->buckets);
    return table;
}

static void table_add(struct table *table, int key, int value)
{
    struct node *node = malloc(sizeof *node);
    unsigned bucket = hash(key);
    *node = (struct node){key, value, table->buckets[bucket]};
    table->buckets[bucket] = node;
}

static int table_find(const struct table *table, int key)
{
    for (const struct node *node = table->buckets[hash(key)]; node; node = node->next)
        if (node->key == key)
            return node->value;
    return -1;
}

int main(void)
{
    struct table *tables[3];
    for (int t = 0; t < 3; t++) {
        tables[t] = table_new();
        for (int i = 0; i < ENTRIES; i++)
            table_add(tables[t], i * 13 + t, 100 * t + i);
    }
    int found = 0;
    for (int i = 0; i < LOOKUPS; i++) {
        int key;
        klee_make_symbolic(&key, sizeof key, "key");
        klee_assume(key >= 0 & key < 1000);
        found += table_find(tables[0], key) >= 0;
    }
    return found;
}
