/* What a space promises, one promise a test: provenance, sharing, windows,
 * addresses, large objects, uninitialised memory, arrays. */
#include "memory/space.h"

#include "base/alloc.h"
#include "expr/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct objects objects;
    struct windows windows;
    struct space space;
};

static int set_up(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    space_init(&f->space, f->exprs, &f->objects);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    space_check(&f->space);
    space_release(&f->space);
    objects_release(&f->objects);
    exprs_free(f->exprs);
    mem_free(f);
    return 0;
}

static const struct object *heap(struct fixture *f, uint64_t size)
{
    return space_allocate(&f->space, OBJECT_HEAP, size, 16, 0, 0, true);
}

static struct value to(const struct object *object, uint64_t offset)
{
    return value_pointer(object->address + offset, object->id);
}

static struct value load(struct fixture *f, const struct object *object, uint64_t offset, unsigned width)
{
    struct value value;
    space_load(&f->space, &f->windows, object->id, offset, width, &value);
    return value;
}

static void store(struct fixture *f, const struct object *object, uint64_t offset, unsigned width,
                  struct value value)
{
    space_store(&f->space, &f->windows, object->id, offset, width, value);
}

static void assert_value(struct value left, struct value right)
{
    assert_int_equal(left.bits, right.bits);
    assert_int_equal(left.tag, right.tag);
}

static expr_t input_byte(struct fixture *f, unsigned i)
{
    return expr_read(f->exprs, expr_input(f->exprs, "input", 16), expr_const(f->exprs, 64, i));
}

/* ---- values ---- */

static void test_value_forms(void **state)
{
    struct fixture *f = *state;
    const struct object *object = heap(f, 32);
    expr_t base = expr_base(f->exprs, object->id, object->address);
    struct value inside = to(object, 5);
    expr_t term = value_to_term(f->exprs, &f->objects, inside, 64);
    assert_int_equal(term, expr_add(f->exprs, base, expr_const(f->exprs, 64, 5)));
    assert_value(value_from_term(f->exprs, &f->objects, term), inside);
    assert_value(value_from_term(f->exprs, &f->objects, base), to(object, 0));
    assert_value(value_from_term(f->exprs, &f->objects, expr_const(f->exprs, 32, 9)), value_plain(9));
    struct value before = to(object, (uint64_t)-8);
    term = value_to_term(f->exprs, &f->objects, before, 64);
    assert_value(value_from_term(f->exprs, &f->objects, term), before);
    struct value wide = value_from_term(f->exprs, &f->objects, expr_const(f->exprs, 128, 9));
    assert_true(value_is_term(wide) && value_is_constant(f->exprs, wide));
    assert_false(value_is_constant(f->exprs, value_from_term(f->exprs, &f->objects, input_byte(f, 0))));
}

/* ---- provenance ---- */

static void test_pointer_comes_back(void **state)
{
    struct fixture *f = *state;
    const struct object *target = heap(f, 8), *cell = heap(f, 64);
    for (uint64_t offset = 0; offset <= 24; offset += 3) { /* aligned or not */
        store(f, cell, offset, 64, to(target, 4));
        assert_value(load(f, cell, offset, 64), to(target, 4));
        assert_value(load(f, cell, offset, 32), value_plain((uint32_t)(target->address + 4)));
        assert_value(load(f, cell, offset + 1, 64).tag ? value_plain(1) : value_plain(0), value_plain(0));
    }
}

static void test_plain_write_ends_a_pointer(void **state)
{
    struct fixture *f = *state;
    const struct object *target = heap(f, 8), *cell = heap(f, 64);
    store(f, cell, 8, 64, to(target, 0));
    store(f, cell, 9, 8, value_plain(0));
    assert_int_equal(load(f, cell, 8, 64).tag, 0);
    store(f, cell, 8, 64, to(target, 0));
    uint64_t bits = target->address;
    space_write_bytes(&f->space, &f->windows, cell->id, 8, &bits, 8);
    assert_value(load(f, cell, 8, 64), value_plain(bits));
}

static void test_move_keeps_a_pointer(void **state)
{
    struct fixture *f = *state;
    const struct object *target = heap(f, 8), *cell = heap(f, 64), *large = heap(f, 20000);
    store(f, cell, 8, 64, to(target, 1));
    space_move(&f->space, &f->windows, cell->id, 9, cell->id, 8, 8); /* overlapping, off the grid */
    assert_value(load(f, cell, 9, 64), to(target, 1));
    for (unsigned i = 0; i < 8; i++) /* byte by byte, across two pages */
        space_move(&f->space, &f->windows, large->id, 4092 + i, cell->id, 9 + i, 1);
    assert_value(load(f, large, 4092, 64), to(target, 1));
    space_move(&f->space, &f->windows, cell->id, 16, large->id, 4092, 8);
    assert_value(load(f, cell, 16, 64), to(target, 1));
}

