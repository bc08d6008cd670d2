/* String work: building, searching, comparing, reversing words of a text. */
enum { BYTES = 20000 };
static char text[BYTES + 1], word[64];

static unsigned long length(const char *string)
{
    const char *end = string;
    while (*end)
        end++;
    return (unsigned long)(end - string);
}

static const char *find(const char *hay, const char *needle)
{
    for (; *hay; hay++) {
        unsigned long i = 0;
        while (needle[i] && hay[i] == needle[i])
            i++;
        if (!needle[i])
            return hay;
    }
    return 0;
}

static void reverse(char *string)
{
    for (unsigned long i = 0, j = length(string); i + 1 < j; i++) {
        char byte = string[i];
        string[i] = string[--j];
        string[j] = byte;
    }
}

int main(void)
{
    unsigned random = 7, hash = 5381;
    for (int i = 0; i < BYTES; i++) {
        random = random * 1103515245u + 12345u;
        text[i] = (random >> 16) % 6 == 0 ? ' ' : (char)('a' + (random >> 20) % 5);
    }
    for (int round = 0; round < 60; round++) {
        const char *at = text + round * 13;
        unsigned long size = 0;
        while (at[size] != ' ' && size + 2 < sizeof word)
            size++;
        for (unsigned long i = 0; i < size; i++)
            word[i] = at[i];
        word[size] = 0;
        reverse(word);
        const char *found = find(text, word);
        hash = hash * 33 + (found ? (unsigned)(found - text) : 1u) + (unsigned)length(text);
    }
    return (int)(hash & 127);
}
