// 0 also when the program has errors, unless --error-exitcode says otherwise.
// MATRIX: no
// RUN: %exits 0 %ramify %s 3
// RUN: %exits 7 %ramify --error-exitcode=7 %s
// RUN: %exits 0 %ramify --error-exitcode=7 --cflags=-DFINE %s
// RUN: %exits 0 %ramify --max-instructions=1 %s
// RUN: jq -e '.status == "halted"' ramify-last/summary.json
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    int x = klee_int("x");
#ifndef FINE
    assert(x != 12345);
#endif
    return 0;
}