static void test_pointer_in_a_wide_value(void **state)
{
    struct fixture *f = *state;
    const struct object *target = heap(f, 8), *cell = heap(f, 64);
    expr_t pointer = value_to_term(f->exprs, &f->objects, to(target, 3), 64);
    expr_t pair = expr_concat(f->exprs, expr_const(f->exprs, 64, 7), pointer);
    store(f, cell, 0, 128, value_from_term(f->exprs, &f->objects, pair));
    assert_value(load(f, cell, 0, 64), to(target, 3));
    assert_value(load(f, cell, 8, 64), value_plain(7));
    assert_int_equal(value_term(load(f, cell, 0, 128)), pair);
}

static void test_terms_come_back(void **state)
{
    struct fixture *f = *state;
    const struct object *cell = heap(f, 64);
    expr_t term = expr_mul(f->exprs, expr_zext(f->exprs, input_byte(f, 1), 32),
                           expr_zext(f->exprs, input_byte(f, 2), 32));
    struct value value = value_from_term(f->exprs, &f->objects, term);
    store(f, cell, 5, 32, value);
    assert_value(load(f, cell, 5, 32), value);
    assert_int_equal(value_term(load(f, cell, 5, 16)), expr_extract(f->exprs, term, 0, 16));
    expr_t bit = expr_eq(f->exprs, input_byte(f, 0), expr_const(f->exprs, 8, 3));
    store(f, cell, 0, 1, value_from_term(f->exprs, &f->objects, bit));
    assert_int_equal(value_term(load(f, cell, 0, 1)), bit);
    store(f, cell, 5, 32, value_plain(1));
    store(f, cell, 0, 8, value_plain(1));
    assert_non_null(space_window(&f->space, &f->windows, to(cell, 0), false)
                        ? window_read(&f->windows, to(cell, 0), 4)
                        : NULL); /* plain again */
}

/* ---- sharing ---- */

static void test_fork_is_apart(void **state)
{
    struct fixture *f = *state;
    const struct object *small = heap(f, 16), *large = heap(f, 1 << 20), *freed = heap(f, 16);
    store(f, small, 0, 64, value_plain(1));
    store(f, large, 5000, 64, value_plain(2));
    struct space other;
    space_copy(&other, &f->space);
    windows_flush(&f->windows);
    size_t before = space_shared_bytes(&other);
    store(f, small, 0, 64, value_plain(3));
    store(f, large, 5000, 64, value_plain(4));
    space_free(&f->space, &f->windows, freed->id);
    struct value value;
    space_load(&other, NULL, small->id, 0, 64, &value);
    assert_value(value, value_plain(1));
    space_load(&other, NULL, large->id, 5000, 64, &value);
    assert_value(value, value_plain(2));
    assert_true(space_is_live(&other, freed->id) && !space_is_live(&f->space, freed->id));
    assert_true(space_shared_bytes(&f->space) < 3 * PAGE); /* one page was copied, not the object */
    assert_int_equal(before, 0);
    /* both go on with the same addresses: they depend on the path alone */
    const struct object *mine = heap(f, 24),
                        *theirs = space_allocate(&other, OBJECT_HEAP, 24, 16, 0, 0, true);
    assert_int_equal(mine->address, theirs->address);
    assert_int_not_equal(mine->id, theirs->id);
    space_check(&other);
    space_release(&other);
}

/* ---- windows ---- */

