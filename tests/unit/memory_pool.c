/* What of the memory that the system gave us is in use: --max-memory goes by it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "memory/pool.h"

/* what waits to be used again is counted, whatever was taken and given back in between */
static void waiting_is_what_was_given_back(void **unused)
{
    struct pool pool = {0};
    static const size_t sizes[] = {1, 16, 17, 1000, 1024};
    void *taken[5];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 5; i++)
            taken[i] = pool_alloc(&pool, sizes[i]);
        assert_int_equal(pool.waiting, 0);
        for (int i = 0; i < 5; i++)
            pool_free(&pool, taken[i], sizes[i]);
#ifndef RAMIFY_DEBUG
        assert_int_equal(pool.waiting, 16 + 16 + 32 + 1008 + 1024);
#endif
    }
    pool_release(&pool);
    assert_int_equal(pool.waiting, 0);
}

/* larger pieces go to the allocator at once and never wait */
static void large_pieces_do_not_wait(void **unused)
{
    struct pool pool = {0};
    pool_free(&pool, pool_alloc(&pool, POOL_LARGEST + 1), POOL_LARGEST + 1);
    assert_int_equal(pool.waiting, 0);
    pool_release(&pool);
}

/* memory that was given back is not taken, though it may be resident still */
static void taken_rises_and_falls(void **unused)
{
    enum { PIECES = 1000, SIZE = 4096 };
    void *pieces[PIECES];
    size_t before = mem_taken();
    if (!before)
        return; /* under the sanitizers nobody knows */
    for (int i = 0; i < PIECES; i++)
        pieces[i] = mem_alloc(SIZE);
    assert_true(mem_taken() - before >= PIECES * SIZE);
    for (int i = 0; i < PIECES; i++)
        mem_free(pieces[i]);
    mem_trim();
    assert_true(mem_taken() < before + SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_is_what_was_given_back),
        cmocka_unit_test(large_pieces_do_not_wait),
        cmocka_unit_test(taken_rises_and_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
