// Control that goes through a symbolic value: one path for each label, function or jmp_buf that is
// possible, and one error for everything else, not one for each address.
// RUN: %ramify --output-dir=%t.goto %s goto 2>&1 | %FileCheck --check-prefix=GOTO %s
// RUN: %ramify --output-dir=%t.call %s call 2>&1 | %FileCheck --check-prefix=CALL %s
// RUN: %ramify --output-dir=%t.jump %s jump 2>&1 | %FileCheck --check-prefix=JUMP %s
// RUN: %ramify --output-dir=%t.exit %s exit 2>&1 | %FileCheck --check-prefix=EXIT %s
// RUN: jq -e '.paths.completed < 20' %t.*/summary.json
#include <klee/klee.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* three addresses, spread by `step`, in a form that shows no cases */
static uintptr_t one_of(uintptr_t first, uintptr_t step)
{
    uintptr_t far = klee_range(0, 1 << 20, "far");
    return (first + far * step) * 3 / 3;
}

static int go(void)
{
    static void *labels[] = {&&one, &&two, &&three, &&two};
    int kind = klee_range(0, 3, "kind");
    void *to = labels[klee_range(0, 4, "label")];
    if (kind == 1)
        to = (void *)((uintptr_t)to * 3 / 3);
    if (kind == 2)
        to = (void *)one_of((uintptr_t)labels[0], 1); /* no label but three, though all are inside of go */
    goto *to;
one:
    return 1;
two:
    return 2;
three:
    return 3;
}
// GOTO: ERROR: {{.*}}landing.c:[[# @LINE - 8]]: jump to 0x{{.*}}, which is no label of go
// GOTO-NOT: ERROR
// GOTO: done: errors = 1

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

static int call(void)
{
    static int data;
    uintptr_t targets[] = {(uintptr_t)twice, (uintptr_t)thrice, (uintptr_t)&data, 0, (uintptr_t)twice + 1,
                           0x12345};
    int kind = klee_range(0, 3, "kind");
    uintptr_t to = targets[klee_range(0, 6, "target")];
    if (kind == 1)
        to = to * 3 / 3;
    if (kind == 2)
        to = klee_range(0, 1 << 20, "far");
    return ((int (*)(int))to)(1);
}
// CALL-DAG: ERROR: {{.*}}landing.c:[[# @LINE - 2]]: call of a null function pointer
// CALL-DAG: ERROR: {{.*}}landing.c:[[# @LINE - 3]]: call of 0x{{.*}}, which is no function
// CALL: done: errors = 2

static int jump(void)
{
    static jmp_buf places[3];
    static uint64_t stranger;
    int got, kind = klee_range(0, 2, "kind");
    for (int i = 0; i < 2; i++)
        if ((got = setjmp(places[i])))
            return 10 * i + got;
    uint64_t *to = (uint64_t *)places[klee_range(0, 3, "place")];
    if (kind == 1) {
        klee_make_symbolic(&stranger, sizeof stranger, "stranger");
        to = &stranger;
    }
    longjmp((struct __jmp_buf_tag *)to, 7);
}
// JUMP: ERROR: {{.*}}landing.c:[[# @LINE - 2]]: longjmp to a place whose function has returned
// JUMP-NOT: ERROR
// JUMP: done: completed paths = 6
// JUMP: done: errors = 1

static void first(void) { klee_warning("first"); }
static void second(void) { klee_warning("second"); }

static int at_exit(void)
{
    void (*handlers[])(void) = {first, second, (void (*)(void))(uintptr_t)0x999999};
    atexit(handlers[klee_range(0, 3, "handler")]);
    return 0;
}
// EXIT-DAG: first
// EXIT-DAG: second
// EXIT-DAG: ERROR: {{.*}}call of 0x999999, which is no function
// EXIT: done: completed paths = 3
// EXIT: done: errors = 1

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    return argv[1][0] == 'g' ? go() : argv[1][0] == 'c' ? call() : argv[1][0] == 'j' ? jump() : at_exit();
}
