#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    char *p = malloc(500000000);
    klee_make_symbolic(p, 500000000, "p");
    if (p[3] == 3)
        klee_warning("yes");
    return 0;
}
