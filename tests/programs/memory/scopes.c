// Local variables whose block has been left; and blocks that are entered and left in every way.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: for test in %t/*.ptr.err; do %ramify replay %s ${test%%.ptr.err}.ktest 2>&1; done | %FileCheck --check-prefix=REPLAY %s
#include <klee/klee.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static int *kept, **keep = &kept;
static jmp_buf back;
static void take(int *p) { *keep = p; }

static int block(void)
{
    int *q;
    {
        int x = 3;
        q = &x;
    }
    return *q; // CHECK-DAG: scopes.c:[[@LINE]]: use after scope: read of 4 bytes at offset 0 of a local object of 4 bytes allocated at {{.*}}, whose block has been left
}

static int loop(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i == 2)
            sum += *kept;
        take(&x);
        sum += *kept;
    }
    return sum + *kept; // CHECK-DAG: scopes.c:[[@LINE]]: use after scope
}

static int condition(int c)
{
    char *text = "text";
    if (c) {
        char buffer[8];
        strcpy(buffer, "buffer");
        text = buffer;
    }
    return text[0]; // CHECK-DAG: scopes.c:[[@LINE]]: use after scope
}

static int symbolic(unsigned at)
{
    int *p[2], outer = 1;
    p[0] = &outer;
    {
        int inner = 2;
        p[1] = &inner;
    }
    return *p[at & 1]; // CHECK-DAG: scopes.c:[[@LINE]]: use after scope
}

static void write(void)
{
    struct { int a[50]; } *p;
    {
        struct { int a[50]; } s = {{0}};
        p = (void *)&s;
    }
    memset(p, 0, sizeof *p); // CHECK-DAG: scopes.c:[[@LINE]]: use after scope: write of 200 bytes
}

/* these are right */
static int again(void)
{
    int turns = 0;
again: {
    int x = turns;
    take(&x);
    if (++turns < 3)
        goto again;
    return *kept;
}
}

static int into(int x)
{
    if (x)
        goto in;
    {
        int y;
    in:
        y = 5;
        take(&y);
        if (x++ < 3)
            goto in;
        return *kept;
    }
}

static int jump(void)
{
    volatile int turns = 0;
    {
        int x = 7;
        take(&x);
        if (setjmp(back))
            return *kept;
    }
    if (turns++ < 1)
        longjmp(back, 1);
    return 0;
}

static int choose(int x)
{
    int *p = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        switch ((x + i) & 3) {
            int y;
        case 1:
            y = 3;
            take(&y);
            break;
        case 2: {
            int z = 4;
            take(&z);
            sum += *kept;
            continue;
        }
        default: y = 5; take(&y);
        }
        int w = i;
        p = &w;
        take(p);
        sum += *p;
    }
    return sum;
}

static int memory(int n)
{
    int sum = 0;
    for (int i = 1; i < 3; i++) {
        int array[n + i + 1], *p = array;
        take(p);
        array[i] = i;
        sum += kept[i];
    }
    return sum;
}

int main(void)
{
    int x = klee_range(0, 2, "x");
    switch (klee_range(0, 10, "which")) {
    case 0: return block();
    case 1: return loop();
    case 2: return condition(x);
    case 3: return symbolic((unsigned)x);
    case 4: write(); break;
    case 5: return again() != 2 ? abort(), 1 : 0;
    case 6: return into(x) != 5 ? abort(), 1 : 0;
    case 7: return jump() != 7 ? abort(), 1 : 0;
    case 8: return choose(x) == 0;
    case 9: return memory(x) != 3 ? abort(), 1 : 0;
    }
    return 0;
}
// CHECK: done: errors = 5
// REPLAY-COUNT-5: reproduced: use-after-scope
