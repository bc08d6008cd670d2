// Input that is no program: one clear line that names it, exit code 1.
// MATRIX: no
// RUN: %exits 1 %ramify missing.c 2>&1 | %FileCheck %s --check-prefix=MISSING
// MISSING: ramify: {{.*}}missing.c{{.*}}
// RUN: %exits 1 %ramify missing.bc 2>&1 | %FileCheck %s --check-prefix=MISSINGBC
// MISSINGBC: ramify: {{.*}}missing.bc{{.*}}
//
// RUN: printf 'this is not C\n' >english.c; %exits 1 %ramify english.c 2>&1 | %FileCheck %s --check-prefix=ENGLISH
// ENGLISH: english.c:1:1: error:
// ENGLISH: ramify: {{.*}}english.c
//
// RUN: %clang -O0 -emit-llvm -c %s -o good.bc
// RUN: head -c 1000 good.bc >short.bc; %exits 1 %ramify short.bc 2>&1 | %FileCheck %s --check-prefix=SHORT
// SHORT: ramify: {{.*}}short.bc
// RUN: : >empty.bc; %exits 1 %ramify empty.bc 2>&1 | %FileCheck %s --check-prefix=EMPTY
// EMPTY: ramify: {{.*}}empty.bc
// RUN: head -c 5000 /dev/urandom >random.bc; %exits 1 %ramify random.bc 2>&1 | %FileCheck %s --check-prefix=RANDOM
// RANDOM: ramify: {{.*}}random.bc
// RUN: echo 'define i32 @main() { ret i32 zero }' >wrong.ll; %exits 1 %ramify wrong.ll 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: ramify: {{.*}}wrong.ll
// RUN: mkdir directory.c; %exits 1 %ramify directory.c 2>&1 | %FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: ramify: {{.*}}directory.c
//
// RUN: echo 'int other(void) { return 0; }' >headless.c; %exits 1 %ramify headless.c 2>&1 | %FileCheck %s --check-prefix=HEADLESS
// HEADLESS: ramify: {{.*}}main
// RUN: %exits 1 %ramify --entry-point=begin %s 2>&1 | %FileCheck %s --check-prefix=ENTRY
// ENTRY: ramify: {{.*}}begin
// RUN: %exits 1 %ramify --clang=no-such-clang %s 2>&1 | %FileCheck %s --check-prefix=CLANG
// CLANG: ramify: {{.*}}no-such-clang
//
// RUN: echo junk >junk.ktest; %exits 1 %ramify show junk.ktest 2>&1 | %FileCheck %s --check-prefix=KTEST
// KTEST: junk.ktest
int main(void) { return 0; }
