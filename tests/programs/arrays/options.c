// --arrays takes off, all, or a list; what else is given is said to be wrong.
// RUN: %ramify --output-dir=%t.1 --arrays=fold,value %s
// RUN: %ramify --output-dir=%t.2 --arrays=off %s
// RUN: %exits 2 %ramify --output-dir=%t.3 --arrays=indx %s 2>&1 | %FileCheck %s
// RUN: %exits 2 %ramify --output-dir=%t.3 --arrays=fold, %s 2>&1 | %FileCheck %s
// CHECK: --arrays={{.*}}: this must be off, all, or some of fold,index,value with commas between
// RUN: python3 -c "import json; a = json.load(open('%t.2/summary.json'))['arrays']; assert a['index'] == a['value'] == 0, a"
#include <klee/klee.h>

static const char table[16] = {1, 1, 1, 1, 2, 2, 2, 2};

int main(void)
{
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    return table[c & 15] == 2;
}
