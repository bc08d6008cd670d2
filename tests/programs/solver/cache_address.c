// The motivating program of address-aware caching: two paths differ in one
// allocation, then ask the same of objects that lie elsewhere. What the second
// asks of the solver, the first has answered: pointers are resolved by the
// cases of their terms, so most questions name no address at all, and the
// address-aware key serves those that do.
// MATRIX: no
// RUN: %ramify --search=dfs --output-dir=off --query-cache=off --use-cex-cache=false %s
// RUN: %ramify --search=dfs --output-dir=out %s
// RUN: jq -e '.queries.cache_hits + .queries.address_hits >= 2' out/summary.json
// RUN: test $(($(jq .queries.solver off/summary.json) - $(jq .queries.solver out/summary.json))) -ge 2
// RUN: test "$(jq -c '[.paths, .coverage, .errors]' off/summary.json)" = "$(jq -c '[.paths, .coverage, .errors]' out/summary.json)"
// RUN: %ramify --search=dfs --check-cache --output-dir=checked %s
// RUN: %ramify stats out | %FileCheck %s
// CHECK: Queries | {{.*}}Cache | Agnostic | {{.*}}Address | {{.*}}Solver
#include <klee/klee.h>
#include <stdlib.h>
enum { ROWS = 2, MAGIC = 7 };
int main(void)
{
    int z;
    unsigned i, j;
    klee_make_symbolic(&z, sizeof z, "z");
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume(i < ROWS);
    klee_assume(j < ROWS);
    if (z > 0)
        malloc(100);
    char **rows = calloc(ROWS, sizeof *rows);
    for (unsigned k = 0; k < ROWS; k++)
        rows[k] = calloc(ROWS, 1);
    rows[0][1] = MAGIC;
    if (rows[i][j] == MAGIC)
        return 1;
    return 0;
}
