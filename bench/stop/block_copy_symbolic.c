#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    char *p = malloc(100000000), *q = malloc(100000000);
    klee_make_symbolic(p, 100000000, "p");
    memcpy(q, p, 100000000);
    memset(p, q[7], 100000000);
    if (memcmp(p, q, 100000000) == 0)
        klee_warning("yes");
    return 0;
}
