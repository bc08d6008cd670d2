/* Equality proven by trying everything: against brute force where inputs are
 * few, and where a single one of millions makes the difference. A wrong
 * rewriting ends the process. */
#include "base/rng.h"
#include "expr/eval.h"
#include "solver/arrays_internal.h"
#include "solver/everything.h"
#include "solver/prover.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { INPUT_BYTES = 5, STATES = 12, CLASSES = 4, CELLS = STATES * CLASSES, MUCH = 1 << 30 };

struct fixture {
    struct exprs *exprs;
    struct lanes *lanes;
    struct rng rng;
    expr_t input;
};

static void open_fixture(struct fixture *f)
{
    memset(f, 0, sizeof *f);
    f->exprs = exprs_new();
    f->lanes = lanes_new(f->exprs);
    f->input = expr_input(f->exprs, "text", INPUT_BYTES);
    f->rng.state = 11;
}

static void close_fixture(struct fixture *f)
{
    lanes_free(f->lanes);
    exprs_free(f->exprs);
}

static uint64_t below(struct fixture *f, uint64_t limit) { return rng_next(&f->rng) % limit; }

static expr_t constant(struct fixture *f, unsigned width, uint64_t value)
{
    return expr_const(f->exprs, width, value);
}

static expr_t byte(struct fixture *f, unsigned number, unsigned width)
{
    return expr_zext(f->exprs, expr_read(f->exprs, f->input, constant(f, 64, number)), width);
}

static enum verdict try(struct fixture *f, expr_t condition)
{
    return try_everything(f->exprs, f->lanes, condition, MUCH);
}

/* ---- an automaton ---- */

struct automaton {
    uint8_t classes[256], next[CELLS];
    unsigned wanted; /* state after the last byte */
};

static expr_t runs_to(struct fixture *f, const struct automaton *automaton)
{
    struct exprs *exprs = f->exprs;
    expr_t classes = expr_bytes(exprs, automaton->classes, sizeof automaton->classes),
           next = expr_bytes(exprs, automaton->next, sizeof automaton->next), state = constant(f, 64, 0);
    for (unsigned i = 0; i < INPUT_BYTES; i++) {
        expr_t class = expr_zext(exprs, expr_read(exprs, classes, byte(f, i, 64)), 64),
               row = expr_mul(exprs, state, constant(f, 64, CLASSES));
        state = expr_zext(exprs, expr_read(exprs, next, expr_add(exprs, row, class)), 64);
    }
    return expr_eq(exprs, state, constant(f, 64, automaton->wanted));
}

static bool accepts(const struct automaton *automaton, unsigned classes)
{
    unsigned state = 0;
    for (unsigned i = 0; i < INPUT_BYTES; i++, classes /= CLASSES)
        state = automaton->next[state * CLASSES + classes % CLASSES];
    return state == automaton->wanted;
}

/* Every sequence of classes; each class is that of some byte. */
static bool do_differ(const struct automaton *one, const struct automaton *other)
{
    for (unsigned classes = 0; classes < 1u << 2 * INPUT_BYTES; classes++)
        if (accepts(one, classes) != accepts(other, classes))
            return true;
    return false;
}

/* The same with its states numbered otherwise, but for the first. */
static struct automaton renamed(struct fixture *f, const struct automaton *automaton)
{
    struct automaton result = *automaton;
    uint8_t names[STATES];
    for (unsigned i = 0; i < STATES; i++)
        names[i] = (uint8_t)i;
    for (unsigned i = STATES - 1; i > 1; i--) {
        unsigned other = 1 + (unsigned)below(f, i);
        uint8_t name = names[i];
        names[i] = names[other];
        names[other] = name;
    }
    for (unsigned i = 0; i < CELLS; i++)
        result.next[names[i / CLASSES] * CLASSES + i % CLASSES] = names[automaton->next[i]];
    result.wanted = names[automaton->wanted];
    return result;
}

static void automata_are_compared(void **state)
{
    struct fixture f;
    unsigned different = 0;
    open_fixture(&f);
    for (unsigned round = 0; round < 60; round++) {
        struct automaton one = {.wanted = (unsigned)below(&f, STATES)};
        for (unsigned i = 0; i < 256; i++)
            one.classes[i] = (uint8_t)(i < CLASSES ? i : below(&f, CLASSES));
        for (unsigned i = 0; i < CELLS; i++)
            one.next[i] = (uint8_t)below(&f, STATES);
        struct automaton other = renamed(&f, &one);
        expr_t condition = runs_to(&f, &one);
        assert_int_equal(try(&f, expr_not(f.exprs, expr_eq(f.exprs, condition, runs_to(&f, &other)))),
                         VERDICT_NO);
        other.next[below(&f, CELLS)] = (uint8_t)below(&f, STATES);
        bool differ = do_differ(&one, &other);
        different += differ;
        assert_int_equal(try(&f, expr_not(f.exprs, expr_eq(f.exprs, condition, runs_to(&f, &other)))),
                         differ ? VERDICT_YES : VERDICT_NO);
    }
    assert_in_range(different, 10, 59);
    close_fixture(&f);
}

/* ---- brute force ---- */

