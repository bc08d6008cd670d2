/* read_element gives what single reads give, whatever was stored, and finds
 * pointers again; pointer_equal says what comparing the addresses says. */
#include "memory/words.h"

#include "base/rng.h"
#include "expr/eval.h"
#include "memory/cases.h"
#include "memory/space.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 64, ROUNDS = 3000 };

static struct exprs *exprs;
static expr_t input;

static uint64_t below(struct rng *rng, uint64_t limit) { return rng_next(rng) % limit; }
static expr_t number(uint64_t value) { return expr_const(exprs, 64, value); }
static expr_t byte(unsigned i) { return expr_read(exprs, input, number(i)); }

/* A field of a record of 24 bytes. */
static expr_t some_field(struct rng *rng, uint64_t size)
{
    expr_t record = expr_zext(exprs, expr_extract(exprs, byte(below(rng, 4)), 0, 1), 64);
    return expr_add(exprs, expr_mul(exprs, record, number(24)), number(size * below(rng, 24 / size)));
}

/* An index in the array, a multiple of the step. */
static expr_t some_index(struct rng *rng, uint64_t step)
{
    expr_t small = expr_and(exprs, expr_zext(exprs, byte(below(rng, 4)), 64), number(SIZE / step - 1));
    return expr_mul(exprs, small, number(step));
}

static expr_t some_word(struct rng *rng)
{
    switch (below(rng, 4)) {
    case 0:
        return expr_base(exprs, 1 + below(rng, 3), 0x10000 * (1 + below(rng, 3)));
    case 1:
        return expr_add(exprs, expr_base(exprs, 4, 0x40000), number(below(rng, 100)));
    case 2:
        return expr_zext(exprs, byte(4 + below(rng, 4)), 64);
    default:
        return number(rng_next(rng));
    }
}

static expr_t store(expr_t array, expr_t index, expr_t word, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        array =
            expr_store(exprs, array, expr_add(exprs, index, number(k)), expr_extract(exprs, word, 8 * k, 8));
    return array;
}

static expr_t some_array(struct rng *rng)
{
    uint8_t bytes[SIZE] = {0};
    for (unsigned i = 0; i < SIZE && below(rng, 2); i++)
        bytes[i] = (uint8_t)rng_next(rng);
    expr_t array = expr_bytes(exprs, bytes, SIZE);
    for (uint64_t stores = below(rng, 8); stores; stores--)
        switch (below(rng, 7)) {
        case 5: {
            unsigned size = 1u << below(rng, 4);
            array = store(array, some_field(rng, size), some_word(rng), size);
            break;
        }
        case 0: /* a part of a word, anywhere */
            array = store(array, number(below(rng, SIZE - 4)), some_word(rng), 1 + below(rng, 4));
            break;
        case 1: /* at a symbolic place, sometimes in no word */
            array = store(array, some_index(rng, below(rng, 3) ? 8 : 4), some_word(rng), 8);
            break;
        case 2: /* there or nowhere */
            array = store(array,
                          expr_ite(exprs, expr_eq(exprs, byte(1), expr_const(exprs, 8, 3)),
                                   some_index(rng, 8), number((uint64_t)1 << 63)),
                          some_word(rng), 8);
            break;
        default:
            array = store(array, number(8 * below(rng, SIZE / 8)), some_word(rng), 8);
        }
    return array;
}

static struct model *some_model(struct rng *rng)
{
    struct model *model = model_new();
    for (unsigned i = 0; i < 8; i++)
        model_set(model, i, below(rng, 2) ? (uint8_t)below(rng, 8) : (uint8_t)rng_next(rng));
    return model;
}

static void test_as_bytes(void **state)
{
    struct rng rng = {.state = 1};
    unsigned words = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned size = below(&rng, 2) ? 8 : 1u << below(&rng, 4);
        expr_t array = some_array(&rng), index = below(&rng, 3)   ? some_index(&rng, 8)
                                                 : below(&rng, 2) ? some_field(&rng, size)
                                                                  : number(size * below(&rng, SIZE / size));
        expr_t word = read_element(exprs, array, index, size);
        words += word != 0;
        for (unsigned i = 0; word && i < 8; i++) {
            struct model *model = some_model(&rng);
            uint64_t bits = expr_eval(exprs, word, model), at = expr_eval(exprs, index, model);
            for (unsigned k = 0; k < size; k++)
                assert_int_equal(bits >> 8 * k & 0xff,
                                 expr_eval(exprs, expr_read(exprs, array, number(at + k)), model));
            model_unref(model);
        }
    }
    assert_true(words > ROUNDS / 4);
}

