#include <klee/klee.h>
int main(void)
{
    unsigned long x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (unsigned i = 1; i < 20000; i++)
        x = x / (y | i) + x % (y | 1) * 7 + i;
    if (x == 12345)
        klee_warning("yes");
    return 0;
}
