"""Random C programs over one to three input bytes, rich in what the engine optimises.

A program is a tree of statements that work on the same few variables, so that any of them can be left out and the rest is
still a program (reduce.py does). It says what it computes by seen(), never an address, and it has no undefined behaviour but
what is planted: an access out of bounds, a null pointer, a division by zero, and so on, for some inputs.
Each statement that can fail is one line, which names it."""
import math
import random

HEAD = """#include <klee/klee.h>
#include <assert.h>
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
#include "behaviour.h"

typedef unsigned u32;
typedef unsigned char u8;
typedef unsigned long u64;
typedef unsigned __int128 u128;

struct pair { int *p, *q; long k; };
struct node { int key; short small; struct node *next; long value; u8 text[8]; };
struct bits { u32 a : 3, b : 5, c : 11; int d : 6; u64 e : 33; };
struct small { short a; u8 b, c; };
struct large { int a[6]; u8 b; double c; };
union word { u32 u; int i; float f; u8 c[4]; short s[2]; };
union wide { u64 u; double d; void *p; u32 half[2]; u8 c[8]; };

static u8 in[BYTES];
static u32 x[6];
static int A[4] = {10, 20, 30, 40}, B[6] = {1, 2, 3, 5, 8, 13};
static const u8 T8[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static const u32 T32[8] = {0, 7, 0x80000000u, 0xffffffffu, 256, 31, 65537, 12};
static const short T16[12] = {-1, 5, 300, -300, 0, 32767, -32768, 8, 9, 10, 11, 12};
static const int K[3] = {100, 200, 300};
static u8 bytes[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static int *P[8];
static int **PP[3];
static struct node N[3] = {{1, 1, &N[1], 11, "one"}, {2, 2, &N[2], 22, "two"}, {3, 3, 0, 33, "three"}};
static struct node *Q[4];
static char S[16];
static const char *const names[4] = {"zero", "one", "fifteen", ""};
static int *H;
static struct pair W[6];             /* p is never null but where a bug is planted */
static uintptr_t U[4];               /* pointers of P with their lowest bits used */
static u8 raw[51];                   /* six pointers, anywhere */
static struct { struct node *first; int (*f)(int); u8 row[5]; } G2[3];
static int **HP;                     /* six pointers on the heap */
static jmp_buf back;

static int f_inc(int v) { return v + 1; }
static int f_neg(int v) { return -v; }
static int f_tab(int v) { return A[v & 3]; }
static int f_store(int v) { B[v & 3] = v; return v * 3; }
static int (*const F[4])(int) = {f_inc, f_neg, f_tab, f_store};

static int add_all(int count, ...)
{
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += i & 1 ? (int)va_arg(list, long) : va_arg(list, int);
    va_end(list);
    return sum;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static u32 gcd(u32 a, u32 b) { return b ? gcd(b, a % b) : a; }
static int by_value(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int by_last_digit(const void *a, const void *b) { int l = *(const int *)a, r = *(const int *)b; return l % 10 != r % 10 ? l % 10 - r % 10 : l - r; }
static u32 counter(u32 step) { static u32 total = 5; return total += step; }
static struct small turn(struct small s) { struct small r = {(short)(s.a + 1), s.c, s.b}; return r; }
static struct large widen(struct large l, int i) { l.a[i & 3] += 7; l.b ^= (u8)i; l.c += 0.5; return l; }
static int *pick(int which, int *a, int *b) { return which & 1 ? a : b; }
static void jump(int how) { longjmp(back, how); }
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
static int *gone(int v) { int local[2] = {v, v + 1}; int *volatile p = local; return p + 1; }
static int word_of(const char *s, char out[8]) { int n = 0; while (s[n] && n < 7) { out[n] = s[n]; n++; } out[n] = 0; return n; }
"""

START = """    int D[4] = {5, 6, 7, 8};
    struct node local = {.key = 77, .small = -7, .value = -5};
    H = malloc(5 * sizeof *H);
    for (int i = 0; i < 5; i++) H[i] = i * i;
    P[0] = A; P[1] = &B[1]; P[2] = &D[2]; P[3] = H; P[4] = &A[2]; P[5] = B; P[6] = &H[1]; P[7] = D;
    PP[0] = P; PP[1] = &P[2]; PP[2] = &P[4];
    Q[0] = &N[0]; Q[1] = calloc(1, sizeof **Q); Q[2] = &local; Q[3] = &N[2];
    Q[1]->next = Q[0]; Q[1]->key = 9; Q[1]->value = 99;
    HP = malloc(6 * sizeof *HP);
    for (int i = 0; i < 6; i++) { W[i].p = P[i]; W[i].q = i & 1 ? &B[i - 1] : 0; W[i].k = i * 5; memcpy(raw + 3 + 8 * i, &P[i], 8); HP[i] = P[i + 1]; }
    for (int i = 0; i < 4; i++) U[i] = (uintptr_t)P[i] | (u32)i;
    for (int i = 0; i < 3; i++) { G2[i].first = Q[i]; G2[i].f = F[i]; memset(G2[i].row, i, 5); }
    strcpy(S, "a-12 x");
"""

END = """    for (int i = 0; i < 6; i++) seen(x[i]);
    for (int i = 0; i < 4; i++) seen((u32)A[i] ^ (u32)D[i]);
    for (int i = 0; i < 6; i++) seen((u32)B[i]);
    for (int i = 0; i < 3; i++) seen((u64)N[i].key ^ (u64)N[i].value);
    for (int i = 0; i < 16; i++) seen(bytes[i] ^ (u64)(u8)S[i] << 8);
    for (int i = 0; i < 6; i++) seen((u64)W[i].k ^ (W[i].q != 0));
    finish(digest);
    return (int)(x[0] & 3);
"""


