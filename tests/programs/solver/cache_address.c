// The motivating program of address-aware caching (paper 1): two paths differ in
// one allocation, then ask the same of objects that lie elsewhere. With addresses
// in the queries, as the paper has them, two of the second path's are address
// hits. Usually pointers are resolved by the cases of their terms: then the
// second path's questions name no address and are the first's.
// MATRIX: no
// RUN: %ramify --memory=fork --search=dfs --pointers=addresses --arrays=off --query-cache=exact --output-dir=numbers %s
// RUN: %ramify --memory=fork --search=dfs --pointers=addresses --arrays=off --output-dir=renamed %s
// RUN: jq -e '.queries.address_hits == 2 and .queries.cache_handled == .queries.cache_passed' renamed/summary.json
// RUN: test $(($(jq .queries.solver numbers/summary.json) - $(jq .queries.solver renamed/summary.json))) = 2
// RUN: %ramify --memory=fork --search=dfs --pointers=addresses --arrays=off --check-cache --output-dir=checked %s
// RUN: %ramify --memory=fork --search=dfs --output-dir=out %s
// RUN: test $(jq .queries.solver out/summary.json) -lt $(jq .queries.solver renamed/summary.json)
// RUN: for run in renamed checked out; do test "$(jq -c '[.paths, .coverage, .errors]' numbers/summary.json)" = "$(jq -c '[.paths, .coverage, .errors]' $run/summary.json)" || exit 1; done
// RUN: %ramify stats renamed | %FileCheck %s
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
