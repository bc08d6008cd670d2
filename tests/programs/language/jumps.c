// setjmp and longjmp: repeated, nested, out of several frames.
// RUN: %S/same.sh "%ramify" %s %t
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static int depth;

static void fall(int n)
{
    char local[16] = "local";
    local[0] += n;
    depth = n;
    if (n == 0)
        longjmp(outer, 5);
    fall(n - 1);
    printf("never %s\n", local);
}
static void throw(int code)
{
    longjmp(inner, code);
}
static int try(int code)
{
    volatile int state = 1;
    switch (setjmp(inner)) {
    case 0:
        state = 2;
        if (code)
            throw(code);
        return state;
    case 1:
        return 100 + state;
    case 2:
        state = 50;
        return state;
    default:
        return -1;
    }
}
static int compare(const void *a, const void *b)
{
    if (*(const int *)a == 3 || *(const int *)b == 3)
        longjmp(outer, 9);
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    volatile int count = 0;
    int code = setjmp(outer);
    printf("back with %d, count %d, depth %d\n", code, count, depth);
    if (count++ < 3)
        fall(4 + count);
    printf("%d %d %d %d\n", try(0), try(1), try(2), try(7));
    jmp_buf loop;
    volatile int i = 0;
    if (setjmp(loop) < 5)
        if (++i < 10)
            longjmp(loop, i);
    printf("%d\n", i);
    if (!setjmp(loop))
        longjmp(loop, 0);
    else
        printf("one\n");
    sigjmp_buf signals;
    if (sigsetjmp(signals, 1) == 0)
        siglongjmp(signals, 3);
    else
        printf("signals\n");
    if (!__builtin_constant_p(i) && _setjmp(outer) == 0) {
        int numbers[] = {1, 2, 3, 4};
        qsort(numbers, 4, sizeof *numbers, compare);
    } else {
        printf("out of qsort\n");
    }
    return 0;
}
