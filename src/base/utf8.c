#include "base/utf8.h"

static int follows(uint8_t byte) { return (byte & 0xc0) == 0x80; }

size_t utf8_length(const char *text)
{
    const uint8_t *b = (const uint8_t *)text;
    if (b[0] < 0x80)
        return 1;
    if (b[0] >= 0xc2 && b[0] < 0xe0)
        return follows(b[1]) ? 2 : 0;
    if (b[0] >= 0xe0 && b[0] < 0xf0) {
        if (!follows(b[1]) || !follows(b[2]) || (b[0] == 0xe0 && b[1] < 0xa0) ||
            (b[0] == 0xed && b[1] >= 0xa0))
            return 0;
        return 3;
    }
    if (b[0] >= 0xf0 && b[0] < 0xf5) {
        if (!follows(b[1]) || !follows(b[2]) || !follows(b[3]) || (b[0] == 0xf0 && b[1] < 0x90) ||
            (b[0] == 0xf4 && b[1] >= 0x90))
            return 0;
        return 4;
    }
    return 0;
}

uint32_t utf8_code(const char *text, size_t length)
{
    static const uint8_t first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (uint8_t)text[0] & first[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((uint8_t)text[i] & 0x3f);
    return code;
}
