// Printing symbolic values neither forks nor constrains; printing a string
// that may have no end is an error on a path of its own.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
    int x = klee_int("x");
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    printf("%d %5u %x %c %p\n", x, x, x, x, (void *)(long)x);
    putchar(x);
    fwrite(text, 1, 4, stdout);
    if (x == 4) { // the only branch
        text[3] = 0;
        printf("%s\n", text);
        puts(text);
        return 0;
    }
    printf("%.4s\n", text);
    printf("[%s]\n", text);
    return 1;
}
// CHECK: ERROR: {{.*}}symbolic_output.c:22: {{.*}}a printed string has no end in its object of 4 bytes
// CHECK: done: completed paths = 3
// CHECK: done: errors = 1
