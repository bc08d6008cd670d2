// Ways out of blocks with variables: each goes where it goes, without a number and a switch on it.
// RUN: %ramify --dump %s | %FileCheck %s --check-prefix=CODE
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --optimize --output-dir=%t2 %s 2>&1 | %FileCheck %s --check-prefix=OPTIMISED
// RUN: %ramify --cflags=-DBAD --output-dir=%t3 %s 2>&1 | %FileCheck %s --check-prefix=BAD
// CODE: function @plain
// CODE-NOT: switch
// CODE: function @seen
#include <assert.h>
#include <klee/klee.h>

static int plain(unsigned x)
{
    int sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned bit = x >> i & 1;
        for (unsigned k = 0; k < 2; k++) {
            unsigned both = bit + k;
            if (both == 2)
                break;
            if (x == 5 && i == 2)
                return -sum;
            if (both == 0) {
                unsigned none = i;
                if (none == 3)
                    goto out;
                continue;
            }
            sum += 1;
        }
    }
out:
    return sum;
}

static int calls;
static void seen(int *p) { calls += *p; }

/* The same with variables that somebody else knows. */
static int known(unsigned x)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        int bit = x >> i & 1;
        seen(&bit);
        last = &bit;
        if (i == 3 && x == 15)
            break;
        if (!bit)
            continue;
        {
            int inner = 10;
            seen(&inner);
            if (x == 9)
                return sum;
            sum += inner;
        }
    }
#ifdef BAD
    if (x == 15)
        return *last; // BAD: ERROR: {{.*}}ways_out.c:[[@LINE]]: {{.*}}
#endif
    return sum + (last != 0);
}

int main(void)
{
    unsigned x = (unsigned)klee_range(0, 16, "x");
    /* what the program says natively */
    static const int plains[16] = {3, 3, 3, 3, 3, -2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4};
    static const int knowns[16] = {1, 11, 11, 21, 11, 21, 21, 31, 11, 0, 21, 31, 21, 31, 31, 31};
    assert(plain(x) == plains[x]);
    assert(known(x) == knowns[x]);
    return 0;
}
// OPTIMISED: errors = 0{{$}}
// CHECK-NOT: ERROR
// CHECK: completed paths = 16{{$}}
