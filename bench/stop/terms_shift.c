#include <klee/klee.h>
int main(void)
{
    unsigned long x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (unsigned i = 0; i < 100000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x += y;
    }
    if (x == 12345)
        return 1;
    if ((x & 255) < 17)
        klee_warning("yes");
    return 0;
}
