// Calls whose type is not the function's: the callee finds what x86-64 has where it looks.
// RUN: %ramify --output-dir=%t --cflags=-w %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.musl --libc=musl --cflags=-w %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.segments --memory=segments --cflags=-w %s 2>&1 | %FileCheck %s
// The machine says the same.
// RUN: %clang -w -DNATIVE -I%S/../../../include %s -o native && ./native
#include <assert.h>
#ifdef NATIVE
static int klee_range(int from, int to, const char *name) { return from; }
#else
#include <klee/klee.h>
#endif

struct big {
    long a[4];
};
struct two {
    int a, b;
};
struct mixed {
    double d;
    long l;
};

// another type for a name that is defined here, as another file has it
_Bool truth(void) { return klee_range(1, 2, "truth"); }
int truth_as_int() __asm__("truth");
int number(void) { return klee_range(0x100, 0x300, "number"); }
_Bool number_as_truth(void) __asm__("number");
static void nothing(void) {}
static int first(int a, int b) { return a; }
static int last_of_eight(int a, int b, int c, int d, int e, int f, int g, int h) { return h; }
static double twice(double d) { return 2 * d; }
static long long wide(long long x) { return x + 1; }
static char narrow(char x) { return x; }
static __int128 very_wide(__int128 x) { return x + 1; }
static long double extended(long double x) { return x + 1; }
static long sum(struct big b) { return b.a[0] + b.a[1] + b.a[2] + b.a[3]; }
static struct big make_big(int k) { return (struct big){{k, k, k, k}}; }
static struct two make_two(int a) { return (struct two){a, a + 1}; }
static struct mixed make_mixed(int a) { return (struct mixed){a, a}; }
static int add(int count, ...)
{
    __builtin_va_list list;
    int total = 0;
    __builtin_va_start(list, count);
    for (int i = 0; i < count; i++)
        total += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return total;
}
static double add_doubles(int count, ...)
{
    __builtin_va_list list;
    double total = 0;
    __builtin_va_start(list, count);
    for (int i = 0; i < count; i++)
        total += __builtin_va_arg(list, double);
    __builtin_va_end(list);
    return total;
}
static int *address(int *p) { return p; }

#define AS(type, function) ((type)(function))

int main(void)
{
    int x = klee_range(0, 1000, "x");
    struct big four = {{1, 2, 3, x}};
    assert((truth_as_int() & 0xff) == 1);
    assert(((unsigned char)number_as_truth() & ~1) == 0);
    // too few, too many, and none that are wanted
    assert(AS(int (*)(int), first)(x) == x);
    assert(AS(int (*)(int, int, int, double), first)(x, 1, 2, 3.0) == x);
    AS(int (*)(int), nothing)(x);
    AS(void (*)(int), first)(x);
    AS(int (*)(void), nothing)();
    // other widths: cut off, or with what lies above them
    assert(AS(long long (*)(int), wide)(x) == x + 1);
    assert(AS(char (*)(long), narrow)(0x4100 + 7) == 7);
    assert(AS(short (*)(int), first)(0x12345) == 0x2345);
    assert(AS(int (*)(short, short), first)(-5, 0) == -5);
    assert(AS(long (*)(long, long), very_wide)(-1, x) == 0);
    assert(AS(__int128 (*)(long, long), very_wide)(-1, x) >> 64 == x + 1);
    assert(*AS(int *(*)(long), address)((long)&x) == x);
    // integers and floats pass in registers of their own
    assert(AS(int (*)(double, int), first)(1.5, x) == x);
    assert(AS(double (*)(int, double), twice)(x, 1.5) == 3.0);
    AS(int (*)(int), twice)(1);
    AS(long double (*)(int), first)(1);
    AS(int (*)(int), extended)(1);
    assert(AS(long double (*)(int, long double), extended)(1, 2.0L) == 3);
    // what has no register left lies on the stack, and structures there, too
    assert(AS(long (*)(long, long, long, long, long, long, long, int), last_of_eight)(1, 2, 3, 4, 5, 6, 7,
                                                                                      x) == x);
    assert(AS(long (*)(int, int, int, int, int, int, long, long, long, long), sum)(0, 0, 0, 0, 0, 0, 1, 2, 3,
                                                                                   x) == 6 + x);
    assert(AS(int (*)(int, int, int, int, int, int, struct big), last_of_eight)(0, 0, 0, 0, 0, 0, four) == 2);
    assert(AS(long (*)(int, struct big), sum)(9, four) == 6 + x);
    AS(long (*)(int), sum)(9);
    AS(void (*)(struct big), make_two)(four);
    struct two two = {x, 5};
    assert(AS(int (*)(struct two), first)(two) == x);
    assert(AS(long (*)(int), make_two)(3) == (4L << 32 | 3));
    assert(AS(double (*)(int), make_mixed)(3) == 3.0);
    assert(AS(struct mixed(*)(int, double), twice)(1, 2.0).d == 4.0);
    struct big made;
    AS(void (*)(struct big *, int), make_big)(&made, x);
    assert(made.a[3] == x);
    // variadic or not
    assert(AS(int (*)(int, int, int, int), add)(3, 10, 20, x) == 30 + x);
    assert(AS(int (*)(int, int, int, int, int, int, int, int, int), add)(8, 1, 1, 1, 1, 1, 1, 1, x) == 7 + x);
    assert(AS(int (*)(int, ...), last_of_eight)(1, 2, 3, 4, 5, 6, 7, x) == x);
    assert(AS(int (*)(char, ...), add)(2, x, 1) == x + 1);
    assert(AS(double (*)(int, double, double), add_doubles)(2, 1.0, 2.0) == 3.0);
    return 0;
}
// CHECK-NOT: ERROR
// CHECK: done: errors = 0
