/* The persistent map against plain arrays, over many copies. */
#include "base/radix.h"

#include "base/alloc.h"
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct counted {
    int refs, number;
};

static void counted_ref(void *value) { ((struct counted *)value)->refs++; }

static void counted_unref(void *context, void *value)
{
    struct counted *counted = value;
    if (--counted->refs)
        return;
    --*(int *)context;
    mem_free(counted);
}

static const struct radix_ops ops = {counted_ref, counted_unref};

static struct counted *make(int *live, int number)
{
    struct counted *counted = NEW(struct counted);
    *counted = (struct counted){1, number};
    ++*live;
    return counted;
}

enum { KEYS = 300, COPIES = 5 };

/* Dense keys at first, far ones at the end. */
static uint32_t key_of(unsigned i) { return i < 280 ? i : UINT32_MAX - (i - 280) * 0x01234567u; }

struct seen {
    const int *expected;
    unsigned count;
    uint32_t last;
};

static bool see(void *context, uint32_t key, void *value)
{
    struct seen *seen = context;
    assert_true(!seen->count || key > seen->last);
    seen->last = key;
    seen->count++;
    return true;
}

static void compare(const struct radix *radix, const int *expected)
{
    unsigned present = 0;
    for (unsigned i = 0; i < KEYS; i++) {
        const struct counted *counted = radix_get(radix, key_of(i));
        assert_int_equal(counted ? counted->number : 0, expected[i]);
        present += expected[i] != 0;
    }
    struct seen seen = {expected, 0, 0};
    assert_true(radix_each(radix, see, &seen));
    assert_int_equal(seen.count, present);
    radix_check(radix);
}

static void test_random(void **state)
{
    struct rng rng = {7};
    int live = 0, number = 0;
    struct radix *maps[COPIES];
    static int expected[COPIES][KEYS];
    memset(expected, 0, sizeof expected);
    for (unsigned i = 0; i < COPIES; i++)
        maps[i] = radix_new(&ops, &live);
    for (unsigned step = 0; step < 40000; step++) {
        unsigned map = (unsigned)rng_below(&rng, COPIES), key = (unsigned)rng_below(&rng, KEYS);
        unsigned other = (unsigned)rng_below(&rng, COPIES);
        switch (rng_below(&rng, 40)) {
        case 0:
            if (other == map)
                break;
            radix_free(maps[other]);
            maps[other] = radix_copy(maps[map]);
            memcpy(expected[other], expected[map], sizeof expected[map]);
            break;
        case 1:
            compare(maps[map], expected[map]);
            break;
        case 2 ... 14:
            assert_int_equal(radix_remove(maps[map], key_of(key)), expected[map][key] != 0);
            expected[map][key] = 0;
            break;
        case 15 ... 20: {
            struct counted **place = (struct counted **)radix_own(maps[map], key_of(key));
            assert_int_equal(place != NULL, expected[map][key] != 0);
            if (!place)
                break;
            if ((*place)->refs > 1) {
                (*place)->refs--;
                *place = make(&live, 0);
            }
            (*place)->number = expected[map][key] = ++number;
            break;
        }
        default:
            radix_set(maps[map], key_of(key), make(&live, ++number));
            expected[map][key] = number;
        }
    }
    for (unsigned i = 0; i < COPIES; i++) {
        compare(maps[i], expected[i]);
        radix_free(maps[i]);
    }
    assert_int_equal(live, 0);
}

static bool count_one(void *context, uint32_t key, void *value)
{
    ++*(int *)context;
    return true;
}

static bool stop(void *context, uint32_t key, void *value) { return ++*(int *)context < 3; }

static void test_walks(void **state)
{
    int live = 0, count = 0;
    struct radix *map = radix_new(&ops, &live);
    for (unsigned i = 0; i < 100; i++)
        radix_set(map, i, make(&live, 1));
    assert_false(radix_each(map, stop, &count));
    assert_int_equal(count, 3);
    struct radix *copy = radix_copy(map);
    count = 0;
    radix_each_once(map, 1, count_one, &count);
    radix_each_once(copy, 1, count_one, &count);
    assert_int_equal(count, 100);
    count = 0;
    radix_each_alone(copy, count_one, &count);
    assert_int_equal(count, 0);
    radix_set(copy, 5, make(&live, 2)); /* its leaf is copied: 16 keys */
    radix_each_alone(copy, count_one, &count);
    assert_int_equal(count, 16);
    count = 0;
    radix_each_once(copy, 1, count_one, &count);
    assert_int_equal(count, 16);
    radix_free(map);
    radix_free(copy);
    assert_int_equal(live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
