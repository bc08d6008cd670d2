#include <stdio.h>
#include <string.h>
static int interp(const unsigned char *c)
{
    static void *const t[] = {&&add, &&dec, &&jnz, &&end};
    int acc = 0, n = 10, pc = 0;
    goto *t[c[pc++]];
add:
    acc += n;
    goto *t[c[pc++]];
dec:
    n--;
    goto *t[c[pc++]];
jnz:
    if (n)
        pc = 0;
    goto *t[c[pc++]];
end:
    return acc;
}
static const int offs[] = {0};
__attribute__((constructor(200))) static void c2(void) { printf("c2\n"); }
__attribute__((constructor(150))) static void c1(void) { printf("c1\n"); }
__thread int tl = 5;
extern int undefined_weak(void) __attribute__((weak));
int real(void) { return 42; }
int other(void) __attribute__((alias("real")));
static int (*resolve(void))(int);
static int impl(int x) { return x * 3; }
int ifu(int) __attribute__((ifunc("resolve")));
static int (*resolve(void))(int) { return impl; }
int g[4] = {1, 2, 3, 4};
int *pg = &g[2];
struct {
    char c;
    int (*f)(void);
    int *p;
} st = {'a', real, &g[1]};
union {
    float f;
    int i;
} un = {1.5f};
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
static int vec(int n)
{
    v4 a = {1, 2, 3, n}, b = {4, 3, 2, 1};
    v4 c = a * b + (a > b);
    c[n & 3] += 5;
    f4 f = __builtin_convertvector(c, f4);
    f = f * 0.5f;
    v4 s = __builtin_shufflevector(a, b, 0, 5, 2, 7);
    return c[0] + c[1] * 3 + c[2] * 5 + c[3] * 7 + (int)(f[n & 3] * 2) + s[1] * 11 + s[3] * 13;
}
int vla(int n)
{
    int s = 0;
    for (int k = 1; k < n; k++) {
        int a[k];
        for (int i = 0; i < k; i++)
            a[i] = i * k;
        s += a[k - 1];
    }
    return s;
}
_Atomic int at = 3;
int swp(int a, int b, int n)
{
    while (n--) {
        int t = a;
        a = b;
        b = t;
    }
    return a * 10 + b;
}
static int fib3(int n)
{
    int a = 0, b = 1, c = 2;
    for (int i = 0; i < n; i++) {
        int t = a;
        a = b;
        b = c;
        c = t + a;
    }
    return a ^ b << 4 ^ c << 8;
}
int main(void)
{
    unsigned char prog[] = {0, 1, 2, 3};
    printf("%d\n", interp(prog));
    printf("%d %d\n", tl++, tl);
    printf("%d\n", undefined_weak ? 1 : 0);
    printf("%d %d\n", other(), ifu(7));
    printf("%d %d %c %d %d\n", *pg, *st.p, st.c, st.f(), un.i);
    printf("%d %d\n", vec(4), vec(7));
    printf("%d\n", vla(9));
    at += 4;
    int e = 7;
    __atomic_compare_exchange_n((int *)&at, &e, 99, 0, 5, 5);
    printf("%d %d %d\n", at, e, __atomic_fetch_xor((int *)&at, 3, 5));
    int *pa = (int *)&at;
    printf("%d %d\n", __atomic_fetch_nand(pa, 6, 5), __atomic_fetch_max(pa, 5, 5));
    printf("%d\n", *pa);
    printf("%d %d\n", swp(3, 4, 5), fib3(9));
    int r;
    long lr;
    unsigned ur;
    printf("%d ", __builtin_add_overflow(2147483647, 1, &r));
    printf("%d ", r);
    printf("%d ", __builtin_mul_overflow(1L << 40, 1L << 30, &lr));
    printf("%d\n", __builtin_sub_overflow(1u, 2u, &ur));
    printf("%d %d %d %lx %x\n", __builtin_popcount(0xff0f), __builtin_clz(77), __builtin_ctzl(1L << 40),
           (long)__builtin_bswap64(0x1122334455667788), __builtin_bitreverse32(5));
    printf("%x\n", __builtin_rotateleft32(0x80000001, 3));
    asm volatile("" ::: "memory");
    int z = 5;
    asm("" : "+r"(z));
    printf("%d\n", z);
    char buf[20];
    memset(buf, 'a', 19);
    buf[19] = 0;
    memcpy(buf + 3, "xyz", 3);
    memmove(buf + 1, buf, 5);
    puts(buf);
    for (unsigned i = 0; i < 5; i++)
        switch (i * 3u) {
        case 0:
            printf("z");
            break;
        case 3:
            printf("t");
        case 6:
            printf("s");
            break;
        case 0xffffffff:
            printf("m");
            break;
        default:
            printf("d");
        }
    printf("\n");
    printf("%ld\n", (long)((char *)&g[3] - (char *)g));
    printf("%zu\n", __builtin_object_size(buf, 0));
    int neg = -5;
    printf("%d %u %d\n", neg >> 1, (unsigned)neg >> 1, neg % 3);
    return z;
}
