// Symbolic structures: copied, passed, returned, compared; pointers chosen by data.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -g -O2 -I%S/../../../include -emit-llvm -c -o %t.bc %s
// RUN: %ramify --output-dir=%t.optimised %t.bc 2>&1 | %FileCheck --check-prefix=OPTIMISED %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stdarg.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

struct point {
    short x, y;
};
struct packet {
    unsigned char kind, length;
    union {
        struct point point;
        char text[8];
        uint32_t number;
    } body;
    struct point *where;
};

static struct point origin, corner = {3, 4};

static struct packet handle(struct packet packet)
{
    switch (packet.kind) {
    case 1:
        packet.where = packet.body.point.x == 7 ? &origin : &corner;
        break;
    case 2:
        packet.body.number ^= 0xffffffff;
        break;
    case 3:
        packet.body.text[packet.length & 7] = '!';
        break;
    }
    return packet;
}
static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    int total = 0;
    while (count--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
static jmp_buf again;
static void leave(int code) { longjmp(again, code); }

int main(void)
{
    struct packet packet;
    klee_make_symbolic(&packet, sizeof packet, "packet");
    packet.where = &corner;
    struct packet result = handle(packet);
    klee_assert(result.kind == packet.kind && result.length == packet.length);
    klee_assert(result.where->x == 3 || (result.where->x == 0 && packet.body.point.x == 7));
    if (packet.kind == 2)
        klee_assert(result.body.number + packet.body.number == 0xffffffff);
    if (packet.kind == 3)
        klee_assert(result.body.text[packet.length & 7] == '!');
    if (packet.kind == 3 && packet.length == 2 && result.body.number == 0x41214142)
        klee_assert(packet.body.text[0] != 'B'); // CHECK-DAG: structs.c:[[@LINE]]: ASSERTION FAIL
    klee_assert(sum(3, packet.kind, 1, packet.length) == packet.kind + packet.length + 1);
    if (packet.kind == 9) {
        int code = setjmp(again);
        if (!code)
            leave(packet.length);
        klee_assert(code == (packet.length ? packet.length : 1));
        klee_assert(code != 200); // CHECK-DAG: structs.c:[[@LINE]]: ASSERTION FAIL: code != 200
    }
    return 0;
}
// CHECK: done: errors = 2
// OPTIMISED: done: errors = 2
