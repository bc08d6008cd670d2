/* Ranges of arrays against every element looked at by itself: random contents,
 * shapes and writes; found once, adjusted for what is written, kept by a sweep. */
#include "base/alloc.h"
#include "base/rng.h"
#include "solver/ranges.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct ranges *ranges;
    struct rng rng;
    expr_t input;
};

static void open_fixture(struct fixture *f)
{
    f->exprs = exprs_new();
    f->ranges = ranges_new(f->exprs);
    f->input = expr_input(f->exprs, "text", 40);
    f->rng = (struct rng){.state = 3};
}

static void close_fixture(struct fixture *f)
{
    ranges_free(f->ranges);
    exprs_free(f->exprs);
}

static uint64_t below(struct fixture *f, uint64_t limit) { return rng_below(&f->rng, limit); }
static expr_t at(struct fixture *f, uint64_t index) { return expr_const(f->exprs, 64, index); }

static expr_t random_bytes(struct fixture *f, uint32_t size)
{
    uint8_t *data = mem_zero(size);
    uint8_t value = 0;
    for (uint32_t i = 0; i < size; i++) {
        if (!below(f, 6))
            value = (uint8_t)below(f, 4);
        data[i] = value;
    }
    expr_t array = expr_bytes(f->exprs, data, size);
    mem_free(data);
    return array;
}

static expr_t random_write(struct fixture *f, expr_t array)
{
    expr_t byte = below(f, 4) ? expr_const(f->exprs, 8, below(f, 4))
                              : expr_read(f->exprs, f->input, at(f, below(f, 40)));
    return expr_store(f->exprs, array, at(f, below(f, expr_array_size(f->exprs, array))), byte);
}

/* false: it is no constant */
static bool element(struct fixture *f, expr_t array, int64_t index, unsigned bytes, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        expr_t byte = index + i < 0 ? expr_const(f->exprs, 8, 0)
                                    : expr_read(f->exprs, array, at(f, (uint64_t)(index + i)));
        if (!expr_is_const(f->exprs, byte))
            return false;
        *value |= expr_value(f->exprs, byte) << 8 * i;
    }
    return true;
}

static void assert_right(struct fixture *f, expr_t array, struct element_shape shape)
{
    const struct cell_ranges *ranges = ranges_of(f->ranges, array, shape);
    int64_t size = expr_array_size(f->exprs, array), stride = (int64_t)shape.stride;
    assert_non_null(ranges);
    assert_int_equal((ranges->first - shape.phase) % stride, 0);
    assert_true(ranges->first > -(int64_t)shape.bytes && ranges->first - stride <= -(int64_t)shape.bytes);
    int64_t end = ranges->first + stride * ranges->elements;
    assert_true(end >= size && end - stride < size);
    assert_int_equal(ranges->data[ranges->count - 1].end, ranges->elements);
    for (uint32_t i = 0, range = 0; i < ranges->elements; i++) {
        range += ranges->data[range].end == i;
        const struct cell_range *here = &ranges->data[range];
        uint64_t value;
        assert_ptr_equal(cell_range_at(ranges, i), here);
        assert_int_equal(element(f, array, ranges->first + stride * i, shape.bytes, &value), !here->mixed);
        if (!here->mixed)
            assert_int_equal(value, here->value);
        if (range && here[-1].end == i && here[-1].mixed == here->mixed)
            assert_int_not_equal(here[-1].value, here->value);
    }
}

static struct element_shape random_shape(struct fixture *f, unsigned bytes)
{
    uint64_t stride = below(f, 2) ? bytes : 1 + below(f, 24);
    return (struct element_shape){bytes, stride, (int64_t)below(f, 60) - 30};
}

