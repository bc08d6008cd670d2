// A table looked up by a symbolic index: the condition becomes one on the
// index, found without a search.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --arrays=all --output-dir=%t.all %s && jq -e ".arrays.index > 0" %t.all/summary.json
// CHECK: done: errors = 0
#include <klee/klee.h>

static const signed char value[256] = {
    ['A'] = 1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    ['a'] = 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
    ['0'] = 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, ['+'] = 63, ['/'] = 64,
};

int main(void)
{
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    _Bool expected = (c >= 'A' && c <= 'Z') | (c >= 'a' && c <= 'z') | (c >= '0' && c <= '9') | c == '+' | c == '/';
    _Bool is = value[c] > 0;
    klee_assert(is == expected);
    return is ? 1 : 0;
}
