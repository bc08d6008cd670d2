// A compilation that fails: clang's messages and exit code, and nothing more.
// MATRIX: no
// RUN: %not %ramify-cc -DWRONG -Wall -c %s -o x.o 2>ours; %not %clang -DWRONG -Wall -c %s -o x.o 2>theirs; cmp ours theirs && %FileCheck %s <ours && test ! -e x.o
// CHECK: error: use of undeclared identifier 'missing'
// RUN: %ramify-cc -Wall -c %s -o x.o 2>ours; %clang -Wall -c %s -o x.o 2>theirs; cmp ours theirs && test -s ours
// RUN: %exits 1 %ramify-cc missing.c
// RUN: %exits 1 %ramify-cc -Werror -Wall -c %s
// RUN: %exits 1 %ramify-cc -DUNDEFINED %s -o program && test ! -e program
// RUN: %exits 1 %ramify-cc -c %s -o no/such/directory/x.o
// RUN: %exits 1 %ramify-cc
// RUN: %exits 127 env RAMIFY_CC_CLANG=no-such-clang %ramify-cc -c %s 2>&1 | grep 'ramify-cc: cannot run no-such-clang'
// only the bitcode cannot be made: a note, and the program says so
// RUN: RAMIFY_CC_FLAGS=-DWRONG %ramify-cc %s -o program 2>said; grep "ramify-cc: note: no bitcode for .*failing.c: .*missing" said && ./program
// RUN: %exits 1 %ramify ./program 2>&1 | grep 'ramify: ./program carries no bitcode'
// RUN: RAMIFY_CC_QUIET=1 RAMIFY_CC_FLAGS=-DWRONG %ramify-cc -w -c %s 2>said && test ! -s said
int elsewhere(void);
int main(void)
{
    int unused;
#ifdef WRONG
    return missing;
#elif defined(UNDEFINED)
    return elsewhere();
#else
    return 0;
#endif
}
