// What makes no object says and does exactly what clang does.
// MATRIX: no
// RUN: for flags in --version -dumpmachine -v -print-search-dirs --help -dumpversion; do %ramify-cc $flags >ours 2>&1; one=$?; %clang $flags >theirs 2>&1; test $one = $? && cmp ours theirs || exit 1; done
// RUN: %ramify-cc -E %s -o ours.i && %clang -E %s -o theirs.i && cmp ours.i theirs.i
// RUN: %ramify-cc -M %s >ours.d && %clang -M %s >theirs.d && cmp ours.d theirs.d
// RUN: %ramify-cc -MM -MT other %s >ours.d && %clang -MM -MT other %s >theirs.d && cmp ours.d theirs.d
// RUN: %ramify-cc -fsyntax-only %s
// RUN: %ramify-cc -emit-llvm -c %s -o ours.bc && %clang -emit-llvm -c %s -o theirs.bc && cmp ours.bc theirs.bc
// RUN: echo 'int main(void) { return 0; }' | %ramify-cc -x c - -o stdin && ./stdin && %exits 1 %ramify ./stdin 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: ramify: ./stdin carries no bitcode: build it with ramify-cc
// RUN: echo 'int here;' >part.h && %ramify-cc part.h -o part.h.pch && %ramify-cc -include-pch part.h.pch -c %s -o with.o && test $(head -c 4 part.h.pch) = CPCH
// RUN: %ramify-cc -c %s -o /dev/null && test -c /dev/null
// RUN: cp %s conftest.c && %ramify-cc conftest.c && ./a.out && %exits 1 %ramify ./a.out
// RUN: RAMIFY_CC_NATIVE=1 %ramify-cc %s && ./a.out && %exits 1 %ramify ./a.out
// RUN: printf 'int f();\nint main() { return f(); } int f() { return 0; }' >x.cc && %ramify-c++ x.cc -o x && ./x && %exits 1 %ramify ./x 2>&1 | %FileCheck %s --check-prefix=CXX
// CXX: no bitcode for x.cc: it is not C
int main(void) { return 0; }
