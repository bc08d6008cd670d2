#include <klee/klee.h>
#include <stdlib.h>
static char *t[20000];
int main(void)
{
    unsigned i;
    for (unsigned k = 0; k < 20000; k++)
        t[k] = malloc(16 + k % 16);
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 20000);
    *t[i] = 1;
    return *t[i ^ 1];
}
