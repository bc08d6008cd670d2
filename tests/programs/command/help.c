// Help is short, grouped and complete where all is asked for.
// MATRIX: no
// RUN: %ramify --help | %FileCheck %s --check-prefix=HELP
// HELP: usage: ramify [options] program.c
// HELP: When to stop
// HELP: --max-time=TIME
// HELP-NOT: --max-path-time
// HELP: Exit code: 0
// RUN: test $(%ramify --help | wc -l) -le 60
// RUN: %ramify --help-all | %FileCheck %s --check-prefix=ALL
// ALL: --max-path-time=TIME
// ALL: --solver-log
// RUN: %ramify --version | %FileCheck %s --check-prefix=VERSION
// VERSION: ramify {{[0-9]+\.[0-9]+}}
// RUN: %ramify --dump %s | %FileCheck %s --check-prefix=DUMP
// DUMP: main
// DUMP: return
// RUN: %not ls ramify-out-0
int main(void) { return 0; }
