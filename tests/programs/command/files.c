// Several files make one program; the words after them are its arguments.
// RUN: printf 'int twice(int x) { return 2 * x; }\n' >other.c
// RUN: %clang -emit-llvm -c other.c -o other.bc
// RUN: %ramify %s other.c one two
// RUN: jq -e '.status == "finished" and (.errors | length) == 0' ramify-last/summary.json
// RUN: %ramify --link-llvm-lib=other.bc %s one two
// RUN: jq -e '.status == "finished" and (.errors | length) == 0' ramify-last/summary.json
// RUN: %ramify %s other.bc -- one two
// RUN: jq -e '.status == "finished" and (.errors | length) == 0' ramify-last/summary.json
// RUN: %ramify --cflags="-DEXTRA -DVALUE=3" %s other.c one two
// RUN: jq -r '.errors[] | "\(.kind) line \(.line)"' ramify-last/summary.json | %FileCheck %s
// CHECK: assert line 22
#include <assert.h>
int twice(int);
int main(int count, char **words)
{
    assert(count == 3);
    assert(words[1][0] == 'o' && words[1][3] == 0 && words[2][0] == 't' && words[3] == 0);
    assert(twice(count) == 6);
#ifdef EXTRA
    assert(VALUE == 3);
    assert(VALUE == 4);
#endif
    return 0;
}
