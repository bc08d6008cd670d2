// Tables of strings that the optimiser makes of offsets between objects.
// RUN: %ramify --cflags=-O2 --output-dir=%t %s 2>&1 | %FileCheck %s
// CHECK: errors = 0
#include <klee/klee.h>
#include <stdio.h>

static const char *name(unsigned which)
{
    static const char *const names[] = {"one", "two", "three"};
    return names[which];
}

int main(void)
{
    unsigned which = (unsigned)klee_range(0, 3, "which");
    for (unsigned i = 0; i < 3; i++)
        if (which == i)
            return printf("is %s\n", name(i));
    return name(which)[0];
}
