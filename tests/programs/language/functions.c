// Function pointers, tables, casts, unprototyped calls, aliases, weak symbols, ifunc, thread-locals.
// RUN: %S/same.sh "%ramify" %s %t -std=gnu11
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
typedef int operation(int, int);
static operation *const table[] = {plus, minus, times, NULL};
static struct {
    const char *name;
    operation *call;
} named[] = {{"plus", plus}, {"minus", minus}, {"times", &times}};

static operation *choose(int i) { return i < 0 ? NULL : table[i]; }
static int apply(operation *f, int a, int b) { return f(a, b); }
static int (*(*chooser)(int))(int, int) = choose;

int old();
int old(a, b, c) int a; char b; double c;
{
    return a + b + (int)c;
}
static double half(double x) { return x / 2; }

int original(int x) { return x * 2; }
int renamed(int x) __attribute__((alias("original")));
int variable = 42;
extern int other_variable __attribute__((alias("variable")));

__attribute__((weak)) int weak_defined(void) { return 7; }
__attribute__((weak)) int weak_missing(void);
extern int weak_variable __attribute__((weak));

static int fast(void) { return 100; }
static int slow(void) { return 200; }
static int (*resolve(void))(void) { return variable > 10 ? fast : slow; }
int chosen(void) __attribute__((ifunc("resolve")));

static _Thread_local int per_thread = 5;
static __thread char *text = "thread";
_Thread_local int zero[4];

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static inline __attribute__((always_inline)) int inlined(int x) { return x + 1; }
__attribute__((const)) static int constant_function(int x) { return x * x; }
static void nothing(void) {}

int main(int argc, char **argv)
{
    for (int i = 0; table[i]; i++)
        printf("%d %d\n", table[i](7, 3), apply(chooser(i), 10, 4));
    for (unsigned i = 0; i < 3; i++)
        printf("%s %d\n", named[i].name, (*named[i].call)(6, 2));
    printf("%d %d\n", choose(-1) == NULL, choose(1) == minus);
    printf("%d\n", old(1, 'a', 2.5));
    int (*unprototyped)() = (int (*)())plus;
    printf("%d\n", unprototyped(5, 6));
    void *erased = (void *)half;
    double (*restored)(double) = (double (*)(double))erased;
    printf("%a\n", restored(5));
    uintptr_t number = (uintptr_t)times;
    printf("%d\n", ((operation *)number)(6, 7));
    operation *copy;
    memcpy(&copy, &table[1], sizeof copy);
    printf("%d\n", copy(1, 2));
    printf("%d %d %d\n", renamed(21), renamed == original, other_variable);
    other_variable = 43;
    printf("%d %d\n", variable, &variable == &other_variable);
    printf("%d %d %d\n", weak_defined(), weak_missing ? weak_missing() : -1, &weak_variable == NULL);
    printf("%d\n", chosen());
    int (*pointer)(void) = chosen;
    printf("%d\n", pointer());
    per_thread += 3;
    zero[2] = per_thread;
    printf("%d %s %d\n", per_thread, text, zero[2] + zero[1]);
    int numbers[] = {5, 2, 9, -1, 7};
    qsort(numbers, 5, sizeof *numbers, compare);
    printf("%d %d %d\n", numbers[0], numbers[2], numbers[4]);
    printf("%d %d\n", inlined(3), constant_function(4));
    void (*volatile none)(void) = nothing;
    none();
    (*****none)();
    printf("%d %d\n", argc, argv[argc] == NULL);
    return variable;
}
