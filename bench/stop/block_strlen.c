#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    char *p = malloc(N);
    memset(p, 1, N);
    p[N - 1] = 0;
    int s = 0;
    for (int i = 0;
    i < 20;
    i++) s += strlen(p) + (strchr(p, 7) != 0);
    return s;
}
