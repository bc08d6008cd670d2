#include <klee/klee.h>
#include <stdlib.h>
int main(void)
{
    unsigned i;
    unsigned *p = calloc(100000000, 4);
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 100000000);
    for (unsigned k = 0; k < 1000; k++)
        p[k * 100000] = k;
    p[i] = 7;
    p[i ^ 1] = 8;
    if (p[i / 2] == 3)
        klee_warning("yes");
    return 0;
}
