// Aggregates: by value in and out at all sizes, nested, bit-fields, unions, flexible arrays.
// RUN: %S/same.sh "%ramify" %s %t
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(9) X(12) X(15) X(16) X(17) X(24) X(31) X(32) X(33) X(64) X(100)
#define DEFINE(n)                                                          \
    struct bytes##n {                                                      \
        unsigned char b[n];                                                \
    };                                                                     \
    __attribute__((noinline)) static struct bytes##n twice##n(struct bytes##n s, int k) \
    {                                                                      \
        for (int i = 0; i < n; i++)                                        \
            s.b[i] = (unsigned char)(s.b[i] * 2 + k);                      \
        return s;                                                          \
    }
SIZES(DEFINE)

struct mixed {
    char c;
    double d;
};
struct floats {
    float x, y, z;
};
struct pair {
    long a;
    double b;
};
struct with_long_double {
    long double l;
    int i;
};
struct inner {
    unsigned flags : 5, kind : 3;
    signed delta : 12;
    short values[3];
};
struct outer {
    char name[10];
    struct inner inners[2];
    union {
        int number;
        float real;
        unsigned char bytes[8];
        struct {
            short low, high;
        };
    };
    struct outer *next;
};
struct flexible {
    int count;
    char data[];
};
struct __attribute__((packed)) packed {
    char c;
    int i;
    long l;
};
struct empty {
};

__attribute__((noinline)) static struct mixed mix(struct mixed m, struct floats f, struct pair p, struct empty e)
{
    return (struct mixed){(char)(m.c + p.a), m.d + f.x + f.y * f.z + p.b};
}
__attribute__((noinline)) static struct floats scale(struct floats f, float k) { return (struct floats){f.x * k, f.y * k, f.z * k}; }
__attribute__((noinline)) static struct pair swap(struct pair p) { return (struct pair){(long)p.b, (double)p.a}; }
__attribute__((noinline)) static struct with_long_double grow(struct with_long_double w) { return (struct with_long_double){w.l * 2, w.i + 1}; }
__attribute__((noinline)) static struct outer change(struct outer o, int i)
{
    o.inners[i].delta -= 100;
    o.inners[i].flags += 30;
    o.inners[1 - i].values[i] = 77;
    o.name[0] = 'X';
    o.bytes[3] = 0x40;
    return o;
}
__attribute__((noinline)) static int many(int a, struct bytes33 s, double d, struct bytes5 t, long l, struct pair p, int z, struct bytes16 u)
{
    return a + s.b[32] + (int)d + t.b[4] + (int)l + (int)p.a + z + u.b[15];
}

int main(void)
{
#define USE(n)                                                    \
    {                                                             \
        struct bytes##n s;                                        \
        for (int i = 0; i < n; i++)                               \
            s.b[i] = (unsigned char)(i + n);                      \
        struct bytes##n t = twice##n(twice##n(s, 1), 2);          \
        int sum = 0;                                              \
        for (int i = 0; i < n; i++)                               \
            sum = sum * 3 + t.b[i] - s.b[i];                      \
        printf("%d: %d\n", n, sum);                               \
    }
    SIZES(USE)
    struct mixed m = mix((struct mixed){'a', 1.5}, scale((struct floats){1, 2, 3}, 0.5f), swap((struct pair){3, 4.75}), (struct empty){});
    printf("%c %a\n", m.c, m.d);
    struct with_long_double w = grow(grow((struct with_long_double){1.1L, 5}));
    printf("%La %d\n", w.l, w.i);
    struct outer o = {"name", {{1, 2, -3, {4, 5, 6}}, {.delta = 2047}}, .real = 1.5f, .next = NULL}, p;
    p = change(change(o, 0), 1);
    p.next = &o;
    printf("%s %d %d %d %d %d %d %d\n", p.name, p.inners[0].flags, p.inners[0].kind, p.inners[0].delta, p.inners[1].flags,
           p.inners[1].delta, p.inners[1].values[0], p.inners[0].values[1]);
    printf("%x %a %d %d %s\n", p.number, (double)p.real, p.low, p.high, p.next->name);
    printf("%d\n", many(1, twice33((struct bytes33){{1}}, 3), 2.5, (struct bytes5){{0, 0, 0, 0, 9}}, 100, (struct pair){7, 8}, 3, (struct bytes16){{[15] = 11}}));
    struct flexible *f = malloc(sizeof *f + 20);
    f->count = 20;
    memset(f->data, 'z', 20);
    f->data[19] = 0;
    printf("%d %s %zu\n", f->count, f->data, offsetof(struct flexible, data));
    free(f);
    struct packed packed = {1, 2, 3};
    int *unaligned = (int *)((char *)&packed + 1);
    printf("%d %zu %zu\n", *unaligned, sizeof packed, offsetof(struct packed, l));
    struct packed array[3] = {packed, {4, 5, 6}, packed};
    packed = array[1];
    printf("%d %ld\n", packed.i, packed.l);
    printf("%zu %zu %zu\n", sizeof(struct outer), sizeof(struct inner), _Alignof(struct with_long_double));
    return o.inners[0].values[2];
}
