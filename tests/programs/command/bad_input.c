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
// Made for another machine, however it comes
// RUN: for from in "--cflags=-m32 %s" "--cflags=--target=powerpc64-linux-gnu %s" "--cflags=--target=aarch64-linux-gnu %s" "--cflags=--target=x86_64-w64-mingw32 %s"; do %exits 1 %ramify $from; done 2>&1 | %FileCheck %s --check-prefix=MACHINE
// MACHINE: ramify: {{.*}}bad_input.c: made for another machine (i386-{{.*}}); only programs for 64-bit x86 can be run
// MACHINE: ramify: {{.*}}bad_input.c: made for another machine (powerpc64-{{.*}}
// MACHINE: ramify: {{.*}}bad_input.c: made for another machine (aarch64-{{.*}}
// MACHINE: ramify: {{.*}}bad_input.c: made for another machine (x86_64-{{.*}}windows
// RUN: %clang -m32 -emit-llvm -S %s -o small.ll && %clang -m32 -emit-llvm -c %s -o small.bc && sed '/^target triple/d' small.ll >nameless.ll
// RUN: for from in small.ll small.bc nameless.ll "--link-llvm-lib=small.bc %s"; do %exits 1 %ramify $from; done 2>&1 | %FileCheck %s --check-prefix=SMALLER
// SMALLER: ramify: small.ll: made for another machine (i386-
// SMALLER: ramify: small.bc: made for another machine (i386-
// SMALLER: ramify: nameless.ll: made for another machine; only
// SMALLER: ramify: small.bc: made for another machine (i386-
// a module that says nothing of its machine is one for this: a long after an int is 8 bytes from it
// RUN: echo '@g = global { i32, i64 } { i32 1, i64 7 } declare void @abort() define i32 @main() { %p = getelementptr i8, ptr @g, i64 8 %l = load i64, ptr %p %good = icmp eq i64 %l, 7 br i1 %good, label %yes, label %no yes: ret i32 0 no: call void @abort() unreachable }' >open.ll
// RUN: %ramify --error-exitcode=9 open.ll
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
