/* Reads of a table at symbolic places. */
#include <klee/klee.h>

static unsigned char table[64];

int main(void)
{
    unsigned char at[4];
    for (int i = 0; i < 64; i++)
        table[i] = (unsigned char)(i * 37 + 11);
    klee_make_symbolic(at, sizeof at, "at");
    unsigned state = 1;
    for (int i = 0; i < 4; i++) {
        if (at[i] >= 64)
            return 1;
        state = table[(state + at[i]) & 63];
        if (state < 60)
            return 2;
        if (state > 200)
            state ^= 0x55;
    }
    return state == 77;
}
