/* A parser of "key=value" with a buffer that is one byte too small.
 *
 * The input is six unknown bytes. Ramify finds the only way to go wrong: a key
 * that fills the buffer to the last byte, so that its end mark lands behind it.
 *
 *     ramify examples/parser.c
 *     ramify show ramify-last/test*.ktest
 */
#include <klee/klee.h>

struct setting {
    char key[4];
    int value;
};

static int parse(const char *text, struct setting *setting)
{
    char key[4];
    int length = 0;
    while (text[length] && text[length] != '=') {
        if (length == sizeof key)
            return -1; /* key too long */
        key[length] = text[length];
        length++;
    }
    key[length] = 0; /* a key of four bytes: one too far */
    if (text[length] != '=')
        return -1;
    setting->value = 0;
    for (const char *digit = text + length + 1; *digit >= '0' && *digit <= '9'; digit++)
        setting->value = setting->value * 10 + (*digit - '0');
    for (int i = 0; i < (int)sizeof key; i++)
        setting->key[i] = i <= length ? key[i] : 0;
    return length;
}

int main(void)
{
    char text[7];
    struct setting setting;
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[6] == 0);
    return parse(text, &setting) < 0;
}

// RUN: %ramify %s
// RUN: jq -r '.errors[] | "\(.kind) \(.function) line \(.line)"' ramify-last/summary.json | %FileCheck %s
// CHECK: out-of-bounds parse line 26
// CHECK-NOT: line
