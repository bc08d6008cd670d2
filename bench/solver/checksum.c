/* Shifts and exclusive ors: a CRC of two bytes must come out right. */
#include <klee/klee.h>

int main(void)
{
    unsigned char bytes[2];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    unsigned crc = 0xffff;
    for (int i = 0; i < 2; i++) {
        crc ^= (unsigned)bytes[i] << 8;
        for (int bit = 0; bit < 4; bit++)
            crc = (crc & 0x8000) ? (crc << 1 ^ 0x1021) & 0xffff : crc << 1 & 0xffff;
    }
    return crc == 0x1234;
}
