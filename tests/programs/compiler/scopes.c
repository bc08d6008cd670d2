// A local variable whose block has been left, in what ramify-cc makes, at any level.
// RUN: for level in 0 2; do %ramify-cc -g -O$level -o %t.$level %s && %ramify --output-dir=%t.out.$level %t.$level 2>&1 | %FileCheck %s; done
#include <stdio.h>

int main(int argc, char **argv)
{
    char *name = "a name";
    if (argc) {
        char buffer[20];
        snprintf(buffer, sizeof buffer, "name %d", argc);
        name = buffer;
    }
    return puts(name) < 0; // CHECK: scopes.c:[[@LINE]]: use after scope: read of {{.*}} of a local object of 20 bytes
}
