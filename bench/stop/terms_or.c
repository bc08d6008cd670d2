#include <klee/klee.h>
static unsigned char b[12288];
int main(void)
{
    int ok = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i + 1 < sizeof b; i++)
        ok |= b[i] == (unsigned char)(i * 7) & b[i + 1] > (i & 255);
    if (ok)
        klee_warning("yes");
    return 0;
}
