#include <klee/klee.h>
int main(void)
{
    unsigned char b[64];
    unsigned s = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i < 64; i++)
        if (b[i] == i)
            s++;
    return s;
}
