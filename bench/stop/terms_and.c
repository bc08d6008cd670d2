#include <klee/klee.h>
static unsigned char b[12288];
int main(void)
{
    int ok = 1;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i + 1 < sizeof b; i++)
        ok &= (unsigned char)(b[i] * b[i + 1]) == (unsigned char)(i * 7);
    if (ok)
        klee_warning("yes");
    return 0;
}
