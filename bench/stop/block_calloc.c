#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1500000000 };
int main(void)
{
    int s = 0;
    for (int i = 0;
    i < 100;
    i++) s += *(char *)calloc(N, 1);
    return s;
}
