// Lines whose code became a register, or nothing, are known and count with what is executed beside them: as in
// clang's own mapping, but for lines without any code (else, labels, braces that open).
// RUN: %ramify --output-dir=out %s >/dev/null 2>&1
// RUN: grep "^DA:" out/coverage.info | tr '\n' ' ' | %FileCheck %s
// RUN: sed -n 's/^DA:\([0-9]*\),1$/\1/p' out/coverage.info > ours
// RUN: sed '0,/^int main/s//int program/' %s > program.c && %clang -I%S/../../../include -w -DNATIVE -fprofile-instr-generate -fcoverage-mapping -o program program.c && LLVM_PROFILE_FILE=raw ./program && llvm-profdata-19 merge -o profile raw
// RUN: llvm-cov-19 export -format=lcov -instr-profile=profile program | sed -n '1,/^end_of/s/^DA:\([0-9]*\),[1-9].*/\1/p' | awk '$1 < 45' > theirs
// RUN: test -z "$(grep -vxFf theirs ours)"
#include <klee/klee.h>
static int f(int c)
{
    int n = 0;
    int m;
    m = 3;
    if (c > 2)
        n = 1;
    else
        n = 2;
    for (int i = 0;
         i < 3;
         i++) {
        int k = 0;
        n += k;
    }
    if (c == 9)
        goto out;
    if (c == 100) {
        int z = 5;
        return z;
    }
    n = 7;
out:
    return n + m;
}
int main(void)
{
    int unused = 5;
    return f(klee_range(0, 10, "x"));
}
#ifdef NATIVE
int x;
int klee_range(int begin, int end, const char *name) { return x; }
int main(void)
{
    for (x = 0; x < 10; x++)
        program();
    return 0;
}
#endif
// CHECK: DA:12,1 DA:13,1 DA:14,1 DA:15,1 DA:16,1 DA:18,1 DA:19,1 DA:20,1 DA:21,1 DA:22,1 DA:23,1 DA:24,1 DA:25,1 DA:26,1 DA:27,1 DA:28,0 DA:29,0 DA:30,0 DA:31,1 DA:33,1 DA:34,1 DA:37,1 DA:38,1 DA:39,1
