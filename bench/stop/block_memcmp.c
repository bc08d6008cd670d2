#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    char *p = malloc(N), *q = malloc(N);
    memset(p, 1, N);
    memcpy(q, p, N);
    int s = 0;
    for (int i = 0;
    i < 20;
    i++) s += memcmp(p, q, N);
    return s;
}