static void ranges_are_what_the_elements_are(void **state)
{
    struct fixture f;
    open_fixture(&f);
    for (unsigned round = 0; round < 400; round++) {
        unsigned width = 1u << below(&f, 4);
        struct element_shape shape = random_shape(&f, below(&f, 4) ? width : 1 + (unsigned)below(&f, 8));
        expr_t array = below(&f, 6) ? random_bytes(&f, 65 + (uint32_t)below(&f, 200)) : f.input;
        assert_right(&f, array, shape);
        for (unsigned version = 0; version < 6; version++) {
            for (uint64_t writes = below(&f, 6); writes > 0; writes--)
                array = random_write(&f, array);
            assert_right(&f, array, shape);
        }
    }
    close_fixture(&f);
}

/* Once for a content and a shape; of what is written to, from the version before. */
static void found_once_and_adjusted(void **state)
{
    struct fixture f;
    open_fixture(&f);
    struct element_shape bytes = {1, 1, 0}, words = {4, 4, 0};
    expr_t array = random_bytes(&f, 512);
    uint8_t copy[512];
    uint32_t size;
    memcpy(copy, expr_bytes_data(f.exprs, array, &size), sizeof copy);
    assert_right(&f, array, bytes);
    assert_right(&f, expr_bytes(f.exprs, copy, sizeof copy), bytes);
    assert_int_equal(ranges_stats(f.ranges).found, 1);
    assert_right(&f, array, words);
    assert_int_equal(ranges_stats(f.ranges).found, 2);
    for (unsigned i = 0; i < 20; i++) {
        array = expr_store(f.exprs, array, at(&f, 20 * i), expr_const(f.exprs, 8, 77 + i));
        assert_right(&f, array, words);
        assert_right(&f, array, words);
    }
    assert_int_equal(ranges_stats(f.ranges).found, 2);
    assert_int_equal(ranges_stats(f.ranges).adjusted, 20);
    /* all in one go: from the bottom */
    assert_right(&f, array, bytes);
    assert_int_equal(ranges_stats(f.ranges).found, 2);
    assert_int_equal(ranges_stats(f.ranges).adjusted, 21);
    /* constant bytes that differ in a few, in many */
    for (unsigned i = 0; i < 20; i++) {
        copy[below(&f, sizeof copy)] ^= 0x55;
        assert_right(&f, expr_bytes(f.exprs, copy, sizeof copy), words);
    }
    assert_int_equal(ranges_stats(f.ranges).found, 2);
    assert_int_equal(ranges_stats(f.ranges).adjusted, 41);
    for (unsigned i = 0; i < sizeof copy; i++)
        copy[i] ^= 0x55;
    assert_right(&f, expr_bytes(f.exprs, copy, sizeof copy), words);
    assert_int_equal(ranges_stats(f.ranges).found, 3);
    close_fixture(&f);
}

static void not_below_a_symbolic_index(void **state)
{
    struct fixture f;
    open_fixture(&f);
    expr_t index = expr_zext(f.exprs, expr_read(f.exprs, f.input, at(&f, 0)), 64),
           array = expr_store(f.exprs, random_bytes(&f, 300), index, expr_const(f.exprs, 8, 1));
    assert_null(ranges_of(f.ranges, array, (struct element_shape){1, 1, 0}));
    assert_null(ranges_of(f.ranges, f.input, (struct element_shape){1, 1ull << 40, 0}));
    close_fixture(&f);
}

/* What a sweep leaves stays known; what it takes may come back as something else. */
static void a_sweep_leaves_what_is_marked(void **state)
{
    struct fixture f;
    open_fixture(&f);
    struct element_shape shape = {2, 2, 1};
    expr_t kept = random_bytes(&f, 128);
    for (unsigned round = 0; round < 20; round++) {
        expr_t gone = random_write(&f, random_bytes(&f, 128));
        assert_right(&f, kept, shape);
        assert_right(&f, gone, shape);
        assert_int_equal(ranges_stats(f.ranges).found + ranges_stats(f.ranges).adjusted, 1 + 2 * (round + 1));
        exprs_mark(f.exprs, kept);
        exprs_sweep(f.exprs);
    }
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_what_the_elements_are),
        cmocka_unit_test(found_once_and_adjusted),
        cmocka_unit_test(not_below_a_symbolic_index),
        cmocka_unit_test(a_sweep_leaves_what_is_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
