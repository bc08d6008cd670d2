// Constructors, destructors, exit handlers, in order.
// RUN: %S/same.sh "%ramify" %s %t
#include <stdio.h>
#include <stdlib.h>

static int order;
__attribute__((constructor(300))) static void third(void) { printf("third %d\n", order++); }
__attribute__((constructor(101))) static void first(void) { printf("first %d\n", order++); }
__attribute__((constructor)) static void last(void) { printf("last %d\n", order++); }
__attribute__((constructor(200))) static void second(void) { printf("second %d\n", order++); }
__attribute__((destructor(101))) static void finally(void) { printf("finally %d\n", order++); }
__attribute__((destructor)) static void early(void) { printf("early %d\n", order++); }
__attribute__((destructor(300))) static void middle(void) { printf("middle %d\n", order++); }
static void nested(void) { printf("nested %d\n", order++); }
static void one(void) { printf("one %d\n", order++); }
static void two(void)
{
    printf("two %d\n", order++);
    atexit(nested);
}
static void deep(int n)
{
    if (n)
        deep(n - 1);
    else
        exit(42);
}

int main(void)
{
    printf("main %d\n", order++);
    atexit(one);
    atexit(two);
    atexit(one);
    deep(5);
    printf("never\n");
    return 1;
}
