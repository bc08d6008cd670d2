#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    char *p = malloc(N), *q = malloc(N);
    memset(p, 1, N);
    for (int i = 0;
    i < 20;
    i++) memcpy(q, p, N);
    if (q[7] == 3)
        klee_warning("yes");
    return 0;
}
