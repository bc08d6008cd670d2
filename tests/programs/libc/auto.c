// --libc=auto, the default: our small library as long as it is enough, musl for a program that calls more.
// RUN: %ramify --show-output --output-dir=%t.1 %s | %FileCheck --check-prefix=SMALL %s
// SMALL: small 5
// RUN: %ramify --cflags=-DMORE --show-output --output-dir=%t.2 %s | %FileCheck --check-prefix=MORE %s
// MORE: matches 1
// RUN: jq -e '.errors == [] and .options.libc == "auto"' %t.2/summary.json
// RUN: %ramify --libc=none --cflags=-DMORE --output-dir=%t.3 %s 2>&1 | %FileCheck --check-prefix=NONE %s
// NONE: ERROR: {{.*}} call of regcomp, which is not defined
//
// Headers are the machine's, so that what only those have still compiles.
// RUN: %ramify --cflags="-DMORE -DGLIBC" --show-output --output-dir=%t.4 %s | %FileCheck --check-prefix=GLIBC %s
// GLIBC: matches 1, from glibc's headers
//
// What nobody has is not asked of musl: the small library stays.
// RUN: %ramify --cflags=-DUNKNOWN --output-dir=%t.5 %s 2>&1 | %FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: warning: the function nobody_has_this, which main wants ({{.*}}auto.c:{{[0-9]+}}), is not defined
// UNKNOWN: ERROR: {{.*}} call of nobody_has_this, which is not defined
//
// Symbolic input needs files, which only musl has.
// RUN: %ramify --cflags=-DINPUT --output-dir=%t.6 %s --sym-stdin 1 2>&1
// RUN: cat %t.6/*.out | sort | %FileCheck --check-prefix=INPUT %s
// INPUT: other
// INPUT: x
#include <regex.h>
#include <stdio.h>
#include <string.h>
#ifdef GLIBC
#include <features.h>
#ifndef __GLIBC__
#error not glibc
#endif
#endif

int nobody_has_this(void);

int main(int count, char **words)
{
#ifdef MORE
    regex_t pattern;
    regcomp(&pattern, "^a+b$", REG_EXTENDED);
    printf("matches %d", !regexec(&pattern, "aab", 0, NULL, 0));
    regfree(&pattern);
#ifdef GLIBC
    printf(", from glibc's headers");
#endif
    puts("");
#elif defined UNKNOWN
    return nobody_has_this();
#elif defined INPUT
    puts(getchar() == 'x' ? "x" : "other");
#else
    printf("small %zu\n", strlen("small"));
#endif
    return 0;
}
