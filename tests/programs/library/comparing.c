// What compares strings decides nothing before its result is used: a word among many costs a path for each
// word, not for each of their letters, and the result is that of a loop over the bytes.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.more --cflags=-DMORE %s 2>&1 | %FileCheck %s --check-prefix=MORE
// CHECK: completed paths = 5
// CHECK: errors = 0
// MORE: completed paths = 1
// MORE: errors = 0
#include <assert.h>
#include <klee/klee.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

typedef unsigned char byte;

static int folded(int c) { return c + 32 * ((c >= 'A') & (c <= 'Z')); }

/* without branches, so that it adds no paths */
static int reference(const char *a, const char *b, size_t n, int folds)
{
    int result = 0, over = 0;
    for (size_t i = 0; i < n; i++) {
        int x = folds ? folded((byte)a[i]) : (byte)a[i], y = folds ? folded((byte)b[i]) : (byte)b[i];
        result += (x - y) * (over == 0);
        over |= (x != y) | (x == 0);
    }
    return result;
}

int main(void)
{
    static const char *const words[] = {"help", "version", "hel", "verbose"};
    char word[9], other[4];
    klee_make_symbolic(word, sizeof word, "word");
    word[8] = 0;
#ifdef MORE
    klee_make_symbolic(other, sizeof other, "other");
    other[3] = 0;
    int same = 1;
    for (int i = 0; i < 4; i++) {
        same &= strcmp(word, words[i]) == reference(word, words[i], strlen(words[i]) + 1, 0);
        same &= strncmp(words[i], word, 3) == reference(words[i], word, 3, 0);
        same &= strcasecmp(word, words[i]) == reference(word, words[i], strlen(words[i]) + 1, 1);
        same &= strncasecmp(word, words[i], 4) == reference(word, words[i], 4, 1);
    }
    same &= strcmp(word, other) == reference(word, other, 4, 0);
    same &= strncmp(other, word, 2) == reference(other, word, 2, 0);
    same &= strncmp(word, other, 0) == 0;
    same &= strcasecmp(other, word) == reference(other, word, 4, 1);
    klee_assert(same);
    return 0;
#else
    for (int i = 0; i < 4; i++)
        if (!strcmp(word, words[i]))
            return i + 1;
    (void)other, (void)reference;
    return 0;
#endif
}
