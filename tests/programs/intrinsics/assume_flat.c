// A condition of several parts is one assumption: it does not fork.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <klee/klee.h>

struct date {
    int day, month;
};

int main(void)
{
    int x, y;
    char text[4];
    struct date date;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(&date, sizeof date, "date");
    klee_assume(x > 3 && x < 100);
    klee_assume((y == 1 || y > 50) && y < 60 && y != 55);
    klee_assume(x > 50 ? y > 50 : y == 1);
    klee_assume(date.day >= 1 && date.day <= 31 && date.month >= 1 && date.month <= 12);
    for (int i = 0; i < 4; i++)
        klee_assume((text[i] >= 'a' && text[i] <= 'z') || text[i] == '_');
    int local = klee_int("local");
    klee_assume(!(local < 3 || local > 5));
    klee_assert(x > 3 && x < 100);
    klee_assert(local >= 3 && local <= 5);
    klee_assert(text[3] == '_' || text[3] >= 'a');
    return 0;
}
// the || of the last assertion alone is a branch
// CHECK-NOT: ERROR
// CHECK: done: completed paths = 2
// CHECK: done: errors = 0