static void test_pointers_are_found(void **state)
{
    static const uint8_t zeros[SIZE];
    expr_t first = expr_base(exprs, 1, 0x10000), second = expr_base(exprs, 2, 0x20000);
    expr_t array = store(store(expr_bytes(exprs, zeros, SIZE), number(8), first, 8), number(24), second, 8);
    expr_t index = expr_mul(exprs, expr_and(exprs, expr_zext(exprs, byte(0), 64), number(7)), number(8));
    struct pointer_cases cases;
    assert_true(pointer_cases(exprs, read_element(exprs, array, index, 8), &cases));
    assert_int_equal(cases.count, 3); /* the two and null */
    pointer_cases_release(&cases);
    /* not at a word's place: nothing is known */
    assert_int_equal(read_element(exprs, array, expr_zext(exprs, byte(0), 64), 8), 0);
}

/* A table of records as hash tables have them: key, value, with -1 for "empty" and
 * null; what is stored into one field is not in what is read from the other. */
static void test_records(void **state)
{
    enum { RECORD = 24 };
    uint8_t bytes[2 * RECORD] = {0};
    memset(bytes, 0xff, 8);
    expr_t array = expr_bytes(exprs, bytes, sizeof bytes);
    expr_t one = expr_mul(exprs, expr_zext(exprs, expr_extract(exprs, byte(0), 0, 1), 64), number(RECORD));
    expr_t other = expr_mul(exprs, expr_zext(exprs, expr_extract(exprs, byte(1), 0, 1), 64), number(RECORD));
    expr_t key = expr_base(exprs, 1, 0x10000), value = expr_base(exprs, 2, 0x20000);
    array = store(array, one, key, 8);
    array = store(array, expr_add(exprs, one, number(8)), value, 8);
    struct pointer_cases cases;
    expr_t read = read_element(exprs, array, other, 8);
    assert_true(pointer_cases(exprs, read, &cases));
    assert_int_equal(cases.count, 3); /* the key, -1 and null */
    pointer_cases_release(&cases);
    /* a number in the third field, at a constant index: no address in the term */
    array = store(array, expr_add(exprs, one, number(16)), number(5), 4);
    read = read_element(exprs, array, number(16), 4);
    assert_true(read && !expr_has_base(exprs, read));
}

static void test_equal(void **state)
{
    struct objects objects = {0};
    const struct object *object[3];
    for (unsigned i = 0; i < 3; i++)
        object[i] = object_new(&objects, &(struct object){.address = 0x10000 * (i + 1), .size = 32});
    struct rng rng = {.state = 2};
    for (unsigned round = 0; round < ROUNDS; round++) {
        expr_t sides[2];
        for (unsigned s = 0; s < 2; s++) {
            expr_t leaves[3];
            for (unsigned i = 0; i < 3; i++) {
                const struct object *one = object[below(&rng, 3)];
                leaves[i] = below(&rng, 4) ? expr_add(exprs, expr_base(exprs, one->id, one->address),
                                                      number(below(&rng, 3) ? 8 * below(&rng, 5) : 0x10000))
                                           : number(below(&rng, 2)   ? 0
                                                    : below(&rng, 2) ? 0x20008
                                                                     : UINT64_MAX - below(&rng, 2));
            }
            expr_t choice = expr_eq(exprs, byte(0), expr_const(exprs, 8, below(&rng, 3)));
            sides[s] =
                below(&rng, 3)
                    ? expr_ite(exprs, choice, leaves[0],
                               expr_ite(exprs, expr_ult(exprs, byte(1), byte(2)), leaves[1], leaves[2]))
                    : leaves[0];
        }
        expr_t equal = pointer_equal(exprs, &objects, sides[0], sides[1]);
        for (unsigned i = 0; i < 8; i++) {
            struct model *model = some_model(&rng);
            assert_int_equal(expr_eval(exprs, equal, model),
                             expr_eval(exprs, sides[0], model) == expr_eval(exprs, sides[1], model));
            model_unref(model);
        }
    }
    objects_release(&objects);
}

static int set_up(void **state)
{
    exprs = exprs_new();
    input = expr_input(exprs, "input", 8);
    return 0;
}

static int tear_down(void **state)
{
    exprs_free(exprs);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_as_bytes), TEST(test_pointers_are_found), TEST(test_records),
                                       TEST(test_equal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
