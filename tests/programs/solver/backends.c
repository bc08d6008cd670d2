// Every back end finds the same; queries can be written down and read again.
// MATRIX: no
// TIME: 120
// RUN: for solver in ramify cadical z3 "smtlib2:cvc5 --incremental" "smtlib2:z3 -in"; do %ramify --solver="$solver" --output-dir="${solver%% *}" %s || exit 1; jq -c '[.status, .paths, .coverage, (.errors | map([.kind, .line]))]' "${solver%% *}"/summary.json; rm -rf "${solver%% *}"; done | sort -u | tee all | wc -l | %FileCheck %s
// CHECK: {{^}}1{{$}}
// RUN: %FileCheck %s --check-prefix=WHAT <all
// WHAT: finished
// WHAT-SAME: "assert"
// RUN: %ramify --write-queries --solver-log --output-dir=out %s
// RUN: test -s out/solver.log && for query in out/queries/*.smt2; do z3 $query || exit 1; done | sort -u | %FileCheck %s --check-prefix=ANSWERS
// ANSWERS: sat
// A solver that is not there, dies or says nothing costs no path silently.
// RUN: %not %ramify --solver=smtlib2:no-such-solver --output-dir=none %s
// RUN: %exits 1 %ramify --solver=smtlib2:true --output-dir=mute %s 2>&1 | %FileCheck %s --check-prefix=MUTE
// MUTE: ramify: the solver "true" does not start, or does not speak SMT-LIB 2
// RUN: printf '#!/bin/sh\nfor i in $(seq 12); do read -r line; echo "$line"; done | z3 -in\n' >mortal && chmod +x mortal && %ramify --solver=smtlib2:./mortal --max-solver-time=1s --output-dir=dead %s
// RUN: jq -e '.paths.undecided > 0 and .queries.undecided > 0' dead/summary.json
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    unsigned char bytes[3];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    unsigned product = bytes[0] * bytes[1];
    if (product == 1001 && bytes[0] < bytes[1])
        assert(bytes[2] % 7 != 3);
    if (bytes[2] / 3 == 50)
        return 1;
    return 0;
}
