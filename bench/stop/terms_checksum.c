#include <klee/klee.h>
static unsigned char b[12288];
static unsigned t[256];
int main(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        t[i] = c;
    }
    unsigned crc = ~0u;
    klee_make_symbolic(b, sizeof b, "b");
    for (unsigned i = 0; i < sizeof b; i++)
        crc = t[(crc ^ b[i]) & 255] ^ crc >> 8;
    if (crc == 12345)
        klee_warning("yes");
    return 0;
}
