/* Sparse sets against plain arrays of bits. */
#include "base/sparse.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { NUMBERS = 3000, ROUNDS = 400 };

struct pair {
    struct sparse sparse;
    bool plain[NUMBERS];
};

static void compare(const struct pair *pair)
{
    uint32_t next = 0, count = 0;
    sparse_each(number, &pair->sparse)
    {
        for (; next < number; next++)
            assert_false(pair->plain[next]);
        assert_true(pair->plain[next++]);
        count++;
    }
    for (; next < NUMBERS; next++)
        assert_false(pair->plain[next]);
    assert_int_equal(count, sparse_size(&pair->sparse));
    for (uint32_t i = 0; i < pair->sparse.count; i++)
        assert_true(pair->sparse.words[i].bits);
}

static void test_random(void **state)
{
    static struct pair pairs[4];
    struct rng rng = {1};
    memset(pairs, 0, sizeof pairs);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct pair *x = &pairs[rng_next(&rng) % 4], *y = &pairs[rng_next(&rng) % 4],
                    *z = &pairs[rng_next(&rng) % 4];
        bool grown = false;
        switch (rng_next(&rng) % 7) {
        case 0:
        case 1:
            for (unsigned i = rng_next(&rng) % 30; i; i--) {
                uint32_t number = (uint32_t)(rng_next(&rng) % NUMBERS);
                assert_int_equal(sparse_add(&x->sparse, number), !x->plain[number]);
                x->plain[number] = true;
                assert_true(sparse_has(&x->sparse, number));
            }
            break;
        case 2:
            for (uint32_t i = 0; i < NUMBERS; i++) {
                grown |= y->plain[i] && !x->plain[i];
                x->plain[i] |= y->plain[i];
            }
            assert_int_equal(sparse_unite(&x->sparse, &y->sparse), grown);
            break;
        case 3:
            if (x == y)
                break;
            for (uint32_t i = 0; i < NUMBERS; i++)
                x->plain[i] &= y->plain[i];
            sparse_intersect(&x->sparse, &y->sparse);
            break;
        case 4:
            if (x == y || x == z)
                break;
            for (uint32_t i = 0; i < NUMBERS; i++)
                x->plain[i] = y->plain[i] && !z->plain[i];
            sparse_minus(&x->sparse, &y->sparse, &z->sparse);
            break;
        case 5:
            for (uint32_t i = 0; i < NUMBERS; i++) {
                bool left = y->plain[i] && !z->plain[i];
                grown |= left && !x->plain[i];
                x->plain[i] |= left;
            }
            assert_int_equal(sparse_unite_minus(&x->sparse, &y->sparse, &z->sparse), grown);
            break;
        default:
            if (x == y)
                break;
            memcpy(x->plain, y->plain, sizeof x->plain);
            sparse_copy(&x->sparse, &y->sparse);
        }
        compare(x);
        assert_int_equal(sparse_has(&y->sparse, round), y->plain[round]);
    }
    for (unsigned i = 0; i < 4; i++)
        sparse_release(&pairs[i].sparse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
