#include <klee/klee.h>
int main(void)
{
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (unsigned i = 0; i < 300000; i++)
        x = x * 7 + y; y = y * 3 ^ x;
    if (x == 12345)
        klee_warning("yes");
    return 0;
}
