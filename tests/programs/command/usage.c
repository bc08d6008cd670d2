// Wrong usage: one clear line and exit code 2, and no output directory.
// MATRIX: no
//
// RUN: %exits 2 %ramify 2>&1 | %FileCheck %s --check-prefix=NOTHING
// NOTHING: ramify: no program given; ramify --help says how
//
// RUN: %exits 2 %ramify --max-tiem=3 %s 2>&1 | %FileCheck %s --check-prefix=MISTYPED
// MISTYPED: ramify: unknown option --max-tiem; did you mean --max-time?
//
// RUN: %exits 2 %ramify --max-time=soon %s 2>&1 | %FileCheck %s --check-prefix=VALUE
// VALUE: ramify: --max-time=soon: this must be a time, like 10s, 5min or 1h
//
// RUN: %exits 2 %ramify --check-leaks --check-leaks=false %s 2>&1 | %FileCheck %s --check-prefix=BOTH
// BOTH: ramify: contradictory options: --check-leaks=true and --check-leaks=false
//
// RUN: %exits 2 %ramify --memory=planes %s 2>&1 | %FileCheck %s --check-prefix=PLANNED
// PLANNED: ramify: --memory=planes: not built yet; possible: fork
//
// RUN: %exits 2 %ramify --exit-on-error-type=asert %s 2>&1 | %FileCheck %s --check-prefix=KIND
// KIND: ramify: --exit-on-error-type=asert: no such kind of error; did you mean assert?
//
// RUN: %exits 2 %ramify --search=nurs:covne %s 2>&1 | %FileCheck %s --check-prefix=SEARCH
// SEARCH: ramify: {{.*}}nurs:covne
//
// RUN: %exits 2 %ramify --solver=z4 %s 2>&1 | %FileCheck %s --check-prefix=SOLVER
// SOLVER: ramify: --solver=z4: no such solver; possible: ramify, cadical, z3, smtlib2:COMMAND
//
// RUN: %exits 2 %ramify show 2>&1 | %FileCheck %s --check-prefix=SHOW
// SHOW: ramify: usage: ramify show testN.ktest ...
// RUN: %exits 2 %ramify replay 2>&1 | %FileCheck %s --check-prefix=REPLAY
// REPLAY: ramify: usage: ramify replay
// RUN: %exits 2 %ramify stats 2>&1 | %FileCheck %s --check-prefix=STATS
// STATS: ramify: usage: ramify stats
// RUN: %exits 2 %ramify report 2>&1 | %FileCheck %s --check-prefix=REPORT
// REPORT: ramify: usage: ramify report
//
// RUN: %not ls ramify-out-0
int main(void) { return 0; }
