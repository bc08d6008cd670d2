/* What is taken is counted, and what is given back is not. */
#include "base/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void counts_what_is_taken(void **context)
{
    enum { PIECES = 1000, SIZE = 100, LARGE = 1 << 20 };
    char *pieces[PIECES];
    size_t before = mem_taken();
    for (int i = 0; i < PIECES; i++)
        pieces[i] = i % 2 ? mem_alloc(SIZE) : mem_zero(SIZE);
    size_t small = mem_taken() - before;
    assert_in_range(small, PIECES * SIZE, 2 * PIECES * SIZE);
    pieces[0] = mem_resize(pieces[0], LARGE);
    assert_in_range(mem_taken() - before, small - 2 * SIZE + LARGE, small + 2 * LARGE);
    pieces[0] = mem_resize(pieces[0], SIZE);
    for (int i = 0; i < PIECES; i++)
        mem_free(pieces[i]);
    mem_free(NULL);
    assert_int_equal(mem_taken(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_what_is_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
