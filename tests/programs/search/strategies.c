// Whatever the order, an exploration that finishes finds the same.
// MATRIX: no
// RUN: for search in dfs bfs random-state random-path places nurs:covnew nurs:md2u nurs:depth nurs:icnt nurs:cpicnt nurs:qc; do %ramify --search=$search --output-dir=$search %s || exit 1; jq -c '[.status, .paths, .forks, .coverage, (.errors | map([.kind, .line]))]' $search/summary.json; done | sort -u | tee all | wc -l | %FileCheck %s
// CHECK: {{^}}1{{$}}
// RUN: %ramify --search=dfs --search=random-path --use-batching-search --batch-instructions=100 --output-dir=mixed %s
// RUN: jq -c '[.status, .paths, .forks, .coverage, (.errors | map([.kind, .line]))]' mixed/summary.json | diff - all
// RUN: %FileCheck %s --check-prefix=WHAT <all
// WHAT: finished
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    unsigned char bytes[3];
    int sum = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (int i = 0; i < 3; i++)
        switch (bytes[i] & 3) {
        case 0:
            sum += 1;
            break;
        case 1:
            sum += bytes[0];
            break;
        default:
            sum -= 5;
        }
    assert(sum != -15 + 4);
    assert(sum != 3);
    return 0;
}
