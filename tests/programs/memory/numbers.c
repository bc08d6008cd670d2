// Whether terms hold bases of objects or addresses, taken apart or not: with
// --memory=fork the paths, tests and errors are the same.
// RUN: %ramify --memory=fork --pointers=cases --output-dir=%t.cases %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=fork --pointers=addresses --query-cache=address --output-dir=%t.addresses %s 2>&1 | %FileCheck %s
// A table of addresses that are numbers is rewritten as any other; proving that takes a minute.
// RUN: %ramify --check-arrays=false --memory=fork --pointers=numbers --query-cache=address --output-dir=%t.numbers %s 2>&1 | %FileCheck %s
// RUN: jq -e '.paths.completed == 16' %t.cases/summary.json %t.addresses/summary.json %t.numbers/summary.json
// Only with numbers no query that reaches the cache has a base in it, whether it matters or not; only with
// cases no pointer is searched for by its address.
// RUN: jq -e '.queries | .cache_dependent + .cache_passed - .cache_handled > 0' %t.addresses/summary.json
// RUN: jq -e '.queries | .cache_dependent + .cache_passed - .cache_handled == 0' %t.numbers/summary.json
// RUN: jq -es '4 * .[0].queries.resolution < .[1].queries.resolution' %t.cases/summary.json %t.addresses/summary.json
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *nodes[4], *first;
    for (int i = 0; i < 4; i++) {
        nodes[i] = malloc(sizeof **nodes);
        *nodes[i] = (struct node){i ? nodes[i - 1] : NULL, 10 * i};
    }
    unsigned which = klee_range(0, 5, "which"), other = klee_range(0, 4, "other");
    // CHECK: numbers.c:[[@LINE+1]]: out of bounds: read of 8 bytes
    first = nodes[which];
    first->value++;
    nodes[other]->value += 2;
    klee_assert(first->value == 10 * (int)which + (which == other ? 3 : 1));
    klee_assert(!first->next || first->next->value == 10 * ((int)which - 1) + (which - 1 == other ? 2 : 0));
    return 0;
}
// CHECK: done: errors = 1
