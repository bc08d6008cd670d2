// Killed in the midst of it: what is there is whole, and says that the run was going on.
// MATRIX: no
// RUN: %S/killed.sh %ramify %s
#include <assert.h>
#include <klee/klee.h>
int main(void)
{
    unsigned char bytes[64];
    volatile int ones = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    if (bytes[0] < 8)
        return bytes[1] < 8;
    assert(bytes[0] * bytes[1] != 221);
    for (unsigned i = 0; i < sizeof bytes; i++)
        if (bytes[i] & 1)
            ones++;
    for (;;)
        ones++;
}
