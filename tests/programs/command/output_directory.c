// Where the results go: the next free ramify-out-N, or the directory given; one
// that cannot be made is said in one line.
// MATRIX: no
// RUN: %ramify %s && %ramify %s && test -f ramify-out-1/summary.json && test ramify-last -ef ramify-out-1
// RUN: %ramify --output-dir=mine %s && test -f mine/summary.json
// RUN: mkdir empty && %ramify --output-dir=empty %s && test -f empty/summary.json
// RUN: %exits 1 %ramify --output-dir=mine %s 2>&1 | %FileCheck %s --check-prefix=FULL
// FULL: ramify: {{.*}}mine
// RUN: : >file; %exits 1 %ramify --output-dir=file/out %s 2>&1 | %FileCheck %s --check-prefix=REFUSED
// REFUSED: ramify: {{.*}}file/out
// RUN: %exits 1 %ramify --output-dir=/proc/out %s 2>&1 | %FileCheck %s --check-prefix=PROC
// PROC: ramify: {{.*}}/proc/out
int main(void) { return 0; }
