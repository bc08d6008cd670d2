// Control flow: switches of all shapes, computed goto, Duff's device, phi swaps, goto into loops.
// RUN: %S/same.sh "%ramify" %s %t
#include <limits.h>
#include <stdio.h>

static int dense(int x)
{
    switch (x) {
    case 0: return 10;
    case 1: return 21;
    case 2: return 32;
    case 3: x += 5; // falls through
    case 4: return x;
    case 5: return 99;
    default: return -1;
    }
}
static int sparse(int x)
{
    switch (x) {
    case INT_MIN: return 1;
    case -1000: return 2;
    case -1: return 3;
    case 77: return 4;
    case 123456: return 5;
    case INT_MAX: return 6;
    }
    return 0;
}
static int ranges(long x)
{
    switch (x) {
    case -50 ... -10: return 1;
    case 0 ... 9: return 2;
    case 10 ... 1000000: return 3;
    case 0x100000000 ... 0x1ffffffff: return 4;
    default: return 5;
    }
}
static int wide(unsigned long x)
{
    switch (x) {
    case 0x8000000000000000: return 1;
    case 0xffffffffffffffff: return 2;
    case 0x100000000: return 3;
    case 0: return 4;
    default: return 5;
    }
}
static int narrow(unsigned char x)
{
    switch (x) {
    case 0: return 4;
    case 128: return 5;
    case 255: return 6;
    }
    return 7;
}
static int interpret(const char *code)
{
    static const void *const labels[] = {&&add, &&multiply, &&minus, &&stop};
    static const int differences[] = {&&add - &&add, &&multiply - &&add, &&minus - &&add, &&stop - &&add};
    int total = 1;
    for (const char *at = code;; at++) {
        if (at - code < 3)
            goto *labels[*at - '0'];
        goto *(&&add + differences[*at - '0']);
    add:
        total += 7;
        continue;
    multiply:
        total *= 3;
        continue;
    minus:
        total = -total;
        continue;
    stop:
        return total;
    }
}
static void duff(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            } while (--n > 0);
    }
}
static int swaps(int n)
{
    int a = 1, b = 2, c = 3;
    for (int i = 0; i < n; i++) {
        int t = a;
        a = b;
        b = c;
        c = t;
        if (i % 3 == 1) {
            t = a;
            a = b;
            b = t;
        }
    }
    return a * 100 + b * 10 + c;
}
static int into(int x)
{
    int i = 5, sum = 0;
    if (x)
        goto inside;
    for (i = 0; i < 10; i++) {
        sum += 100;
    inside:
        sum += i;
    }
    return sum;
}
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static int ackermann(int m, int n) { return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n ? is_odd(n - 1) : 1; }
static int is_odd(unsigned n) { return n ? is_even(n - 1) : 0; }
static int counter(void)
{
    static int count = 5;
    static int calls;
    return count += ++calls;
}

int main(void)
{
    int values[] = {INT_MIN, -1000, -51, -50, -10, -9, -1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 77, 128, 255, 123456, 1000001, INT_MAX};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        printf("%d: %d %d %d %d %d\n", values[i], dense(values[i]), sparse(values[i]), ranges(values[i]), wide((unsigned long)values[i]), narrow((unsigned char)values[i]));
    printf("%d %d %d %d\n", ranges(0x100000000), ranges(0x200000000), wide(0x8000000000000000), wide(0x100000000));
    printf("%d %d\n", interpret("0123"), interpret("001120013"));
    for (int n = 1; n < 20; n++) {
        char to[32] = {0};
        duff(to, "abcdefghijklmnopqrstuvwxyz", n);
        puts(to);
    }
    for (int n = 0; n < 7; n++)
        printf("%d ", swaps(n));
    printf("%d %d\n", into(0), into(1));
    printf("%u %d %d\n", gcd(1071, 462), ackermann(2, 4), is_even(1001));
    int calls = counter() + counter() * 10 + counter() * 100;
    printf("%d\n", calls);
    int x = 1, y = 2, *p = &x;
    *(calls > 3 ? &x : &y) = 9;
    (x++, p) == &x ? y++ : x++;
    printf("%d %d\n", x, y);
    int count = 0;
    do {
        if (count == 3)
            continue;
        if (count == 7)
            break;
    } while (++count < 10);
    printf("%d\n", count);
    for (;;)
        if (count-- < 0)
            goto out;
out:
    printf("%d\n", ({ int t = count * 2; t + 1; }));
    printf("%d %d\n", count ?: 5, 0 ?: 6);
    return 3;
}
