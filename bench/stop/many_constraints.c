#include <klee/klee.h>
static unsigned char b[100001];
int main(void)
{
    unsigned s = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i < 100000; i++)
        klee_assume(b[i] + b[i + 1] != 77);
    for (unsigned i = 0; i < 100000; i++)
        if (b[i] * b[i + 1] == 76)
            s++;
    return s;
}
