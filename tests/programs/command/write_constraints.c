// --write-smt2s and --write-kqueries: the constraints of each path; a solver finds an input that takes it.
// MATRIX: no
// RUN: %ramify --write-smt2s --write-kqueries --output-dir=%t %s
// RUN: for test in 1 2 3; do z3 %t/test00000$test.smt2; done | %FileCheck %s --check-prefix=SMT
// SMT-COUNT-3: {{^}}sat
// RUN: cat %t/*.kquery | %FileCheck %s --check-prefix=KQUERY
// KQUERY: array x[4] : w{{[0-9]+}} -> w8 = symbolic
// KQUERY: (query [
// RUN: cat %t/*.smt2 | %FileCheck %s --check-prefix=APART
// APART-DAG: (assert (= {{.*}} #x00000021))
// APART-DAG: (assert (not (= {{.*}} #x00000021)))
#include <klee/klee.h>

int main(void)
{
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x * 3 == 99)
        return 1;
    if (x < 7)
        klee_warning("small");
    return 0;
}
