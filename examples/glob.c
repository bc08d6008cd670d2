/* Two matchers of patterns like "a*b?", one clever, one plain, on all short
 * patterns and texts: do they agree?
 *
 * Comparing two implementations on symbolic input is a strong test: it needs
 * no expected results. The clever one forgets that '*' may match nothing at
 * the end of the text.
 *
 *     ramify examples/glob.c
 */
#include <klee/klee.h>
#include <assert.h>

static int plain(const char *pattern, const char *text)
{
    if (!*pattern)
        return !*text;
    if (*pattern == '*')
        return plain(pattern + 1, text) || (*text && plain(pattern, text + 1));
    return *text && (*pattern == '?' || *pattern == *text) && plain(pattern + 1, text + 1);
}

static int clever(const char *pattern, const char *text)
{
    const char *star = 0, *retry = 0;
    while (*text) {
        if (*pattern == '?' || (*pattern == *text && *pattern != '*')) {
            pattern++;
            text++;
        } else if (*pattern == '*') {
            star = ++pattern;
            retry = text;
        } else if (star) {
            pattern = star;
            text = ++retry;
        } else {
            return 0;
        }
    }
    return !*pattern; /* should skip '*' first */
}

int main(void)
{
    char pattern[3], text[3];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(pattern[2] == 0);
    klee_assume(text[2] == 0);
    assert(plain(pattern, text) == clever(pattern, text));
    return 0;
}

// RUN: %ramify %s
// RUN: jq -r '.errors[] | "\(.kind) \(.function) line \(.line)"' ramify-last/summary.json | %FileCheck %s
// CHECK: assert main line 49
// CHECK-NOT: line
