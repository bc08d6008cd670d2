#include <klee/klee.h>
static unsigned a[3000];
int main(void)
{
    klee_make_symbolic(a, sizeof a, "a");
    for (unsigned i = 0; i < 3000; i++)
        for (unsigned j = 0; j + 1 < 3000 - i; j++) {
            unsigned x = a[j], y = a[j + 1], m = -(x > y);
            a[j] = (y & m) | (x & ~m);
            a[j + 1] = (x & m) | (y & ~m);
        }
    if (a[1500] == 7)
        klee_warning("yes");
    return 0;
}
