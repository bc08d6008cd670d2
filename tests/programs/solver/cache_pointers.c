// Addresses that stay in queries although pointers are taken apart: two choices
// between objects are compared. The second path has one more object before
// these; what it asks is the first's question about others.
// MATRIX: no
// RUN: %ramify --search=dfs --query-cache=exact --output-dir=exact %s
// RUN: %ramify --search=dfs --output-dir=address %s
// RUN: jq -e '.queries.address_hits >= 1 and .queries.cache_dependent >= 2' address/summary.json
// RUN: test $(jq .queries.solver address/summary.json) -lt $(jq .queries.solver exact/summary.json)
// RUN: test "$(jq -c '[.paths, .coverage, .errors]' exact/summary.json)" = "$(jq -c '[.paths, .coverage, .errors]' address/summary.json)"
// RUN: %ramify --search=dfs --check-cache --output-dir=checked %s
#include <klee/klee.h>
#include <stdlib.h>
enum { ROWS = 3 };
static unsigned index_named(const char *name)
{
    unsigned index;
    klee_make_symbolic(&index, sizeof index, name);
    klee_assume(index < ROWS);
    return index;
}
int main(void)
{
    int z;
    klee_make_symbolic(&z, sizeof z, "z");
    unsigned i = index_named("i"), j = index_named("j"), k = index_named("k");
    if (z > 0)
        malloc(100);
    char *rows[ROWS];
    rows[0] = rows[1] = malloc(8);
    rows[2] = malloc(8);
    if (rows[i] != rows[j] && j != i && rows[j] == rows[k])
        return 1;
    return rows[i] == rows[j] && i + j > 3;
}
