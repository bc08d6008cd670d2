#include <klee/klee.h>
int main(void)
{
    signed char c[4];
    long s = 0;
    klee_make_symbolic(c, sizeof c, "c");
    for (int i = 0; i < 100000; i++) {
        s = s * c[i & 3] - (long)(int)s + (s > c[i >> 2 & 3]);
        c[i & 1] = s >> 3;
    }
    if (s == 12345)
        klee_warning("yes");
    return 0;
}
