// Initialisers, literals, compound literals, _Generic, constants.
// RUN: %S/same.sh "%ramify" %s %t
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static int target[4] = {[2] = 7, [0] = 1};
static struct config {
    const char *name;
    int *where;
    struct {
        unsigned char small : 4, other : 4;
        short list[3];
    } in;
    double real;
    long double extended;
    void (*call)(void);
    __int128 wide;
} configs[] = {
    [1] = {.name = "second", .where = &target[2], .in = {.small = 9, .list = {[1] = -5}}, .real = 1e100},
    [0] = {"first", target, {1, 2, {3}}, .extended = 1.5L, .wide = (__int128)-1 << 70},
};
static const char *names[] = {"a", "bc", [5] = "def"};
static char exact[3] = "xyz", longer[10] = "12";
static const int table[256] = {[0 ... 9] = 1, ['a' ... 'f'] = 2, [255] = 3};
static const union {
    int i;
    char c[4];
} pun = {.c = {1, 2, 3, 4}};
static int *compound = (int[]){10, 20, 30};
static struct config *pointer = &(struct config){.name = "compound"};
static float floats[] = {1, 2.5f, -0.0f, 1e-40f};
static _Bool flags[] = {0, 2, 1};
static wchar_t wide[] = L"wide\u00e9";
enum { A = 5, B, C = B * 2, LAST = -1 };

#define KIND(x) _Generic((x), int: "int", double: "double", char *: "string", const char *: "const string", float: "float", default: "other")

static int sum(const int *list)
{
    int total = 0;
    while (*list)
        total += *list++;
    return total;
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        printf("%s %d %d %d %d %d %a %La %p %llx\n", configs[i].name, *configs[i].where, configs[i].in.small, configs[i].in.other,
               configs[i].in.list[0], configs[i].in.list[1], configs[i].real, configs[i].extended, (void *)configs[i].call,
               (unsigned long long)(configs[i].wide >> 64));
    for (int i = 0; i < 6; i++)
        printf("%s ", names[i] ? names[i] : "-");
    printf("\n%.3s %s %d %d\n", exact, longer, longer[9], (int)sizeof names);
    int total = 0;
    for (int i = 0; i < 256; i++)
        total += table[i] * i;
    printf("%d %x %d %s\n", total, pun.i, compound[1], pointer->name);
    printf("%a %a %a %a\n", floats[0], floats[1], floats[2], floats[3]);
    printf("%d %d %d %d %x\n", flags[0], flags[1], flags[2], (int)(sizeof wide / sizeof *wide), wide[4]);
    printf("%s %s %s %s %s\n", KIND(1), KIND(1.0), KIND("x"), KIND(1.f), KIND(1L));
    printf("%d %d\n", sum((int[]){1, 2, 3, 0}), ((struct { int x, y; }){3, 4}).y);
    for (int i = 0; i < 3; i++) {
        int local[5] = {i, [3] = i * 2};
        char text[] = "local";
        text[i] = '0' + i;
        printf("%d %d %d %s\n", local[0], local[3], local[4], text);
    }
    printf("%d %d %d %d\n", A, B, C, LAST);
    printf("%s\n", "con"
                   "cat\tenated\x41\101");
    printf("%s %d\n", __func__, (int)sizeof "abc\0def");
    const struct config copy = configs[1];
    printf("%d\n", memcmp(&copy, &configs[1], sizeof(char *) * 2));
    struct {
        int n;
        int a[3];
    } nested = {1, {2, 3}}, assigned;
    assigned = nested;
    assigned.a[2] = 5;
    printf("%d %d\n", nested.a[2], assigned.a[1] + assigned.a[2]);
    return C;
}