static void test_windows(void **state)
{
    struct fixture *f = *state;
    const struct object *target = heap(f, 8), *object = heap(f, 64), *constant = heap(f, 8);
    assert_null(window_read(&f->windows, to(object, 0), 4));
    assert_true(space_window(&f->space, &f->windows, to(object, 0), false));
    assert_non_null(window_read(&f->windows, to(object, 60), 4));
    assert_null(window_read(&f->windows, to(object, 61), 4)); /* past the end */
    assert_null(window_write(&f->windows, to(object, 0), 4)); /* only for reading */
    assert_true(space_window(&f->space, &f->windows, to(object, 0), true));
    memset(window_write(&f->windows, to(object, 8), 8), 0x11, 8);
    assert_value(load(f, object, 8, 64), value_plain(0x1111111111111111));
    /* a page with a pointer: only what is not the pointer */
    store(f, object, 16, 64, to(target, 0));
    assert_non_null(window_read(&f->windows, to(object, 8), 8));
    assert_null(window_read(&f->windows, to(object, 16), 8));
    assert_null(window_write(&f->windows, to(object, 12), 8));
    assert_null(window_write(&f->windows, to(object, 23), 1));
    assert_non_null(window_write(&f->windows, to(object, 24), 8));
    struct value value;
    assert_true(window_load_word(&f->windows, to(object, 16), &value));
    assert_value(value, to(target, 0));
    assert_true(window_store_word(&f->windows, to(object, 32), to(target, 8)));
    assert_value(load(f, object, 32, 64), to(target, 8));
    assert_true(window_store_word(&f->windows, to(object, 16), value_plain(6)));
    assert_value(load(f, object, 16, 64), value_plain(6));
    /* a symbolic byte: no window */
    store(f, object, 40, 8, value_from_term(f->exprs, &f->objects, input_byte(f, 0)));
    assert_null(window_read(&f->windows, to(object, 0), 1));
    assert_false(space_window(&f->space, &f->windows, to(object, 0), false));
    space_make_constant(&f->space, &f->windows, constant->id);
    assert_false(space_window(&f->space, &f->windows, to(constant, 0), true));
    assert_true(space_window(&f->space, &f->windows, to(constant, 0), false));
    assert_null(window_write(&f->windows, to(constant, 0), 1));
    assert_true(space_window(&f->space, &f->windows, to(target, 0), true));
    space_free(&f->space, &f->windows, target->id);
    assert_null(window_read(&f->windows, to(target, 0), 1));
    assert_false(space_window(&f->space, &f->windows, to(target, 0), false));
}

/* ---- addresses and sizes ---- */

static void test_addresses(void **state)
{
    struct fixture *f = *state;
    const struct object *last = NULL;
    for (unsigned i = 0; i < 200; i++) {
        const struct object *object =
            space_allocate(&f->space, OBJECT_STACK, i % 5 ? i * 37 : 0, 1u << i % 14, 0, 0, false);
        assert_int_equal(object->address & ((1u << i % 14) - 1), 0);
        if (last)
            assert_true(object->address >= last->address + last->size + 16);
        if (object->size > PAGE)
            assert_int_equal(object->address & (PAGE - 1), 0);
        last = object;
        if (i % 3 == 0)
            space_free(&f->space, &f->windows, object->id);
    }
    assert_null(space_find(&f->space, 0, true));
    const struct object *function = space_allocate(&f->space, OBJECT_FUNCTION, 10, 1, 0, 0, false);
    assert_ptr_equal(space_find(&f->space, function->address, false), function);
    assert_false(space_window(&f->space, &f->windows, to(function, 0), false));
    assert_null(space_allocate(&f->space, OBJECT_HEAP, UINT64_MAX, 16, 0, 0, false));
    assert_null(space_allocate(&f->space, OBJECT_HEAP, UINT64_MAX - 100, 16, 0, 0, false));
}

static void test_fixed_address(void **state)
{
    struct fixture *f = *state;
    const struct object *fixed = space_allocate_at(&f->space, 0x12345, 6000);
    assert_int_equal(fixed->address, 0x12345);
    assert_null(space_allocate_at(&f->space, 0x12345 + 5999, 1));
    assert_non_null(space_allocate_at(&f->space, 0x12345 + 6000, 1));
    assert_null(space_allocate_at(&f->space, 0, 8));
    store(f, fixed, 4090, 64, value_plain(77));
    assert_value(load(f, fixed, 4090, 64), value_plain(77));
    /* in the way of the heap: it goes around */
    const struct object *object = heap(f, 16);
    const struct object *wall = space_allocate_at(&f->space, object->address + 64, 100);
    assert_non_null(wall);
    object = heap(f, 64);
    assert_true(object->address >= wall->address + wall->size);
}

static void test_large(void **state)
{
    struct fixture *f = *state;
    const struct object *large = heap(f, (uint64_t)8 << 30);
    uint64_t far = ((uint64_t)8 << 30) - 8;
    assert_value(load(f, large, far, 64), value_plain(0));
    store(f, large, far, 64, to(large, 1));
    assert_value(load(f, large, far, 64), to(large, 1));
    store(f, large, 4090, 64, value_plain(0x1122334455667788));
    assert_value(load(f, large, 4090, 64), value_plain(0x1122334455667788));
    assert_true(space_window(&f->space, &f->windows, to(large, 1 << 30), false));
    assert_int_equal(*window_read(&f->windows, to(large, 1 << 30), 1), 0);
    store(f, large, 1 << 30, 8, value_plain(5));
    assert_int_equal(*window_read(&f->windows, to(large, 1 << 30), 1), 5);
    space_fill(&f->space, &f->windows, large->id, 0, large->size, value_plain(9));
    assert_value(load(f, large, 1 << 30, 16), value_plain(0x0909));
    assert_true(space_shared_bytes(&f->space) < 10 * PAGE);
}

