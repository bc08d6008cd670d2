// Coverage of all tests together, counted by the native program: a table, and
// lcov's format. The bitcode counts nothing.
// MATRIX: no
// RUN: %ramify-cc -fprofile-instr-generate -fcoverage-mapping %s -o program && %ramify --dump ./program | %not grep -q __llvm_profile
// RUN: mkdir tests && for word in first second; do python3 %S/Inputs/ktest.py tests/$word.ktest program --sym-arg 6 -- arg00:$word; done
// RUN: %ramify coverage ./program tests/first.ktest | %FileCheck %s --check-prefix=ONE
// ONE: 80.0% 4 of 5 50.0% 1 of 2 {{.*}}coverage.c
// RUN: %ramify coverage --output-dir=tests ./program tests | %FileCheck %s
// CHECK: 100.0% {{.*}} 100.0% {{.*}}2 of 2 {{.*}}coverage.c
// CHECK: 100.0% {{.*}} all
// CHECK: 2 tests{{$}}
// RUN: grep -q 'SF:.*coverage.c' tests/coverage.info
// what crashes is said, what cannot be done, too
// RUN: python3 %S/Inputs/ktest.py tests/third.ktest program -- && %ramify coverage ./program tests | grep '3 tests, 1 ended by a signal: what those cover is not counted'
// unless the program counts in the file itself
// RUN: %ramify-cc -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation %s -o counter && %ramify coverage --output-dir=new ./counter tests/third.ktest | %FileCheck %s --check-prefix=CRASH
// CRASH: {{^ *}}80.0% 4 of 5
// CRASH: 1 tests, 1 ended by a signal{{$}}
// RUN: test -s new/coverage.info && %exits 2 %ramify coverage --output-dir=no/where ./program tests
// RUN: %ramify-cc %s -o plain && %exits 1 %ramify coverage ./plain tests/first.ktest 2>&1 | grep 'ramify: ./plain counts nothing: build it with -fprofile-instr-generate'
// RUN: %exits 1 %ramify coverage ./missing tests/first.ktest && %exits 1 %ramify coverage ./program no.ktest && mkdir none && %exits 1 %ramify coverage ./program none && %exits 2 %ramify coverage ./program
// RUN: %not ls -d ramify-coverage*
#include <string.h>
int main(int count, char **words)
{
    if (words[1][0] == 'f')
        return 0;
    return (int)strlen(words[1]) - 6;
}
