// Whatever ends Ramify, at whatever it is: what it has started ends, too, and no file is left outside of its
// output directory.
// MATRIX: no
// RUN: %S/outlived.sh %ramify %s clang TERM
// RUN: %S/outlived.sh %ramify %s clang INT
// RUN: %S/outlived.sh %ramify %s clang HUP
// RUN: %S/outlived.sh %ramify %s clang KILL
// RUN: %S/outlived.sh %ramify %s libc TERM
// RUN: %S/outlived.sh %ramify %s libc KILL
// RUN: %S/outlived.sh %ramify %s solver KILL
// RUN: %S/outlived.sh %ramify %s replay INT
// RUN: %S/outlived.sh %ramify %s replay KILL
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    return x * x == 1369;
}
