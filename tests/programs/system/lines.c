// Arguments that are lines of a file: a path for each, only the bytes marked ? are symbolic.
// RUN: printf -- '--size=?\n-a\n\nx?' >%t.lines && : >%t.empty
// RUN: %ramify --output-dir=%t %s --sym-args-from 1 1 %t.lines 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.two %s first --sym-args-from 0 2 %t.lines 2>&1 | %FileCheck --check-prefix=TWO %s
// RUN: %ramify show %t/test000001.ktest | %FileCheck --check-prefix=NAMES %s
// RUN: %exits 2 %ramify --sym-args-from 2 1 %t.lines %s 2>&1 | %FileCheck --check-prefix=ORDER %s
// RUN: %exits 2 %ramify --sym-args-from 0 1 %t.none %s 2>&1 | %FileCheck --check-prefix=MISSING %s
// RUN: %exits 2 %ramify --sym-args-from 0 1 %t.empty %s 2>&1 | %FileCheck --check-prefix=EMPTY %s
// CHECK: completed paths = 4
// CHECK: errors = 0
// TWO: completed paths = 21
// TWO: errors = 0
// NAMES: name: 'line00'
// NAMES: name: 'arg00'
// ORDER: --sym-args-from 2 1 {{.*}}lines: the least number is above the most
// MISSING: none: No such file
// EMPTY: --sym-args-from: {{.*}}empty is empty
#include "system_test.h"

static int kind(const char *word)
{
    if (word[0] == '-' && word[1] == '-') {
        assert(!strncmp(word, "--size=", 7) && klee_is_symbolic(word[7]) && !word[8]);
        return 0;
    }
    if (word[0] == 'x') {
        assert(klee_is_symbolic(word[1]) && !word[2]);
        return 1;
    }
    assert(!word[0] || !strcmp(word, "-a"));
    return word[0] ? 2 : 3;
}

int main(int argc, char **argv)
{
    int answer = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "first"))
            answer = 4 * answer + kind(argv[i]);
    return answer;
}