class Statement:
    """lines, then the inner statements, then more lines; alone says whether the inner ones make sense without."""
    def __init__(self, before, inner=(), after=(), alone=True):
        self.before, self.inner, self.after, self.alone = before, list(inner), after, alone
        self.number = None


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.depth = 0
        self.bugs = 0
        self.functions = []
        self.parameter = None
        self.ranges = self.choose_ranges()
        self.wants_bugs = self.random.choice((0, 0, 1, 1, 2, 3))
        self.body = [self.statement() for _ in range(self.random.randrange(3, 9))]
        for _ in range(self.wants_bugs):
            self.body.insert(self.random.randrange(len(self.body) + 1), self.bug())
        self.count = 0
        self.number_all(self.body + self.functions)

    def number_all(self, statements):
        for statement in statements:
            statement.number = self.count
            self.count += 1
            self.number_all(statement.inner)

    # ---- the inputs: each byte has a first value and so many values

    def choose_ranges(self):
        first = lambda: self.choose(0, 0, 0, 1, 32, 45, 48, 48, 97, 120, 250)
        width = self.choose(1, 2, 2, 2, 3)
        sizes = {1: (16, 64, 256, 256), 2: (8, 16, 16, 32, 64), 3: (4, 8, 8, 16)}[width]
        return [(0 if size == 256 else min(first(), 256 - size), size)
                for size in (self.choose(*sizes) for _ in range(width))]

    # ---- expressions

    def choose(self, *options):
        return self.random.choice(options)

    def below(self, n):
        return self.random.randrange(n)

    def byte(self):
        return f"in[{self.below(len(self.ranges))}]"

    def leaf(self):
        return self.choose(self.byte(), self.byte(), self.byte(), f"x[{self.below(6)}]", f"x[{self.below(6)}]",
                           str(self.choose(0, 1, 2, 3, 7, 8, 31, 100, 255, 256, 65535, "0x80000000u", "0xffffffffu")),
                           f"(u32)A[{self.below(4)}]", *([self.parameter] * 3 if self.parameter else []))

    def number(self, depth=2):
        """An expression of an unsigned type, at most 32 bits."""
        if depth <= 0 or self.random.random() < 0.25:
            return self.leaf()
        a, b = self.number(depth - 1), self.number(depth - 1)
        return self.choose(
            f"({a} + {b})",
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} & {b})",
            f"({a} ^ {b})",
            f"({a} | {b})",
            f"((u32){a} / ({b} | 1))",
            f"((u32){a} % ({b} | 3))",
            f"((u32){a} << ({b} & 7))",
            f"((u32){a} >> ({b} & 31))",
            f"T8[{a} & 15]",
            f"T8[({a} + {b}) & 15]",
            f"T32[{a} & 7]",
            f"(u32)T16[(u32){a} % 12]",
            f"T8[T8[{a} & 15]]",
            f"(u32)(signed char){a}",
            f"(u32)(short){a}",
            f"(u32)(u8){a}",
            f"(u32)((int)({a}) >> ({b} & 7))",
            f"({self.condition(depth - 1)} ? {a} : {b})",
            f"(u32)A[{a} & 3]",
            f"(u32)bytes[{a} & 15]",
            f"~(u32){a}",
            f"(u32)({self.condition(depth - 1)})")

    def index(self, n, depth=1):
        """An expression below n."""
        e = self.choose(self.byte(), self.number(depth))
        return f"({e} & {n - 1})" if n & n - 1 == 0 else f"((u32)({e}) % {n})"

    def condition(self, depth=1):
        a, b = self.number(depth), self.choose(self.number(depth), str(self.below(20)), str(self.below(256)))
        operator = self.choose("==", "!=", "<", "<=", ">", ">=")
        return self.choose(f"(u32){a} {operator} (u32){b}", f"(int){a} {operator} (int){b}", f"{self.byte()} {operator} {self.near()}",
                           f"({a} & {1 << self.below(6)}) != 0", f"(signed char){a} {operator} (signed char){b}",
                           f"{self.byte()} % {self.choose(2, 3, 5)} == {self.below(3)}")

    def near(self):
        """A constant that some byte can be."""
        first, size = self.choose(*self.ranges)
        return first + self.below(size)

    def variable(self):
        return f"x[{self.below(6)}]"

    def rare(self):
        """A condition that holds for some inputs, not for many."""
        place = self.below(len(self.ranges))
        first, size = self.ranges[place]
        return self.choose(f"in[{place}] == {first + self.below(size)}", f"in[{place}] >= {first + size - 1 - self.below(2)}",
                           f"(in[{place}] & 15) == {(first + self.below(size)) & 15}", f"T8[in[{place}] & 15] == {self.choose(8, 7, 6, 2)}")

    def name(self):
        self.names += 1
        return f"v{self.names}"

    # ---- statements

    def statement(self):
        kinds = [self.pairs, self.pairs, self.numbers_of_pointers, self.raw_bytes, self.shared_text, self.heap_tables, self.narrowing,
                 self.table, self.pointers, self.structures, self.punning, self.moves, self.masks, self.strings, self.numbers_of_text,
                 self.jumps, self.calls, self.floats, self.bits, self.wide, self.heap, self.sorting, self.printing, self.simple]
        if self.depth < 2:
            kinds += [self.branch, self.branch, self.loop, self.switch, self.function, self.branch]
        return self.random.choice(kinds)()

    def lines(self, *options):
        return Statement([self.random.choice(options)])

    def block(self, least=1):
        self.depth += 1
        inner = [self.statement() for _ in range(self.random.randrange(least, 4 - self.depth))] if self.depth < 3 else [self.simple()]
        self.depth -= 1
        return inner

    def simple(self):
        return self.lines(
            f"{self.variable()} = {self.number(3)};",
            f"{self.variable()} {self.choose('+=', '-=', '^=', '*=')} {self.number()};",
                          f"seen({self.number()});", f"{self.variable()} = {self.condition()};")

    def branch(self):
        if self.random.random() < 0.4:
            return Statement([f"if ({self.condition()}) {{"], self.block(), ["}"])
        inner = self.block()
        return Statement([f"if ({self.choose(self.condition(), self.rare())}) {{ seen({self.below(99)});"],
                         inner, [f"}} else {self.simple().before[0]}"])

    def loop(self):
        i = self.name()
        return Statement([f"for (u32 {i} = 0; {i} < {self.choose(self.index(4), self.index(3), 2, 3)}; {i}++) {{"],
                         self.block(), [f"x[{self.below(6)}] += {i}; }}"])

    def switch(self):
        e = self.choose(self.index(4), self.index(5), self.byte())
        base = 0 if "%" in e or "&" in e else self.near()
        cases = [f"case {base + c if base + c < 256 else c}: {self.simple().before[0]} {self.choose('break;', 'break;', '/* on */')}" for c in range(3)]
        return Statement([f"switch ({e}) {{", *cases, "default:"], self.block(), ["}"])

    def function(self):
        if len(self.functions) > 2 or self.parameter:
            return self.simple()
        self.parameter = "a"
        called = self.name()
        body = self.block()
        self.functions.append(Statement([f"static u32 {called}(u32 a)", "{", f"static u32 before = {self.below(9)};"], body,
                                        [f"before += a & 3; return {self.number()} ^ before; }}"], alone=False))
        self.parameter = None
        return self.lines(
            f"{self.variable()} = {called}({self.number()});",
            f"{self.variable()} += {called}(1) ^ {called}({self.number()});")

    def table(self):
        v, i = self.variable(), self.name()
        return self.lines(
            f"{v} = T8[{self.index(16)}];",
            f"{v} = T32[T8[{self.index(16)}] & 7];",
            f"{v} = (u32)T16[{self.index(12)}] * {self.number(1)};",
            f"{{ u32 {i}[8]; for (u32 k = 0; k < 8; k++) {i}[k] = k * {self.number(1)}; {v} = {i}[{self.index(8)}]; }}",
            f"{{ u8 {i}[16]; for (u32 k = 0; k < 16; k++) {i}[k] = (u8)(T8[k] + k * k); {v} = {i}[{i}[{self.index(16)}] & 15]; }}",
            f"bytes[{self.index(16)}] = (u8){self.number()};",
            f"A[{self.index(4)}] = (int){self.number()};",
            f"B[{self.index(6)}] += A[{self.index(4)}];",
            f"bytes[{self.index(16)}] ^= bytes[{self.index(16)}];",
            f"if (T8[{self.index(16)}] {self.choose('==', '<', '>')} {self.below(10)}) {v} ^= {self.number(1)};",
            f"{{ int {i}[3][4]; for (int k = 0; k < 12; k++) {i}[k / 4][k % 4] = k * 5; {i}[{self.index(3)}][{self.index(4)}] = 1; {v} += (u32){i}[{self.index(3)}][{self.index(4)}]; }}",
            f"{{ u8 *{i} = (u8 *)T32; {v} = {i}[{self.index(32)}]; }}",
            f"{{ u32 {i}; memcpy(&{i}, T8 + {self.index(13)}, 4); {v} = {i}; }}")

    def pointers(self):
        v, q = self.variable(), self.name()
        i, j = self.index(8), self.index(8)
        return self.lines(
            f"{v} = (u32)*P[{i}];",
            f"{v} ^= (u32)P[{i}][{self.below(2)}];",
            f"*P[{i}] = (int){self.number()};",
            f"P[{i}] = P[{j}];",
            f"P[{i}] = &A[{self.index(3)}];",
            f"P[{i}] = H + {self.index(4)};",
            f"{v} = P[{i}] == P[{j}];",
            f"{v} = P[{i}] != &A[{self.index(4)}];",
            f"{{ int **{q} = &P[{self.index(7)}]; {v} += (u32)**{q} + (u32)*{q}[1]; }}",
            f"{{ int **{q} = PP[{self.index(3)}]; *{q}[{self.index(4)}] += 3; }}",
            f"{{ int ***{q} = &PP[{self.index(3)}]; {v} = (u32)***{q}; }}",
            f"swap(&P[{i}], &P[{j}]);",
            f"PP[{self.index(3)}] = &P[{self.index(4)}];",
            f"{{ int *{q} = {self.condition()} ? &A[{self.index(4)}] : P[{i}]; {v} ^= (u32)*{q}; }}",
            f"{{ int *{q} = {self.condition()} ? &A[{self.index(4)}] : P[{i}]; *{q} = (int){self.number(1)}; }}",
            f"{{ int *{q} = pick({self.byte()}, P[{i}], &B[{self.index(6)}]); {v} += (u32)*{q}; }}",
            f"{{ int *{q} = &B[{self.index(6)}]; {v} = (u32)({q} - B) + ({q} > &B[{self.below(6)}]); }}",
            f"{{ int *{q} = 0; if ({self.condition()}) {q} = P[{i}]; if ({q}) {v} = (u32)*{q}; else {v} += 5; }}",
            f"{{ const char *{q} = names[{self.index(4)}]; {v} = (u32)strlen({q}) + (u8){q}[0]; }}",
            f"{{ const char *{q} = names[{self.index(4)}]; {v} = 0; while (*{q}) {v} = {v} * 3 + (u8)*{q}++; }}")

    def structures(self):
        v, q = self.variable(), self.name()
        i, j = self.index(4), self.index(4)
        return self.lines(
            f"{v} = (u32)Q[{i}]->key;",
            f"Q[{i}]->small = (short){self.number()};",
            f"Q[{i}]->value += {self.byte()};",
            f"Q[{i}] = Q[{j}];",
            f"*Q[{i}] = *Q[{j}];",
            f"Q[{i}]->next = Q[{j}];",
            f"if (Q[{i}]->next) {v} = (u32)Q[{i}]->next->value;",
            f"if (Q[{i}]->next) Q[{i}]->next->text[{self.index(8)}] = (u8){self.number(1)};",
            f"{v} += Q[{i}]->text[{self.index(8)}];",
            f"{{ struct node *{q} = Q[{i}]; for (int k = 0; k < 3 && {q}; k++) {{ {v} = {v} * 3 + (u32){q}->key; {q} = {q}->next; }} }}",
            f"{{ struct node {q} = *Q[{i}]; {q}.key++; N[{self.index(3)}] = {q}; }}",
            f"{v} = Q[{i}] == Q[{j}];",
            f"{v} = N[{self.index(3)}].next == &N[{self.index(3)}];",
            f"{{ struct small {q} = {{(short){self.number(1)}, {self.byte()}, 3}}; {q} = turn(turn({q})); {v} = (u32){q}.a * 7 + {q}.b; }}",
            f"{{ struct large {q} = {{{{1, 2, 3, 4, 5, 6}}, {self.byte()}, 1.5}}; {q} = widen({q}, (int){self.index(4)}); {v} = (u32){q}.a[{i}] + {q}.b; }}",
            f"{{ int *{q} = &Q[{i}]->key; *{q} += 4; {v} ^= (u32)*{q}; }}",
            f"memcpy(Q[{i}]->text, bytes + {self.index(8)}, {self.index(8)});")

    def punning(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"{{ union word {q} = {{.u = {self.number()}}}; {v} = {q}.c[{self.index(4)}]; }}",
            f"{{ union word {q} = {{.f = (float){self.byte()}}}; {v} = {q}.u >> {self.below(24)}; }}",
            f"{{ union word {q} = {{.u = {self.number()}}}; {q}.c[{self.index(4)}] = 7; {v} = {q}.u; }}",
            f"{{ union wide {q} = {{.u = {self.number()}}}; {q}.half[{self.index(2)}] ^= 5; {v} = (u32)({q}.u >> 30); }}",
            f"{{ u32 {q}; memcpy(&{q}, bytes + {self.index(12)}, 4); {v} = {q}; }}",
            f"{{ u32 {q} = {self.number()}; memcpy(bytes + {self.index(12)}, &{q}, 4); }}",
            f"{{ union wide {q} = {{.p = P[{self.index(8)}]}}; {v} = (u32)*(int *){q}.p; }}",
            f"{{ u8 *{q} = (u8 *)A; {v} = {q}[{self.index(16)}]; }}",
            f"{{ u8 *{q} = (u8 *)A; {q}[{self.index(16)}] = (u8){self.number()}; }}",
            f"{{ short *{q} = (short *)B; {v} = (u32){q}[{self.index(12)}]; {q}[{self.index(12)}] = 3; }}",
            f"{{ u8 {q}[8]; int *p = P[{self.index(8)}], *r; for (u32 k = 0; k < 8; k++) {q}[k] = ((u8 *)&p)[k]; memcpy(&r, {q}, 8); {v} = (u32)*r; }}",
            f"{{ u8 {q}[9] = {{0}}; memcpy({q} + {self.index(2)}, &P[{self.index(8)}], 7); {v} ^= {q}[{self.below(2)}] & 0; }}",
            f"{{ union wide a, {q}; a.p = P[{self.index(8)}]; {q}.half[0] = a.half[0]; {q}.half[1] = a.half[1]; {v} = (u32)*(int *){q}.p; }}",
            f"{{ struct pair a = {{P[{self.index(8)}], A, 3}}, {q}; for (u32 k = 0; k < sizeof a; k++) ((u8 *)&{q})[k] = ((u8 *)&a)[k]; {v} = (u32)*{q}.p + (u32){q}.k; }}")

    def moves(self):
        v, q = self.variable(), self.name()
        size = self.choose(3, 4, 6)
        setup = (f"struct pair {q}[{size}]; memset({q}, 0, sizeof {q}); for (int k = 0; k < {size}; k++) "
                 f"{{ {q}[k].p = &B[k]; {q}[k].q = &A[k & 3]; {q}[k].k = k * 5; }}")
        i, j, n = self.index(size - 1), self.index(size - 1), self.choose(1, self.index(2))
        use = self.choose(f"{v} = (u32)*{q}[{self.index(size)}].p;", f"{v} = (u32)*{q}[{self.below(size)}].q + (u32){q}[{self.index(size)}].k;")
        return self.lines(
            f"{{ {setup} memmove(&{q}[{i}], &{q}[{j}], {n} * sizeof *{q}); {use} }}",
            f"{{ {setup} memmove(&{q}[{self.index(2)}], &{q}[0], 2 * sizeof *{q}); {use} }}",
            f"{{ {setup} if ({i} != {j}) memcpy(&{q}[{i}], &{q}[{j}], sizeof *{q}); {use} }}",
            f"{{ {setup} {q}[{i}] = {q}[{j}]; {use} }}",
            f"{{ {setup} struct pair t = {q}[{i}]; {q}[{i}] = {q}[{j}]; {q}[{j}] = t; {use} }}",
            f"{{ {setup} memset(&{q}[{i}], 0, {n} * sizeof *{q}); int *t = {q}[{j}].p; {v} = t ? (u32)*t : 9; }}",
            f"memmove(bytes + {self.index(8)}, bytes + {self.index(8)}, {self.index(8)});",
            f"memset(bytes + {self.index(8)}, (int){self.byte()}, {self.index(8)});",
            f"memmove(&P[{self.index(4)}], &P[{self.index(4)}], {self.index(4)} * sizeof *P);",
            f"{v} = memcmp(bytes + {self.index(8)}, T8 + {self.index(8)}, {self.index(8)}) > 0;",
            f"{v} = memcmp(&A[{self.index(3)}], &B[{self.index(3)}], {self.index(8)}) == 0;",
            f"{{ u8 {q}[16]; memset({q}, 7, 16); memcpy({q} + {self.index(4)}, &A[{self.index(3)}], 4); {v} = {q}[{self.index(16)}]; }}",
            f"{{ u8 *{q} = memchr(bytes, {self.byte()}, {self.index(16)}); {v} = {q} ? (u32)({q} - bytes) : 99; }}")

    def pairs(self):
        """What outlives a statement: structures with pointers that are moved about."""
        v, q = self.variable(), self.name()
        i, j, n = self.index(6), self.index(6), self.choose("1", "2", self.index(3))
        return self.lines(
            f"memmove(&W[{self.index(4)}], &W[{self.index(4)}], {n} * sizeof *W);",
            f"W[{i}] = W[{j}];",
            f"W[{i}].p = P[{self.index(8)}];",
            f"W[{i}].q = W[{j}].p;",
            f"{v} = (u32)*W[{i}].p + (u32)W[{j}].k;",
            f"*W[{i}].p = (int){self.number(1)};",
            f"if (W[{i}].q) {v} ^= (u32)*W[{i}].q; else {v} += 3;",
            f"W[{i}].k = {self.number(1)};",
            f"{{ struct pair {q} = W[{i}]; W[{i}] = W[{j}]; W[{j}] = {q}; }}",
            f"{v} = W[{i}].p == W[{j}].p;",
            f"{v} = memcmp(&W[{i}], &W[{j}], sizeof *W) == 0;",
            f"{v} = memcmp(&W[{i}].p, &P[{self.index(8)}], 8) == 0;",
            f"P[{self.index(8)}] = W[{i}].p;",
            f"memcpy(&P[{self.index(8)}], &W[{i}].p, 8);",
            f"memcpy(&W[{i}], &W[{self.index(6)}], 8);" if self.below(2) else f"memcpy(&W[{i}].p, raw + 3 + 8 * {j}, 8);",
            f"for (u32 k = 0; k < 24; k++) ((u8 *)&W[{i}])[k] = ((u8 *)&W[{j}])[k];",
            f"{{ int **{q} = {self.condition()} ? &W[{i}].p : &P[{self.index(8)}]; {v} += (u32)**{q}; *{q} = A; }}",
            f"memset(&W[{i}].q, 0, {self.choose('8', '16')});",
            f"{{ u8 *{q} = (u8 *)&W[{i}].k + {self.index(8)}; *{q} = {self.byte()}; {v} = (u32)W[{j}].k; }}",
            f"{{ struct node *{q} = G2[{self.index(3)}].first; {v} = (u32)G2[{self.index(3)}].f({q}->key) + G2[{self.index(3)}].row[{self.index(5)}]; }}",
            f"G2[{self.index(3)}] = G2[{self.index(3)}];",
            f"G2[{self.index(3)}].row[{self.index(5)}] = {self.byte()};",
            f"G2[{self.index(3)}].f = F[{self.index(4)}];")

    def numbers_of_pointers(self):
        v, q = self.variable(), self.name()
        i, j = self.index(4), self.index(8)
        return self.lines(
            f"U[{i}] = (uintptr_t)P[{j}] | {self.index(4)};",
            f"{v} = (u32)*(int *)(U[{i}] & ~3ul) + (u32)(U[{i}] & 3);",
            f"U[{i}] ^= {self.index(4)};",
            f"U[{i}] = U[{self.index(4)}];",
            f"*(int *)(U[{i}] & -4l) = (int){self.number(1)};",
            f"P[{j}] = (int *)(U[{i}] - (U[{i}] & 3));",
            f"{v} = (u32)(U[{i}] & 3) == {self.index(4)};",
            f"{{ uintptr_t {q} = (uintptr_t)P[{j}] ^ (uintptr_t)P[{self.index(8)}]; int *r = (int *)({q} ^ (uintptr_t)P[{j}]); {v} = r != 0; }}",
            f"{{ uintptr_t {q} = (uintptr_t)P[{j}], r = (uintptr_t)P[{self.index(8)}]; {v} = (u32)*(int *)({q} + (r - {q})); }}",
            f"{{ uintptr_t {q} = (uintptr_t)P[{j}], r = (uintptr_t)P[{self.index(8)}]; {v} = (u32)*(int *)(({q} ^ r) ^ {q}); }}",
            f"{{ uintptr_t {q} = (uintptr_t)A + (uintptr_t)P[{j}]; {v} = (u32)*(int *)({q} - (uintptr_t)A); }}",
            f"{v} = (u32)(((uintptr_t)&W[{self.index(6)}] - (uintptr_t)W) / sizeof *W);",
            f"{v} = (u32)((int *)(U[{i}] & ~3ul) == P[{j}]);",
            f"{{ uintptr_t {q} = (uintptr_t)A + ({self.index(4)} << 2); {v} = (u32)*(int *){q}; U[{i}] = {q}; }}",
            f"{{ uintptr_t {q}; memcpy(&{q}, &P[{j}], 8); {q} += 1; {v} = (u32)*(int *)({q} - 1); }}",
            f"{{ u64 {q} = U[{i}] << 8; {v} = (u32)*(int *)(({q} >> 8) & ~3ul); }}",
            f"if ((U[{i}] & 3) == {self.below(4)}) U[{self.index(4)}] &= ~3ul;",
            f"{{ intptr_t {q} = (intptr_t)&B[{self.index(6)}] - (intptr_t)&B[{self.index(6)}]; {v} = (u32)({q} / 4); }}",
            f"{{ int *{q} = (int *)((char *)A + ((char *)&A[{self.index(4)}] - (char *)A)); {v} = (u32)*{q}; }}")

    def raw_bytes(self):
        v, q = self.variable(), self.name()
        slot = lambda: f"raw + 3 + 8 * {self.index(6)}"
        return self.lines(
            f"memcpy({slot()}, &P[{self.index(8)}], 8);",
            f"{{ int *{q}; memcpy(&{q}, {slot()}, 8); {v} = (u32)*{q}; }}",
            f"{{ int *{q}; memcpy(&{q}, {slot()}, 8); *{q} = (int){self.byte()}; }}",
            f"memmove({slot()}, {slot()}, 8);",
            f"{{ u8 *{q} = {slot()}; int *r = *(int *__attribute__((aligned(1))) *){q}; {v} = (u32)*r; }}",
            f"for (u32 k = 8; k-- > 0;) raw[3 + 8 * {self.index(6)} + k] = ((u8 *)&P[{self.below(8)}])[k];",
            f"memcpy(&P[{self.index(8)}], {slot()}, 8);",
            f"{{ u8 *{q} = {slot()}; for (u32 k = 0; k < 4; k++) {{ u8 t = {q}[k]; {q}[k] = {q}[7 - k]; {q}[7 - k] = t; }} for (u32 k = 0; k < 4; k++) {{ u8 t = {q}[k]; {q}[k] = {q}[7 - k]; {q}[7 - k] = t; }} {v} = {q} == raw + 3; }}",
            f"raw[{self.index(3)}] = {self.byte()};",
            f"{v} = raw[{self.index(3)}];",
            f"{v} = memcmp({slot()}, {slot()}, 8) == 0;",
            f"{{ u8 {q}[8]; memcpy({q}, {slot()}, 8); for (u32 k = 0; k < 8; k++) {q}[k] ^= 0x5a; for (u32 k = 0; k < 8; k++) {q}[k] ^= 0x5a; int *r; memcpy(&r, {q}, 8); {v} = (u32)*r; }}")

    def shared_text(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"S[{self.index(15)}] = (char){self.choose(self.byte(), '0', self.near())};",
            f"{v} = (u32)strlen(S);",
            f"strcpy(S + {self.index(4)}, names[{self.index(4)}]);",
            f"{v} = (u32)strlen(S + {self.index(8)});",
            f"{{ char *{q} = strchr(S, {self.choose(self.byte(), 45, 120)}); {v} = {q} ? (u32)({q} - S) : 99; }}",
            f"memmove(S + {self.index(4)}, S + {self.index(4)}, {self.index(8)});",
            f"{v} = strcmp(S, names[{self.index(4)}]) == 0;",
            f"memset(S + {self.index(4)}, {self.choose(48, 49, self.byte())}, {self.index(8)});",
            f"{v} = (u32)strtol(S + {self.index(4)}, 0, 10);",
            f"{v} = (u32)strcspn(S, \"-x1\") + (u32)strspn(S, \"a0-\") * 16;",
            f"{{ int n = 0; for (char *{q} = S; *{q}; {q}++) n += *{q} == 'x' ? 10 : 1; {v} = (u32)n; }}",
            f"S[{self.index(8)}] = 0;",
            f"{{ char {q}[16]; strcpy({q}, S); {v} = (u32)strlen({q}) * 7 + (u8){q}[{self.below(3)}]; }}",
            f"{v} = memcmp(S, names[0], {self.index(5)}) > 0;",
            f"{{ char {q}[20]; {v} = (u32)snprintf({q}, 20, \"<%s>\", S) + (u8){q}[1]; }}")

    def heap_tables(self):
        v, q = self.variable(), self.name()
        i, j = self.index(6), self.index(6)
        return self.lines(
            f"{v} = (u32)*HP[{i}];",
            f"HP[{i}] = HP[{j}];",
            f"*HP[{i}] = (int){self.number(1)};",
            f"HP = realloc(HP, (6 + {self.index(3)}) * sizeof *HP);",
            f"memcpy(HP, P, {self.index(7)} * sizeof *HP);",
            f"{{ int **{q} = malloc(6 * sizeof *{q}); memcpy({q}, HP, 6 * sizeof *{q}); free(HP); HP = {q}; }}",
            f"HP[{i}] = &H[{self.index(4)}];",
            f"{{ int *{q} = calloc(2, 4); {q}[1] = {self.byte()}; HP[{i}] = {q}; {v} = (u32)HP[{j}][1]; }}",
            f"{{ struct node *{q} = 0; for (u32 k = 0; k < {self.index(4)}; k++) {{ struct node *t = calloc(1, sizeof *t); t->next = {q}; t->key = (int)k; {q} = t; }} {v} = 0; while ({q}) {{ struct node *t = {q}->next; {v} = {v} * 5 + (u32){q}->key; free({q}); {q} = t; }} }}",
            f"{{ int **{q} = {self.condition()} ? HP : P; {v} = (u32)*{q}[{i}]; {q}[{j}] = B; }}",
            f"swap(&HP[{i}], &P[{self.index(8)}]);",
            f"{{ u8 *{q}[2] = {{malloc(2 + {self.index(4)}), calloc(6, 1)}}; {q}[0][1] = 5; {q}[0][0] = 2; {v} = {q}[{self.index(2)}][{self.index(2)}]; free({q}[{self.index(2)}]); }}")

    def narrowing(self):
        """Conditions that say something of an input, before it is used."""
        place = self.below(len(self.ranges))
        first, size = self.ranges[place]
        k = self.name()
        return self.lines(
            f"for (u32 {k} = 0; {k} < {self.choose(2, 3, 5)}; {k}++) if ((in[{place}] & 31) == {(first + self.below(size)) & 31} + {k}) break;",
            f"for (u32 {k} = 0; {k} < {self.choose(2, 4)}; {k}++) if (T8[in[{place}] & 15] == {k} + {self.below(4)}) {{ {self.variable()} = {k}; break; }}",
            f"if (in[{place}] > {first + self.below(size)}) seen(1); else if (in[{place}] & 1) seen(2);",
            f"if ((in[{place}] ^ {self.byte()}) & {1 << self.below(4)}) seen(4);",
            f"if (in[{place}] == {self.near()}) {self.variable()} = in[{place}];",
            f"klee_assume(in[{place}] != {first + self.below(size)} || {self.byte()} < 300);",
            f"switch (in[{place}] & 3) {{ case 0: seen(1); break; case 2: {self.variable()} = 4; break; }}")

    def masks(self):
        v, q = self.variable(), self.name()
        i = self.index(8)
        return self.lines(
            f"{{ uintptr_t {q} = (uintptr_t)P[{i}] | {self.index(4)}; {v} = (u32)*(int *)({q} & ~3ul) + ({q} & 3); }}",
            f"{{ uintptr_t {q} = (uintptr_t)Q[{self.index(4)}] + {self.index(4)}; {v} = (u32)((struct node *)({q} & ~(uintptr_t)7))->key; }}",
            f"{{ uintptr_t {q} = (uintptr_t)P[{i}]; P[{self.index(8)}] = (int *){q}; {v} = {q} != 0; }}",
            f"{{ uintptr_t {q} = (uintptr_t)&A[{self.index(4)}] - (uintptr_t)A; {v} = (u32){q}; }}",
            f"{{ uintptr_t {q} = (uintptr_t)A + 4 * {self.index(4)}; {v} = (u32)*(int *){q}; }}",
            f"{{ char *{q} = (char *)P[{i}] + 2; {v} = (u32)*(int *)({q} - 2); }}",
            f"{{ uintptr_t {q} = (uintptr_t)P[{i}] ^ {self.index(4)}; {v} = (u32)*(int *)({q} ^ ({q} & 3)); }}",
            f"{{ uintptr_t {q} = ~(uintptr_t)P[{i}]; {v} = (u32)*(int *)~{q}; }}",
            f"{{ long {q} = &A[{self.index(4)}] - &A[{self.index(4)}]; {v} = (u32){q}; }}",
            f"{{ int *{q} = (int *)(((uintptr_t)P[{i}] >> 2) << 2); {v} = (u32)*{q}; }}",
            f"{{ uintptr_t {q} = (uintptr_t)P[{i}] * 2; {v} = (u32)*(int *)({q} / 2); }}",
            f"{{ int *{q} = (int *)((uintptr_t)P[{i}] & -(uintptr_t)({self.condition()})); {v} = {q} ? (u32)*{q} : 1; }}",
            f"{{ u64 {q} = (u64)P[{i}]; u32 hi = (u32)({q} >> 32), lo = (u32){q}; {v} = (u32)*(int *)((u64)hi << 32 | lo); }}")

    def strings(self):
        v, q = self.variable(), self.name()
        letter = self.choose(self.byte(), self.byte(), "'a'", "'1'", "' '", "'-'", "'x'", "0")
        other = self.choose(self.byte(), "'b'", "'0'", "','", "0")
        setup = f"char {q}[8] = {{(char){letter}, (char){other}, (char){self.choose(self.byte(), chr(39) + 'c' + chr(39))}, 0}};"
        text = self.choose('"a"', '"1"', '"ab"', '"0123456789"', '"-x, "', "names[1]")
        return self.lines(
            f"{{ {setup} {v} = (u32)strlen({q}); }}",
            f"{{ {setup} char *p = strchr({q}, {self.choose('97', '49', self.byte())}); {v} = p ? (u32)(p - {q}) : 77; }}",
            f"{{ {setup} {v} = strcmp({q}, {text}) > 0; }}",
            f"{{ {setup} {v} = strncmp({q}, {text}, {self.index(4)}) == 0; }}",
            f"{{ {setup} char t[16] = \"x\"; strcat(t, {q}); {v} = (u32)strlen(t) + (u8)t[{self.index(4)}]; }}",
            f"{{ {setup} {v} = (u32)strspn({q}, {text}) * 4 + (u32)strcspn({q}, {text}); }}",
            f"{{ {setup} char *p = strstr({q}, {text}); {v} = p ? (u32)(p - {q}) : 55; }}",
            f"{{ {setup} char t[8]; {v} = (u32)word_of({q}, t) + (u8)t[0]; }}",
            f"{{ {setup} char *p = strtok({q}, \" ,-\"); {v} = p ? (u32)strlen(p) : 44; }}",
            f"{{ {setup} char t[8]; strncpy(t, {q}, 6); {v} = (u8)t[{self.index(6)}]; }}",
            f"{{ {setup} char *p = strrchr({q}, {other}); {v} = p ? (u32)(p - {q}) : 33; }}",
            f"{{ {setup} char *p = strdup({q}); {v} = (u32)strlen(p); free(p); }}",
            f"{v} = (isdigit({self.byte()}) != 0) + (isalpha({self.byte()}) != 0) * 2 + (isspace({self.byte()}) != 0) * 4;",
            f"{v} = (u32)toupper({self.byte()}) + (u32)tolower({self.byte()});",
            f"{{ {setup} {v} = (u32)strnlen({q}, {self.index(4)}); }}",
            f"{{ {setup} memcpy(S, {q}, 8); {v} = strpbrk(S, {text}) != 0; }}")

    def numbers_of_text(self):
        v, q = self.variable(), self.name()
        setup = f"char {q}[8] = {{{self.choose('(char)' + self.byte(), chr(39) + '-' + chr(39), chr(39) + '4' + chr(39))}, (char){self.byte()}, (char){self.byte()}, 0}}; char *e = 0;"
        base = self.choose(10, 10, 16, 0, 8)
        return self.lines(
            f"{{ {setup} {v} = (u32)atoi({q}); }}",
            f"{{ {setup} {v} = (u32)strtol({q}, &e, {base}); {v} += (u32)(e - {q}) * 1000; }}",
                          f"{{ {setup} {v} = (u32)strtoul({q}, &e, {base}) * 5 + (u32)(e - {q}); }}", f"{{ {setup} int n = 3; {v} = (u32)sscanf({q}, \"%d\", &n); {v} = {v} * 7 + (u32)n; }}")

    def printing(self):
        v, q = self.variable(), self.name()
        small = self.choose(f"(int){self.index(4)}", f"(int){self.index(16)}", f"(int)T16[{self.index(4)}]")
        form, values = self.choose((f"%d", small), ("%u-%c", f"{self.index(12)}, 'a' + (int){self.index(4)}"), ("%s", f"names[{self.index(4)}]"),
                                   ("%x|%5d", f"{self.index(32)}, {small}"), ("%03o", self.index(16)), ("%-4s.", f"names[{self.index(3)}]"), ("%.2s", f"names[{self.index(4)}]"),
                                   ("%ld%%", f"(long){small}"), ("%+d", small), ("%*d", f"(int){self.index(4)}, 7"), ("%c", f"(int){self.byte()}"))
        return self.lines(f"{{ char {q}[24] = \"\"; {v} = (u32)snprintf({q}, sizeof {q}, \"{form}\", {values}); {v} = {v} * 256 + (u8){q}[0] + (u8){q}[1]; }}",
                          f"{{ char {q}[24] = \"\"; {v} = (u32)sprintf({q}, \"{form}\", {values}); {v} += (u32)strlen({q}) * 64 + (u8){q}[0]; }}",
                          f"{{ char {q}[4] = \"\"; {v} = (u32)snprintf({q}, {self.choose('4', '2', self.index(4))}, \"{form}\", {values}) * 8 + (u8){q}[0]; }}",
                          f"printf(\"{form}\\n\", {values});")

    def jumps(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"{{ volatile u32 {q} = 3; int how = setjmp(back); if (how == 0) {{ {q} += {self.byte()}; if ({self.condition()}) jump((int){self.index(3)} + 1); {q} = 9; }} {v} = {q} * 4 + (u32)how; }}",
            f"{{ volatile int {q} = 0; if (setjmp(back) < 3) {{ if ({q} < (int){self.index(4)}) {{ {q}++; jump({q}); }} }} {v} = (u32){q}; }}",
            f"{{ u32 {q} = {self.index(4)}; again_{q}: {v} += {q}; if ({q}-- > 1) goto again_{q}; }}",
            f"{{ static void *const {q}[3] = {{&&l0_{q}, &&l1_{q}, &&l2_{q}}}; goto *{q}[{self.index(3)}]; l0_{q}: {v} = 1; l1_{q}: {v} += 2; l2_{q}: {v} ^= 4; }}")

    def calls(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"{v} = (u32)F[{self.index(4)}]((int){self.index(100)});",
            f"{{ int (*{q})(int) = {self.condition()} ? f_inc : F[{self.index(4)}]; {v} = (u32){q}(3); }}",
            f"{v} = (u32)add_all((int){self.index(4)}, (int){self.byte()}, (long){self.number()}, 5);",
            f"{v} = (u32)fib((int){self.index(6)});",
            f"{v} = gcd({self.index(12)}, {self.choose(4, 6, 9)});",
            f"{v} = counter({self.byte()});",
            f"{{ int (*{q}[2])(int) = {{f_neg, f_tab}}; {q}[{self.index(2)}] = F[{self.index(4)}]; {v} = (u32){q}[{self.index(2)}](2); }}",
            f"{{ u32 {q}[1 + {self.index(4)}]; memset({q}, 0, sizeof {q}); {q}[0] = {self.byte()}; {v} = {q}[sizeof {q} / 4 - 1] + sizeof {q}; }}",
            f"{{ u8 *{q} = alloca(4 + {self.index(4)}); memset({q}, 3, 4 + {self.below(1)}); {q}[{self.index(4)}] = 9; {v} = {q}[{self.index(4)}]; }}",
            f"{{ volatile u32 {q} = {self.number()}; {q} = {q} + 1; {v} = {q}; }}")

    def floats(self):
        if math.prod(size for _, size in self.ranges) > 256:  # a back end would be asked, and take its time
            return self.wide()
        v, q = self.variable(), self.name()
        a = self.choose(f"(double){self.byte()}", f"(double)(int){self.index(64)}", f"(double)(short){self.number(1)}")
        operator = self.choose("<", "<=", ">", ">=", "==", "!=")
        number = self.choose("0.5", "3.0", "-1.25", "0.1", "100.0", "1e10")
        return self.lines(
            f"{{ double {q} = {a} * {number}; {v} = {q} {operator} {self.choose('2.5', '10.0', a)}; }}",
            f"{{ double {q} = {a} + {number}; {v} = {q} > 0 && {q} < 4e9 ? (u32){q} : 7; }}",
            f"{{ float {q} = (float){a}; {q} = {q} / 3 + (float){self.byte()}; {v} = (u32)(int)({q} * 4); }}",
            f"{{ double {q} = {a} / {self.choose('3', '7', '10')}; {v} = (u32)(int){q} + ({q} {operator} 1.5); }}",
            f"{{ double {q}[4] = {{0.5, -1, 1e3, 7}}; {v} = (u32)(int)({q}[{self.index(4)}] * 2); }}",
            f"if ((float){a} * 0.1f {operator} {self.below(12)}.0f) {v} += 3;",
            f"{{ u64 {q}; double d = {a} + 1; memcpy(&{q}, &d, 8); {v} = (u32)({q} >> {self.below(50)}); }}",
            f"{{ float {q} = {self.index(8)}; double d = {q}; d -= 2.5; {v} = d < 0 ? 1 : (u32)d; }}")

    def bits(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"{{ struct bits {q} = {{0}}; {q}.a = {self.number()}; {q}.b = {self.byte()}; {q}.d = (int){self.byte()}; {v} = {q}.a + {q}.b * 8u + (u32){q}.d; }}",
            f"{{ struct bits {q} = {{1, 2, 3, 4, 5}}; {q}.c += {self.byte()}; {q}.e <<= {self.index(8)}; {v} = {q}.c ^ (u32){q}.e; }}",
            f"{v} = (u32)__builtin_popcount({self.number()});",
            f"{v} = (u32)__builtin_clz({self.number()} | 1) + (u32)__builtin_ctz({self.number()} | 256);",
            f"{v} = __builtin_bswap32({self.number()});",
            f"{v} = ({v} << {self.index(32)}) | 1;",
            f"{{ u32 {q} = {self.number()}, r = {self.index(32)}; {v} = {q} << r | {q} >> (-r & 31); }}",
            f"{v} = (u32)((int){self.number()} >> {self.index(32)});",
            f"{{ _Bool {q} = {self.number()}; {v} += {q}; }}")

    def wide(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"{{ u64 {q} = (u64){self.number()} * 0x100000001ul; {v} = (u32)({q} >> {self.index(64)}); }}",
            f"{{ u128 {q} = (u128){self.number()} * ~0ul; {v} = (u32)({q} >> {self.choose(1, 33, 64, 90)}); }}",
            f"{{ u128 {q} = ((u128){self.number()} << 64 | 77) / ({self.byte()} + 1u); {v} = (u32){q}; }}",
            f"{{ u64 {q} = 0x123456789abcdefful % ({self.number()} | 1ul << 20); {v} = (u32){q}; }}",
            f"{{ int {q}; {v} = (u32)__builtin_add_overflow((int){self.number()}, (int){self.number()}, &{q}) + (u32){q}; }}",
            f"{{ long {q} = (long)(int){self.number()} * (int){self.number()}; {v} = (u32)({q} >> 16); }}",
            f"{{ long {q} = (long)(int){self.number()} / ((int){self.byte()} + 1); {v} = (u32){q}; }}",
            f"{{ __int128 {q} = (__int128)(int){self.number()} << 70; {v} = {q} < 0; }}",
            f"{{ u8 {q}; {v} = (u32)__builtin_mul_overflow({self.byte()}, (u8){self.number()}, &{q}) * 256 + {q}; }}",
            f"{{ long {q} = (long)(int){self.number()}; {v} = (u32)labs({q} % 1000); }}")

    def heap(self):
        v, q = self.variable(), self.name()
        return self.lines(
            f"{{ u8 *{q} = malloc(1 + {self.index(4)}); {q}[0] = {self.byte()}; {v} = {q}[0]; free({q}); }}",
            f"{{ int *{q} = calloc(4, 4); {q}[{self.index(4)}] = 7; {q} = realloc({q}, 16 + 4 * {self.index(3)}); {v} = (u32){q}[{self.index(4)}]; free({q}); }}",
            f"{{ int *{q}[3]; for (int k = 0; k < 3; k++) {{ {q}[k] = malloc(8); {q}[k][0] = k; {q}[k][1] = k * 2; }} {q}[{self.index(3)}][{self.index(2)}] = 50; {v} = (u32){q}[{self.index(3)}][{self.index(2)}]; }}",
            f"{{ struct node *{q} = calloc(1, sizeof *{q}); {q}->next = Q[{self.index(4)}]; Q[{self.index(4)}] = {q}; {v} += {q}->key == 0; }}",
            f"{{ u8 *{q} = calloc(1 + {self.index(4)}, 2); {v} = {q}[{self.index(2)}]; {q}[1] = 1; free({q}); }}",
            f"{{ int *{q} = malloc(12); memcpy({q}, B, 12); P[{self.index(8)}] = {q}; {v} ^= (u32){q}[{self.index(3)}]; }}",
            f"{{ char *{q} = malloc(8); strcpy({q}, names[{self.index(4)}]); {v} = (u32)strlen({q}); free({q}); }}")

    def sorting(self):
        v, q = self.variable(), self.name()
        order = self.choose("by_value", "by_last_digit")
        return self.lines(f"{{ int {q}[3] = {{(int){self.byte()}, {self.choose(5, 50, 100)}, (int){self.index(16)}}}; qsort({q}, 3, 4, {order}); {v} = (u32){q}[{self.below(3)}]; }}",
                          f"{{ int {q}[4] = {{3, 1, (int){self.index(8)}, 2}}; qsort({q}, {self.choose(4, self.index(4))}, 4, {order}); {v} = (u32)({q}[0] * 8 + {q}[3]); }}",
                          f"{{ int {q} = (int){self.index(16)}, *p = bsearch(&{q}, B, 3, sizeof *B, by_value); {v} = p ? (u32)(p - B) : 9; }}")

    def bug(self):
        """A statement with an error for some inputs."""
        self.bugs += 1
        v, q, rare = self.variable(), self.name(), self.rare()
        return self.lines(
            f"{v} = (u32)A[{rare} ? 4 : 1];",
            f"A[{rare} ? {self.choose(4, 5, -1)} : 0] = 3;",
            f"{v} = T8[{rare} ? 16 : 2];",
            f"if ({rare}) P[{self.below(8)}] = 0;",
            f"P[{self.index(8)}] = {rare} ? 0 : B;",
            f"{{ int *{q} = {rare} ? 0 : P[{self.index(8)}]; {v} = (u32)*{q}; }}",
            f"{v} = 100 / ({self.byte()} - {self.near()});",
            f"{v} = {self.byte()} % (u32)(({rare}) ? 0 : 3);",
            f"if ({rare}) free(H);",
            f"{{ int *{q} = malloc(8); *{q} = 3; if ({rare}) free({q}); {v} = (u32)*{q}; }}",
            f"{{ int *{q} = malloc(8); *{q} = 3; free({q} + (({rare}) ? 1 : 0)); }}",
            f"{{ int *{q} = malloc(8); *{q} = 3; free({q}); if ({rare}) free({q}); }}",
            f"assert({self.byte()} != {self.near()});",
            f"assert(!({rare}));",
            f"if ({rare}) abort();",
            f"if ({rare}) {{ finish(digest); exit({self.below(5)}); }}",
            f"if ({rare}) *(int *)&K[{self.index(3)}] = 3;",
            f"{v} = (u32)*gone(({rare}) ? 3 : 4);" if self.below(4) == 0 else f"if ({rare}) {v} = (u32)*gone(3);",
            f"{{ int {q}[3] = {{1, 2, 3}}; {v} = (u32){q}[{self.byte()} % {self.choose(3, 4)}]; }}",
            f"{{ u8 *{q} = malloc(1 + {self.index(4)}); memset({q}, 1, {self.choose(2, 1, 3)}); {v} = {q}[0]; }}",
            f"{{ char {q}[4]; strcpy({q}, names[{rare} ? 0 : 1]); {v} = (u8){q}[0]; }}",
            f"{v} = (u32)(1 << ({self.byte()} & {self.choose(31, 63)}));",
            f"memset(bytes + {self.choose(8, 10)}, 5, {self.index(8)} + (({rare}) ? 2 : 0));",
            f"memcpy(bytes, T8, (({rare}) ? 17 : 5));",
            f"memcpy(bytes + {self.index(8)}, bytes + 6, {self.index(4)});",
            f"strcpy(S + (({rare}) ? 2 : 0), S + {self.choose(8, 9)} - {self.index(8)});",
            f"{{ struct pair {q}[2] = {{W[0], W[1]}}; memcpy((u8 *){q} + (({rare}) ? 8 : 24), {q}, 24); {v} = {q}[0].q != 0; }}",
            f"{v} = (u32)Q[{self.index(4)}]->next->key;",
            f"{v} = (u32)*W[{self.index(6)}].q;",
            f"if ({rare}) memset(&W[{self.index(6)}], 0, sizeof *W);",
            f"if ({rare}) free(HP);",
            f"{v} = (u32)*HP[{self.index(7)}];",
            f"U[{self.index(4)}] += ({rare}) ? 20 : 0;",
            f"{v} = raw[({rare}) ? 51 : 1];",
            f"memcpy(raw + 3, P, ({rare}) ? 49 : 48);",
            f"Q[{self.index(4)}] = ({rare}) ? 0 : &N[1];",
            f"{v} = (u32)strlen(({rare}) ? 0 : names[{self.index(4)}]);",
            f"{{ u8 *{q} = bytes; {q} += {self.index(16)}; {q} += ({rare}) ? 16 : 0; if ({q} < bytes + 16) {v} = *{q}; else {v} = {q}[-16]; }}",
            f"{{ int **{q} = malloc(24); {q}[0] = A; {q}[1] = B; {q}[2] = 0; {v} = (u32)*{q}[{self.index(3)}]; }}",
            f"if ({rare}) Q[{self.below(4)}]->next = 0;",
            f"{{ char *{q} = malloc(3); memcpy({q}, \"abc\", 3); {v} = ({rare}) ? (u32)strlen({q}) : 0; }}")

    # ---- the whole

    def text_of(self, statements, without, opened, indent):
        lines = []
        for statement in statements:
            if statement.number in without:
                continue
            inner = self.text_of(statement.inner, without, opened, indent + 1)
            if statement.number in opened:
                lines += inner
            else:
                pad = "    " * indent
                lines += [pad + line for line in statement.before] + inner + [pad + line for line in statement.after]
        return lines

    def statements(self):
        """All of them, the outer before the inner."""
        def walk(list_):
            for statement in list_:
                yield statement
                yield from walk(statement.inner)
        return list(walk(self.body + self.functions))

    def text(self, without=(), opened=()):
        assume = "".join(f"    klee_assume(in[{i}] >= {first}); klee_assume(in[{i}] < {first + size});\n" if first else
                         f"    klee_assume(in[{i}] < {size});\n" for i, (first, size) in enumerate(self.ranges) if size < 256)
        functions = "\n".join(self.text_of(self.functions, without, opened, 0))
        return (f"#define BYTES {len(self.ranges)}\n" + HEAD + functions + "\nint main(void)\n{\n" + START +
                '    klee_make_symbolic(in, sizeof in, "in");\n' + assume + "\n".join(self.text_of(self.body, without, opened, 1)) + "\n" + END + "}\n")

    def inputs(self):
        """Every input, as bytes."""
        found = [b""]
        for first, size in self.ranges:
            found = [before + bytes([value]) for before in found for value in range(first, first + size)]
        return found
