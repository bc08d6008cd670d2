// A hash table with chains: insertions and lookups with symbolic keys.
#include <klee/klee.h>
#include <stdlib.h>
#ifndef BUCKETS
#define BUCKETS 8
#endif
#ifndef KEYS
#define KEYS 3
#endif
struct entry {
    unsigned char key;
    int value;
    struct entry *next;
};
static volatile int sink;
int main(void)
{
    struct entry *buckets[BUCKETS] = {0};
    unsigned char keys[KEYS + 1];
    klee_make_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < 2 * BUCKETS; i++) {
        struct entry *e = malloc(sizeof *e);
        *e = (struct entry){i * 11, i, buckets[i * 11 % BUCKETS]};
        buckets[i * 11 % BUCKETS] = e;
    }
    for (int i = 0; i < KEYS; i++) {
        struct entry *e = malloc(sizeof *e);
        *e = (struct entry){keys[i], 100 + i, buckets[keys[i] % BUCKETS]};
        buckets[keys[i] % BUCKETS] = e;
    }
    for (struct entry *e = buckets[keys[KEYS] % BUCKETS]; e; e = e->next)
        if (e->key == keys[KEYS]) {
            sink = e->value;
            break;
        }
    return 0;
}
