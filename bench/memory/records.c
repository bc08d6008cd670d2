// Records behind a table of pointers, updated at symbolic places and then asked about.
#include <klee/klee.h>
#include <stdlib.h>
#ifndef RECORDS
#define RECORDS 16
#endif
#ifndef STEPS
#define STEPS 6
#endif
struct record {
    int key, count;
    struct record *next;
    char name[16];
};
static volatile int sink;
int main(void)
{
    struct record *table[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
        table[i] = calloc(1, sizeof **table);
        table[i]->key = i * 3;
    }
    unsigned char in[STEPS];
    klee_make_symbolic(in, sizeof in, "in");
    for (int i = 0; i < STEPS; i++) {
        struct record *r = table[in[i] % RECORDS];
        r->count += i + 1;
        r->key ^= r->count;
        r->name[r->count & 15]++;
    }
    for (int i = 0; i < RECORDS; i += 5)
        if (table[i]->count > 9)
            sink = 1;
    if (table[in[0] % RECORDS]->key == 77)
        sink = 2;
    if (table[in[1] % RECORDS]->name[in[2] & 15] == 2)
        sink = 3;
    return 0;
}