static expr_t random_term(struct fixture *f, unsigned depth)
{
    struct exprs *exprs = f->exprs;
    expr_t two = expr_input(exprs, "two", 2);
    if (!depth)
        return below(f, 4) ? expr_read(exprs, two, constant(f, 64, below(f, 2)))
                           : constant(f, 8, below(f, 8));
    expr_t left = random_term(f, depth - 1), right = random_term(f, depth - 1), index, array;
    switch (below(f, 6)) {
    case 0:
        return expr_add(exprs, left, right);
    case 1:
        return expr_xor(exprs, left, right);
    case 2:
        return expr_ite(exprs, expr_ult(exprs, left, right), right, left);
    case 3:
        index = expr_and(exprs, expr_zext(exprs, left, 64), constant(f, 64, 1));
        return expr_read(exprs, two, index);
    case 4:
        array = expr_bytes(exprs, (const uint8_t *)"\3\1\4\1\5\11\2\6", 8);
        array = expr_store(exprs, array, expr_zext(exprs, left, 64), right);
        return expr_read(exprs, array, expr_zext(exprs, random_term(f, depth - 1), 64));
    default:
        array = expr_bytes(exprs, (const uint8_t *)"\2\7\1\10\2\10\1\10", 8);
        return expr_read(exprs, array, expr_zext(exprs, expr_and(exprs, left, constant(f, 8, 7)), 64));
    }
}

static bool holds_somewhere(struct fixture *f, expr_t condition, uint32_t variable)
{
    bool found = false;
    for (unsigned input = 0; input < 1u << 16 && !found; input++) {
        struct model *model = model_new();
        model_set(model, variable, (uint8_t)input);
        model_set(model, variable + 1, (uint8_t)(input >> 8));
        found = expr_eval(f->exprs, condition, model);
        model_unref(model);
    }
    return found;
}

static void brute_force_agrees(void **state)
{
    enum { ROUNDS = 120 };
    struct fixture f;
    unsigned yes = 0;
    open_fixture(&f);
    expr_t two = expr_input(f.exprs, "two", 2);
    uint32_t variable = exprs_input(f.exprs, expr_arg(f.exprs, two, 0))->variable;
    for (unsigned round = 0; round < ROUNDS; round++) {
        expr_t term = random_term(&f, 2 + round % 3),
               condition = expr_eq(f.exprs, term, constant(&f, 8, below(&f, 256)));
        bool holds = holds_somewhere(&f, condition, variable);
        yes += holds;
        assert_int_equal(try(&f, condition), holds ? VERDICT_YES : VERDICT_NO);
    }
    assert_in_range(yes, ROUNDS / 6, ROUNDS - ROUNDS / 6);
    close_fixture(&f);
}

/* ---- one of many ---- */

static void one_of_sixteen_millions_is_found(void **state)
{
    struct fixture f;
    open_fixture(&f);
    expr_t sum = constant(&f, 32, 0);
    for (unsigned i = 0; i < 3; i++)
        sum = expr_add(f.exprs, expr_mul(f.exprs, sum, constant(&f, 32, 257)), byte(&f, i, 32));
    expr_t most = constant(&f, 32, 255 * (257 * 257 + 257 + 1));
    assert_int_equal(try(&f, expr_eq(f.exprs, sum, most)), VERDICT_YES);
    assert_int_equal(try(&f, expr_ult(f.exprs, most, sum)), VERDICT_NO);
    assert_int_equal(try_everything(f.exprs, f.lanes, expr_eq(f.exprs, sum, most), 1 << 16), VERDICT_UNKNOWN);
    close_fixture(&f);
}

static void what_depends_on_no_byte_is_tried_once(void **state)
{
    struct fixture f;
    open_fixture(&f);
    assert_int_equal(try(&f, expr_bool(f.exprs, true)), VERDICT_YES);
    assert_int_equal(try(&f, expr_bool(f.exprs, false)), VERDICT_NO);
    close_fixture(&f);
}

/* ---- the checking mode ---- */

/* The exit code of a process that checks the two. */
static int checked(struct arrays *arrays, expr_t term, expr_t result)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(99);
        arrays_check_equal(arrays, term, result);
        _exit(arrays_stats(arrays).unproven ? 98 : 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void a_wrong_rewriting_is_found_out(void **state)
{
    struct fixture f;
    open_fixture(&f);
    struct arrays *arrays = arrays_new(f.exprs, ARRAYS_ALL, true, NULL);
    uint8_t squares[256];
    for (unsigned i = 0; i < 256; i++)
        squares[i] = (uint8_t)(i * i);
    expr_t read = expr_read(f.exprs, expr_bytes(f.exprs, squares, sizeof squares), byte(&f, 0, 64)),
           condition = expr_eq(f.exprs, read, byte(&f, 1, 8));
    arrays_rewrite(arrays, expr_ult(f.exprs, read, constant(&f, 8, 9)));
    assert_int_equal(arrays_stats(arrays).proven, 1);
    squares[200] ^= 1; /* a single cell */
    expr_t wrong =
        expr_eq(f.exprs, expr_read(f.exprs, expr_bytes(f.exprs, squares, sizeof squares), byte(&f, 0, 64)),
                byte(&f, 1, 8));
    assert_int_equal(checked(arrays, condition, wrong), 1);
    assert_int_equal(checked(arrays, condition, expr_eq(f.exprs, byte(&f, 1, 8), read)), 0);
    arrays_free(arrays);
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(automata_are_compared),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(one_of_sixteen_millions_is_found),
        cmocka_unit_test(what_depends_on_no_byte_is_tried_once),
        cmocka_unit_test(a_wrong_rewriting_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
