// An entry point with parameters of its own gets symbolic ones, with both C libraries; one like main gets main's.
// RUN: %ramify --entry-point=check --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --entry-point=check --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck %s
// RUN: %ramify --entry-point=plain --output-dir=%t.plain %s word 2>&1 | %FileCheck --check-prefix=PLAIN %s
// RUN: %ramify show %t/test000001.ktest | grep -q 'name: .*point'
// RUN: %exits 2 %ramify replay %s %t/test000001.ktest 2>&1 | grep 'is a test of check (--entry-point): only what begins at main can be replayed'
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct point {
    int x, y;
};

struct large {
    long numbers[5];
};

int check(int number, double ratio, bool flag, const struct point *point, char *text, struct point pair,
          struct large large)
{
    if (!point)
        return 0;
    if (!text)
        return 1;
    if (number == 7 && ratio == 2.5 && flag && point->y == 5)
        assert(text[15] != 'x');
    if (pair.y == 3 && large.numbers[4] == 9)
        assert(point->x != 4);
    return 2;
}

int plain(int argc, char **argv)
{
    assert(argc == 2 && argv[1][0] == 'w' && !argv[2]);
    return 0;
}
// CHECK: check is called with symbolic values: number is symbolic, ratio is symbolic, flag is symbolic, point is null or points to 8 symbolic bytes, text is null or points to 16 symbolic bytes, pair{{.*}} is symbolic, large is symbolic
// CHECK-DAG: ERROR: {{.*}}entry_point.c:[[@LINE-12]]: ASSERTION FAIL: text[15] != 'x'
// CHECK-DAG: ERROR: {{.*}}entry_point.c:[[@LINE-11]]: ASSERTION FAIL: point->x != 4
// CHECK: done: errors = 2
// PLAIN: done: errors = 0
