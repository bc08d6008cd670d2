#include <klee/klee.h>
static unsigned char t[256];
int main(void)
{
    unsigned char x, y;
    for (int i = 0; i < 256; i++)
        t[i] = i * 167 ^ i >> 3;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (unsigned i = 0; i < 100000; i++)
        x = t[x ^ y] + t[x];
    if (x == 77)
        klee_warning("yes");
    return 0;
}
