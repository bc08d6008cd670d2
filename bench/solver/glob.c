/* A matcher of patterns on all patterns of four bytes and texts of five. */
#include <klee/klee.h>

static int match(const char *pattern, const char *text)
{
    if (!*pattern)
        return !*text;
    if (*pattern == '*')
        return match(pattern + 1, text) || (*text && match(pattern, text + 1));
    return *text && (*pattern == '?' || *pattern == *text) && match(pattern + 1, text + 1);
}

int main(void)
{
    char pattern[5], text[6];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_make_symbolic(text, sizeof text, "text");
    pattern[4] = 0;
    text[5] = 0;
    return match(pattern, text);
}
