#include <klee/klee.h>
static unsigned char b[200000];
int main(void)
{
    unsigned s = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i + 1 < sizeof b; i++)
        s += b[i] * b[i + 1] ^ i;
    if (s == 123456789)
        return 1;
    if (s % 1000 == 7)
        klee_warning("yes");
    return 0;
}
