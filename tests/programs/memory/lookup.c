// One lookup in a hash table: a path per target with --memory=fork; merged,
// a path per outcome.
// RUN: %ramify --memory=fork --output-dir=%t.fork %s 2>&1 | %FileCheck --check-prefix=FORK %s
// RUN: %ramify --memory=merge --output-dir=%t.merge %s 2>&1 | %FileCheck --check-prefix=MERGE %s
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    int key, value;
    struct node *next;
};

static struct node *buckets[64];

static void add(int key, int value)
{
    struct node *node = malloc(sizeof *node);
    *node = (struct node){key, value, buckets[key % 64]};
    buckets[key % 64] = node;
}

static int find(unsigned key)
{
    for (const struct node *node = buckets[key % 64]; node; node = node->next)
        if (node->key == (int)key)
            return node->value;
    return -1;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        add(11 * i + 1, i);
    unsigned key;
    klee_make_symbolic(&key, sizeof key, "key");
    klee_assume(key < 1000);
    int value = find(key);
    klee_assert(value == -1 || key == 11u * value + 1);
    return value >= 0;
}
// an empty bucket, and found or not at each of five nodes
// FORK: done: completed paths = 11
// FORK: done: errors = 0
// MERGE: done: completed paths = 3
// MERGE: done: errors = 0
