#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char i, j;
    char *p[8];
    for (int k = 0; k < 8; k++) {
        p[k] = malloc(50000000);
        memset(p[k], k, 50000000);
    }
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    for (int k = 0; k < 10; k++) {
        p[i & 7][j * k] = j;
        if (p[j & 7][i * k] == 3)
            return 1;
    }
    return 0;
}
