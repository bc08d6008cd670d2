#include <klee/klee.h>
int main(void)
{
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    double x = n;
    for (int i = 1; i < 20000; i++)
        x = x * 1.0001 + 1.0 / (x + i);
    if (x == 0.5)
        klee_warning("yes");
    return 0;
}
