// A number made of two addresses is one number: it decides branches, indexes tables, is printed and converted,
// without a question to a solver and without anything being left out.
// RUN: %ramify --cflags=-O0 --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: grep -A1 '"queries"' %t/summary.json | grep -q '"total": 0'
// CHECK: partially completed paths = 0
// CHECK: errors = 0
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
typedef uintptr_t word;
static int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; }
int main(void)
{
    long d = (char *)b - (char *)a;
    word x = (word)a ^ (word)b;
    char text[64];
    printf("%ld %lx\n", d, x);
    sprintf(text, "%ld", d);
    assert(atol(text) == d);
    printf("%s %p\n", text, (void *)x);
    write(1, &d, sizeof d);
    switch (d) {
    case 32:
    case 16:
    case 48:
        puts("near");
        break;
    default:
        puts("far");
    }
    switch (d & 3) {
    case 0:
        puts("aligned");
        break;
    default:
        puts("odd");
    }
    int table[64] = {0};
    table[(d >> 2) & 63]++;
    table[x % 64]++;
    table[x * 2654435761u >> 3 & 63] += 3;
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum += table[i];
    assert(sum == 5);
    double real = (double)d;
    assert(real == (double)(long)((word)b - (word)a));
    char *m = malloc((word)b - (word)a);
    memset(m, (int)d, (size_t)(x & 31));
    memcpy(m, a, (size_t)(d & 15));
    free(m);
    int *h = malloc(8), *h2 = malloc(8);
    word dd = (word)h2 - (word)h;
    free((void *)((word)h + dd));
    free(h);
    word df = (word)g - (word)f;
    int (*fp)(int) = (int (*)(int))((word)f + df);
    assert(fp(1) == 3);
    char buffer[4096];
    if (d > 0)
        for (long i = 0; i < d && i < 100; i++)
            buffer[i] = 1;
    assert(d % 7 == (long)((word)b - (word)a) % 7);
    exit((int)d & 0);
}