static void test_identities(void **state)
{
    struct fixture *f = *state;
    uint32_t id = heap(f, 8)->id;
    space_discard(&f->space, &f->windows, id);
    assert_int_equal(heap(f, 8)->id, id); /* nothing mentioned it */
    const struct object *cell = heap(f, 8), *object = heap(f, 8);
    store(f, cell, 0, 64, to(object, 0));
    id = object->id;
    space_discard(&f->space, &f->windows, id); /* the cell mentions it */
    assert_int_not_equal(heap(f, 8)->id, id);
    assert_false(space_is_live(&f->space, id));
    for (unsigned round = 0; round < 2; round++) {
        objects_begin_marking(&f->objects);
        space_mark(&f->space, &f->objects);
        objects_sweep(&f->objects);
        assert_int_equal(object_get(&f->objects, id) != NULL, !round);
        store(f, cell, 0, 64, value_plain(0));
    }
    /* a term keeps it too */
    object = heap(f, 8);
    id = object->id;
    expr_t term = expr_mul(f->exprs, value_to_term(f->exprs, &f->objects, to(object, 1), 64),
                           expr_zext(f->exprs, input_byte(f, 0), 64));
    store(f, cell, 0, 64, value_from_term(f->exprs, &f->objects, term));
    space_free(&f->space, &f->windows, id);
    space_mark(&f->space, &f->objects);
    objects_mark_terms(&f->objects, f->exprs);
    objects_sweep(&f->objects);
    exprs_sweep(f->exprs);
    assert_non_null(object_get(&f->objects, id));
    assert_int_equal(value_term(load(f, cell, 0, 64)), term);
}

static void test_discard_of_a_shared_local(void **state)
{
    struct fixture *f = *state;
    uint32_t id = heap(f, 8)->id;
    struct space other;
    space_copy(&other, &f->space);
    space_discard(&f->space, &f->windows, id);
    assert_non_null(object_get(&f->objects, id)); /* the other still holds it */
    space_discard(&other, &f->windows, id);
    assert_null(object_get(&f->objects, id));
    space_release(&other);
}

/* ---- uninitialised ---- */

static void test_uninitialised(void **state)
{
    struct fixture *f = *state;
    struct value value;
    f->space.track_uninitialised = true;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t size = i ? 10000 : 24;
        const struct object *object = space_allocate(&f->space, OBJECT_STACK, size, 8, 0, 0, false);
        const struct object *copy = space_allocate(&f->space, OBJECT_STACK, size, 8, 0, 0, true);
        assert_int_equal(space_load(&f->space, NULL, object->id, 8, 32, &value), ACCESS_UNINITIALISED);
        assert_value(value, value_plain(0xABABABAB));
        store(f, object, 8, 24, value_plain(1));
        assert_int_equal(space_load(&f->space, NULL, object->id, 8, 32, &value), ACCESS_UNINITIALISED);
        store(f, object, 11, 8, value_plain(0));
        assert_int_equal(space_load(&f->space, NULL, object->id, 8, 32, &value), ACCESS_OK);
        assert_value(value, value_plain(1));
        assert_int_equal(space_load(&f->space, NULL, copy->id, 0, 64, &value), ACCESS_OK);
        space_move(&f->space, &f->windows, copy->id, 0, object->id, 0, size); /* a copy is no use */
        assert_int_equal(space_load(&f->space, NULL, copy->id, 0, 64, &value), ACCESS_UNINITIALISED);
        space_fill(&f->space, &f->windows, object->id, 0, size, value_plain(0));
        assert_true(space_window(&f->space, &f->windows, to(object, 0), true));
    }
}

/* ---- arrays ---- */

