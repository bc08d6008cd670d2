#include <klee/klee.h>
int main(void)
{
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    for (unsigned i = 0; i < 100000; i++) {
        unsigned odd = -(x & 1), low = -(y > x);
        x = (odd & (3 * x + i)) | (~odd & (x >> 1));
        y = (low & (y - x)) | (~low & (y + i));
    }
    if (x == 12345)
        return 1;
    if (x < y)
        klee_warning("yes");
    return 0;
}
