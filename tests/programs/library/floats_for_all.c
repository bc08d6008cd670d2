// --libc=auto takes musl where the small library would answer with one value of several: text to floats, and
// mathematics; what rounds and compares floats is computed by the engine for all values.
// MATRIX: no (a solver alone takes minutes for a sine)
// RUN: %ramify --cflags=-DROUND --output-dir=%t.1 %s
// RUN: jq -e '.status == "finished" and .paths.completed == 4' %t.1/summary.json
// RUN: %ramify --cflags="-DROUND -fno-builtin" --output-dir=%t.2 %s
// RUN: jq -e '.status == "finished" and .paths.completed == 4' %t.2/summary.json
// RUN: %ramify --cflags=-DATOF --output-dir=%t.3 %s
// RUN: jq -e '.status == "finished" and .instructions > 2000' %t.3/summary.json
// RUN: %ramify show %t.3/*.ktest | grep "'2.5" >/dev/null
// RUN: %ramify --cflags=-DSIN --output-dir=%t.4 %s
// RUN: jq -e '.status == "finished" and .paths.completed > 1' %t.4/summary.json
// RUN: %ramify --cflags=-DFMOD --output-dir=%t.5 %s
// RUN: jq -e '.status == "finished" and .paths.completed > 1' %t.5/summary.json
//
// who wants the small library is told what it leaves out
// RUN: %ramify --libc=none --cflags=-DATOF --output-dir=%t.6 %s
// RUN: jq -e '.status == "partial" and .partial[0].help == "--libc=musl"' %t.6/summary.json
// RUN: %ramify --libc=none --cflags=-DSIN --output-dir=%t.7 %s
// RUN: jq -e '.status == "partial" and .partial[0].help == "--libc=musl"' %t.7/summary.json
//
// scanf counts where its format reads a float
// RUN: %ramify --cflags=-DSCAN_FLOAT --dump %s | grep '@__ramify_syscall(' >/dev/null
// RUN: %ramify --cflags=-DSCAN --dump %s | %not grep '@__ramify_syscall(' >/dev/null
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    unsigned char x;
    char text[4];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
#ifdef ROUND
    double d = x / 8.0;
    if (floor(d) == 7 && ceil(d) == 8 && round(d) == 8 && rint(d) == 8 && trunc(-d) == -7 && lrint(d) == 8)
        return fmin(d, 1) == 1;
#elif defined ATOF
    return atof(text) == 2.5;
#elif defined SIN
    return sin(x) > 0.99;
#elif defined FMOD
    return fmod(x / 4.0, 3) == 2.25;
#elif defined SCAN_FLOAT
    double d;
    return sscanf(text, "x%*5lf%lf", &d);
#elif defined SCAN
    int i;
    return sscanf(text, "x%*5d%%f%d", &i);
#endif
    return 0;
}
