#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    char *p = malloc(N);
    memset(p, 1, N);
    memset(p, 2, N);
    memset(p, 3, N);
    memset(p, 4, N);
    memset(p, 5, N);
    memset(p, 6, N);
    if (p[7] == 3)
        klee_warning("yes");
    return 0;
}
