// Functions that the engine answers itself, declared as something else: what they are given and what comes
// back is adapted as in any call; an argument that is not there at all is one error.
// RUN: %ramify --output-dir=%t --cflags=-w %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.musl --libc=musl --cflags=-w %s 2>&1 | %FileCheck %s
int malloc(), calloc(), realloc(), free(), memcpy(), memset(), exit(), abort(), atexit(), setjmp(), longjmp();
int klee_make_symbolic(), klee_assume(), klee_print_expr(), klee_is_symbolic(), klee_get_value_i32(),
    klee_report_error(), klee_prefer_cex();
long klee_range();
char klee_int();
float sqrt();
int fabs(), floor(), lrint(), pow(), puts();
short __VERIFIER_nondet_int();
double __VERIFIER_nondet_char();
struct s {
    long a, b, c;
    double d;
};
struct s klee_choose(), __VERIFIER_nondet_long();
long double klee_silent_exit();
static int at_end(double x, int y) { return 1; }

int main(void)
{
    char bytes[10];
    int x, y;
    long jump[40];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, (char)4, "y", 3.0, 5);
    klee_assume(x > 3 && x < 30);
    klee_assume((char)(y > 3));
    klee_assume(y > 3 ? 1.0 : 2.0);
    long range = klee_range(x & 1, 5, "range");
    char byte = klee_int("byte");
    if (byte > range)
        x = -1;
    float root = sqrt(2);
    memcpy(bytes, "abc", 3);
    if (setjmp(jump))
        return 2;
    if (y == 77)
        longjmp(jump, 3, 4);
    klee_print_expr("e", x, 1.0, (long double)3);
    klee_is_symbolic(2.0);
    klee_is_symbolic((__int128)x);
    klee_get_value_i32(x);
    klee_get_value_i32(1.0);
    klee_get_value_i32((__int128)x);
    atexit(at_end);
    if (__VERIFIER_nondet_int() == 4 && __VERIFIER_nondet_char() > 4)
        x = -2;
    if (klee_choose(3).a > 2 || __VERIFIER_nondet_long().a > 2)
        x = -3;
    fabs(1), floor(3), lrint(2.5), pow(2.0, 3.0), pow(x, y);
    memset(bytes, x, 3);
    int size = malloc(2.0);
    klee_prefer_cex(&x, x < 10);
    struct s whole = {1, 2, 3};
    switch (x) {
    case 9:
        klee_report_error("f", 1.0, "m", "s");
    case 10:
        exit("abc");
    case 11:
        klee_make_symbolic(x, y, 3);
    case 12:
        klee_make_symbolic("abc");
    case 13:
        free(x);
    case 14:
        free();
    case 15:
        free(1.5);
    case 16:
        klee_silent_exit(x);
    case 17:
        free(whole);
    case 18:
        klee_range(whole, 3);
    case 19:
        calloc(1);
    case 20:
        longjmp(1);
    case 21:
        longjmp(jump, 1.0);
    case 22:
        realloc(bytes, x);
    }
    return x;
}
// CHECK-DAG: mismatched.c:64: invalid pointer given to klee_make_symbolic
// CHECK-DAG: mismatched.c:66: klee_make_symbolic is called with too few arguments
// CHECK-DAG: mismatched.c:68: invalid free: 0xd points to no object
// CHECK-DAG: mismatched.c:70: free is called with too few arguments
// CHECK-DAG: mismatched.c:72: invalid free: 0xab
// CHECK-DAG: mismatched.c:76: invalid free: 0xab
// CHECK-DAG: mismatched.c:78: klee_range is called with too few arguments
// CHECK-DAG: mismatched.c:80: calloc is called with too few arguments
// CHECK-DAG: mismatched.c:82: longjmp is called with too few arguments
// CHECK-DAG: mismatched.c:86: invalid free: free of a local variable
// CHECK: done: errors = 11
