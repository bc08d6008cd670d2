// A pool of nodes in one large block, linked by indices, used at symbolic places.
#include <klee/klee.h>
#include <stdlib.h>
#ifndef NODES
#define NODES 256
#endif
#ifndef STEPS
#define STEPS 4
#endif
struct node {
    int key, next;
    long value;
};
static volatile int sink;
int main(void)
{
    struct node *pool = calloc(NODES, sizeof *pool);
    for (int i = 0; i < NODES; i++) {
        pool[i].key = i * 7 % NODES;
        pool[i].next = (i * 5 + 1) % NODES;
        pool[i].value = i;
    }
    unsigned char in[STEPS];
    klee_make_symbolic(in, sizeof in, "in");
    unsigned at = in[0] % NODES;
    for (int i = 0; i < STEPS; i++) {
        pool[at].value += in[i];
        if (pool[at].key == 3 * i)
            sink = i;
        at = (pool[at].next + in[i]) % NODES;
    }
    if (pool[at].value == 300)
        sink = 9;
    return 0;
}
