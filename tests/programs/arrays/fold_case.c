// Case folding by a table: identity and a run that is shifted; and a table that
// is linear, made while the program runs.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.checked --arrays=value --check-arrays %s 2>&1 | %FileCheck %s
// CHECK: done: completed paths = 3
// CHECK: done: errors = 0
#include <klee/klee.h>

static unsigned char lower[256];
static unsigned short triple[256];

int main(void)
{
    unsigned char text[4];
    for (int i = 0; i < 256; i++) {
        lower[i] = (unsigned char)(i >= 'A' && i <= 'Z' ? i + 32 : i);
        triple[i] = (unsigned short)(3 * i + 1);
    }
    klee_make_symbolic(text, sizeof text, "text");
    klee_assert(lower[lower[text[0]]] == lower[text[0]]);
    klee_assert(triple[text[1]] == 3 * text[1] + 1);
    klee_assert(lower[text[1]] + triple[text[2]] >= 1);
    if (lower[text[0]] == 'e' && lower[text[1]] == lower[text[2]])
        return lower[text[0]] - 'e';
    return 0;
}