static void test_array_follows_writes(void **state)
{
    struct fixture *f = *state;
    const struct object *table = heap(f, 256);
    expr_t index = expr_zext(f->exprs, input_byte(f, 0), 64);
    assert_true(space_window(&f->space, &f->windows, to(table, 0), true));
    expr_t before = space_array(&f->space, table->id);
    assert_int_equal(space_array(&f->space, table->id), before);
    assert_null(window_write(&f->windows, to(table, 3), 1)); /* must not go unnoticed now */
    assert_non_null(window_read(&f->windows, to(table, 3), 1));
    assert_true(space_window(&f->space, &f->windows, to(table, 3), true));
    *window_write(&f->windows, to(table, 3), 1) = 42;
    assert_int_not_equal(space_array(&f->space, table->id), before);
    struct model *model = model_new();
    model_set(model, 0, 3);
    expr_t read = space_read_symbolic(&f->space, table->id, index, 8);
    assert_int_equal(expr_eval(f->exprs, read, model), 42);
    model_unref(model);
}

static void test_pointer_at_a_symbolic_offset(void **state)
{
    struct fixture *f = *state;
    const struct object *target = heap(f, 8), *table = heap(f, 64);
    for (unsigned i = 0; i < 8; i++)
        store(f, table, 8 * i, 64, to(target, i));
    expr_t three =
        expr_and(f->exprs, expr_zext(f->exprs, input_byte(f, 0), 64), expr_const(f->exprs, 64, 56));
    expr_t read = space_read_symbolic(&f->space, table->id, three, 64);
    assert_true(expr_has_base(f->exprs, read)); /* not an address constant */
    struct model *model = model_new();
    model_set(model, 0, 16);
    assert_int_equal(expr_eval(f->exprs, read, model), target->address + 2);
    space_write_symbolic(&f->space, &f->windows, table->id, three, 64, value_plain(5));
    struct value value = load(f, table, 16, 64);
    assert_int_equal(expr_eval(f->exprs, value_term(value), model), 5);
    value = load(f, table, 24, 64);
    assert_int_equal(expr_eval(f->exprs, value_to_term(f->exprs, &f->objects, value, 64), model),
                     target->address + 3);
    store(f, table, 24, 64, to(target, 1)); /* known again */
    assert_value(load(f, table, 24, 64), to(target, 1));
    space_fill(&f->space, &f->windows, table->id, 0, 64, value_plain(1));
    assert_true(space_window(&f->space, &f->windows, to(table, 0), true)); /* all known: plain */
    model_unref(model);
}

static void test_whole_input(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t size = i ? 10000 : 16;
        expr_t input = expr_input(f->exprs, i ? "large" : "small", size);
        const struct object *object = heap(f, size);
        space_make_symbolic(&f->space, &f->windows, object->id, 0, size, input);
        assert_int_equal(space_array(&f->space, object->id), input);
        assert_int_equal(space_byte(&f->space, object->id, size - 1),
                         expr_read(f->exprs, input, expr_const(f->exprs, 64, size - 1)));
        uint8_t bytes[4];
        uint64_t bad;
        store(f, object, 0, 8, value_plain(1));
        assert_false(space_read_bytes(&f->space, object->id, 0, bytes, 4, &bad));
        assert_int_equal(bad, 1);
        assert_int_equal(
            space_array(&f->space, object->id),
            expr_store(f->exprs, input, expr_const(f->exprs, 64, 0), expr_const(f->exprs, 8, 1)));
    }
}

/* When the run is over, what is large is left in the middle, and the space says so. */
static void many_bytes_at_once_stop(void **state)
{
    struct fixture *f = *state;
    enum { SMALL = 1 << 16, LARGE = 1 << 26 };
    const struct object *from = heap(f, LARGE), *other = heap(f, LARGE);
    budget_stop(exprs_budget(f->exprs));
    space_fill(&f->space, &f->windows, from->id, 1, SMALL, value_plain(7));
    space_move(&f->space, &f->windows, other->id, 0, from->id, 0, SMALL);
    assert_false(f->space.half_done);
    assert_int_equal(load(f, other, SMALL - 1, 8).bits, 7);
    space_fill(&f->space, &f->windows, from->id, 1, LARGE - 1, value_plain(7));
    assert_true(f->space.half_done);
    assert_int_equal(load(f, from, LARGE - 1, 8).bits, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(many_bytes_at_once_stop),
        TEST(test_value_forms),
        TEST(test_pointer_comes_back),
        TEST(test_plain_write_ends_a_pointer),
        TEST(test_move_keeps_a_pointer),
        TEST(test_pointer_in_a_wide_value),
        TEST(test_terms_come_back),
        TEST(test_fork_is_apart),
        TEST(test_windows),
        TEST(test_addresses),
        TEST(test_fixed_address),
        TEST(test_large),
        TEST(test_identities),
        TEST(test_discard_of_a_shared_local),
        TEST(test_uninitialised),
        TEST(test_array_follows_writes),
        TEST(test_pointer_at_a_symbolic_offset),
        TEST(test_whole_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
