#include <klee/klee.h>
#include <string.h>
int main(void)
{
    unsigned char b[8];
    unsigned h = 0;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i < 100000; i++) {
        unsigned w;
        memcpy(&w, b + (i & 4), 4);
        h = h * 31 + w;
        memcpy(b + (i & 3), &h, 4);
    }
    if (h == 12345)
        klee_warning("yes");
    return 0;
}
