// --split=auto makes smaller arrays, but neither states nor questions: an object is cut where an access stays in
// one piece, and not where it may be anywhere; what may later be anywhere goes through all pieces.
// RUN: %ramify --memory=fork --split=auto --check-memory --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=auto --split=auto --check-memory --output-dir=%t.auto %s 2>&1 | %FileCheck %s
// RUN: jq -e '.splits == 1 and .paths.completed == 1' %t/summary.json %t.auto/summary.json
// RUN: %ramify --memory=fork --split=64 --output-dir=%t.64 %s 2>&1 | %FileCheck %s
// RUN: jq -e '.splits == 2 and .paths.completed > 1' %t.64/summary.json
#include <klee/klee.h>

static int table[256], everywhere[256];

int main(void)
{
    unsigned char narrow = (unsigned char)klee_int("narrow"), wide = (unsigned char)klee_int("wide");
    table[narrow & 7] = 1; // one piece
    everywhere[wide] = 2;
    table[wide] += 2; // all pieces
    klee_assert(table[narrow & 7] == (wide == (narrow & 7) ? 3 : 1));
    klee_assert(everywhere[wide ^ 1] == 0);
    return 0;
}
// CHECK: done: errors = 0
