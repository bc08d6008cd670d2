// A function that is not defined: named, with the line that calls it. Its path
// ends, the others go on.
// RUN: %ramify %s 2>&1 | %FileCheck %s
// CHECK: external.c:[[#@LINE+10]]{{.*}}nowhere
// RUN: jq -r '"\(.status) \(.paths.completed) " + (.errors[] | "\(.kind) \(.line)")' ramify-last/summary.json | %FileCheck %s --check-prefix=JSON
// JSON: partial 1 external [[#@LINE+8]]
#include <klee/klee.h>

int nowhere(int);

int main(void)
{
    if (klee_int("x") == 17)
        return nowhere(3);
    return 0;
}
