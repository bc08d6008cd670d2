// __builtin_object_size and __builtin_constant_p, which depend on the optimisation level.
// RUN: LEVELS=0 %S/same.sh "%ramify" %s %t
// RUN: %clang -O2 -g -emit-llvm -c -o %t.bc %s && %clang -O2 -o %t.native2 %s && %t.native2 >%t.expected2
// RUN: %ramify --show-output --output-dir=%t.d2 %t.bc >%t.out2 && cmp %t.out2 %t.expected2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_constant(int x) { return __builtin_constant_p(x) ? x : -1; }

int main(int argc, char **argv)
{
    char buffer[20];
    struct {
        char name[8], rest[8];
    } s;
    printf("%zu %zu\n", __builtin_object_size(buffer + 4, 0), __builtin_object_size(&s.name, 1));
    printf("%d %d\n", is_constant(argc), __builtin_constant_p(argc));
    __builtin___memcpy_chk(buffer, "abc", 4, __builtin_object_size(buffer, 0));
    printf("%s\n", buffer);
    return 0;
}
