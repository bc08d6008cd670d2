// Printing symbolic values neither forks nor constrains; printing a string
// that may have no end is an error on a path of its own. What was printed is
// written as the test's own input has it.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: cat %t/*.out | %FileCheck --check-prefix=OUT %s
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
    printf("x is %-4d|%04x|%lld\n", x, x, 10LL * x);
    printf("text is %s|%6.2s|\n", text + (x - x), text);
    if (x == -77) { // the only branch but for the ends of strings
        klee_assume(text[0] == 'o' && text[1] == 'k' && text[2] == 0);
        printf("fixed %d\n", x);
        printf("%s\n", text);
        puts(text);
        return 0;
    }
    printf("%.4s\n", text);
    printf("[%s]\n", text);
    return 1;
}
// CHECK: ERROR: {{.*}}symbolic_output.c:18: {{.*}}a printed string has no end in its object of 4 bytes
// CHECK: done: completed paths = 3
// CHECK: done: errors = 1
// OUT-DAG: x is -77 |ffffffb3|-770
// OUT-DAG: text is ok|    ok|
// OUT-DAG: fixed -77
