#include <klee/klee.h>
static unsigned t[256];
int main(void)
{
    unsigned char x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (unsigned i = 0; i < 20000; i++) {
        t[x] += i * y;
        x = x * 5 + y;
    }
    if (t[y] == 77)
        klee_warning("yes");
    return 0;
}
