// When to stop because of errors, and how often to report one.
// MATRIX: no
// RUN: %ramify %s
// RUN: jq -e '(.errors | length) == 2 and .paths.completed == 6 and .paths.errors == 4' ramify-last/summary.json
// RUN: %ramify --emit-all-errors %s && test $(ls ramify-last/*.err | wc -l) = 4
// RUN: %exits 1 %ramify --exit-on-error %s 2>&1 | %FileCheck %s
// CHECK: done: errors = 1
// CHECK: ramify: ERROR: EXITING ON ERROR:
// CHECK-NEXT: ramify: Error: {{.*(division|ASSERTION)}}
// CHECK-NEXT: ramify: File: {{.*}}errors.c
// CHECK-NEXT: ramify: Line: {{[0-9]+}}
// RUN: jq -e '(.errors | length) == 1 and .status == "halted"' ramify-last/summary.json
// RUN: %exits 3 %ramify --exit-on-error --error-exitcode=3 %s
// RUN: %exits 0 %ramify --exit-on-error --cflags=-DFINE %s
// RUN: %exits 0 %ramify --exit-on-error-type=assert --search=dfs %s
// RUN: jq -e '.errors[-1].kind == "assert" and .status == "halted"' ramify-last/summary.json
// RUN: %ramify --exit-on-error-type=Ptr --exit-on-error-type=Free %s
// RUN: jq -e '.status == "finished"' ramify-last/summary.json
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    unsigned char which = (unsigned char)klee_int("which");
    int path = 0;
    klee_assume(which < 10);
    for (int i = 0; i < 9 && i < which; i++)
        path++;
#ifdef FINE
    return path;
#endif
    if (path < 3)
        return 10 / (path == 0 ? path : path - (path == 2 ? 2 : 0));
    assert(path != 9 && path != 8);
    return 0;
}
