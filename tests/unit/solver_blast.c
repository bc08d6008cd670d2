/* The bit-blaster against the evaluator (every operator, all values at small
 * widths, random ones at large widths), over arrays, and against Z3. */
#include "base/rng.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "solver/blast.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct solver_stats stats;
    struct solver *solver;
};

static void open_fixture(struct fixture *f, enum blast_engine engine)
{
    memset(f, 0, sizeof *f);
    f->exprs = exprs_new();
    f->solver = blast_solver_new(f->exprs, &f->stats, engine);
}

static void close_fixture(struct fixture *f)
{
    solver_free(f->solver);
    exprs_free(f->exprs);
}

/* A model that comes is evaluated here too. */
static enum verdict ask_of(struct solver *solver, const expr_t *terms, size_t count)
{
    struct query query = {.terms = terms, .count = count};
    struct model *model;
    enum verdict verdict = solver_check(solver, &query, &model);
    if (verdict == VERDICT_YES)
        assert_true(expr_all_true(solver->exprs, terms, count, model));
    model_unref(model);
    return verdict;
}

static enum verdict ask(struct fixture *f, const expr_t *terms, size_t count)
{
    return ask_of(f->solver, terms, count);
}

/* Bytes first .. first + count - 1 of the input as one number. */
static expr_t word(struct exprs *exprs, expr_t input, unsigned first, unsigned count)
{
    expr_t term = expr_read(exprs, input, expr_const(exprs, 64, first));
    for (unsigned i = 1; i < count; i++)
        term = expr_concat(exprs, expr_read(exprs, input, expr_const(exprs, 64, first + i)), term);
    return term;
}

/* When the input's bytes are those given, the term has the value that the
 * evaluator says, and no other. */
static void has_value(struct fixture *f, expr_t term, expr_t input, const uint8_t *bytes, unsigned count)
{
    struct exprs *exprs = f->exprs;
    uint32_t variable = exprs_input(exprs, expr_node(exprs, input)->arg[0])->variable;
    struct model *model = model_new();
    expr_t terms[64];
    for (unsigned i = 0; i < count; i++) {
        model_set(model, variable + i, bytes[i]);
        terms[i] = expr_eq(exprs, word(exprs, input, i, 1), expr_const(exprs, 8, bytes[i]));
    }
    expr_t equal = expr_eq(exprs, term, expr_eval_term(exprs, term, model));
    terms[count] = equal;
    assert_int_equal(ask(f, terms, count + 1), VERDICT_YES);
    terms[count] = expr_not(exprs, equal);
    assert_int_equal(ask(f, terms, count + 1), VERDICT_NO);
    model_unref(model);
}

static bool is_comparison(enum expr_kind kind) { return kind >= EXPR_EQ && kind <= EXPR_SLE; }

static void operators_at_small_widths(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    expr_t input = expr_input(f.exprs, "x", 2);
    for (unsigned kind = EXPR_ADD; kind <= EXPR_SLE; kind++)
        for (unsigned width = 1; width <= 4; width++) {
            expr_t a = expr_extract(f.exprs, word(f.exprs, input, 0, 1), 0, width);
            expr_t b = expr_extract(f.exprs, word(f.exprs, input, 1, 1), 0, width);
            expr_t term = expr_binary(f.exprs, kind, a, b);
            assert_int_equal(expr_width(f.exprs, term), is_comparison(kind) ? 1 : width);
            for (unsigned values = 0; values < 1u << 2 * width; values++) {
                uint8_t bytes[2] = {(uint8_t)(values & ((1u << width) - 1)), (uint8_t)(values >> width)};
                has_value(&f, term, input, bytes, 2);
            }
        }
    close_fixture(&f);
}

/* Random, but often small or near the ends. */
static void random_bytes(struct rng *rng, uint8_t *bytes, unsigned count)
{
    uint64_t manner = rng_below(rng, 4);
    for (unsigned i = 0; i < count; i++)
        bytes[i] = manner == 0 ? 0 : manner == 1 ? 0xff : (uint8_t)rng_next(rng);
    if (manner < 3)
        bytes[0] = (uint8_t)rng_next(rng);
    if (manner == 2)
        memset(bytes + 1, 0, count - 1);
}

static void operators_at_large_widths(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    struct rng rng = {3};
    expr_t input = expr_input(f.exprs, "x", 32);
    static const unsigned sizes[] = {1, 3, 4, 8, 16};
    for (unsigned kind = EXPR_ADD; kind <= EXPR_SLE; kind++)
        for (unsigned s = 0; s < 5; s++) {
            unsigned size = sizes[s];
            expr_t a = word(f.exprs, input, 0, size), b = word(f.exprs, input, size, size);
            expr_t term = expr_binary(f.exprs, kind, a, b);
            for (int round = 0; round < 16; round++) {
                uint8_t bytes[32];
                random_bytes(&rng, bytes, size);
                random_bytes(&rng, bytes + size, size);
                if (round & 1 && kind >= EXPR_SHL && kind <= EXPR_ASHR) {
                    memset(bytes + size, 0, size);
                    bytes[size] = (uint8_t)rng_below(&rng, 8 * size + 2);
                }
                has_value(&f, term, input, bytes, 2 * size);
            }
        }
    close_fixture(&f);
}

static void operators_with_a_constant(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    struct rng rng = {4};
    expr_t input = expr_input(f.exprs, "x", 4);
    expr_t a = word(f.exprs, input, 0, 4);
    for (unsigned kind = EXPR_ADD; kind <= EXPR_SLE; kind++)
        for (int round = 0; round < 24; round++) {
            uint64_t value = round < 8 ? (uint64_t)round : rng_next(&rng) >> rng_below(&rng, 64);
            expr_t b = expr_const(f.exprs, 32, value);
            for (int swap = 0; swap < 2; swap++) {
                expr_t term = swap ? expr_binary(f.exprs, kind, b, a) : expr_binary(f.exprs, kind, a, b);
                uint8_t bytes[4];
                random_bytes(&rng, bytes, 4);
                has_value(&f, term, input, bytes, 4);
            }
        }
    close_fixture(&f);
}

static void parts_and_choices(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    struct rng rng = {5};
    expr_t input = expr_input(f.exprs, "x", 9);
    struct exprs *e = f.exprs;
    for (int round = 0; round < 120; round++) {
        expr_t a = word(e, input, 0, 4), b = word(e, input, 4, 4);
        unsigned low = (unsigned)rng_below(&rng, 32), width = 1 + (unsigned)rng_below(&rng, 32 - low);
        expr_t part = expr_extract(e, a, low, width);
        expr_t condition = expr_extract(e, word(e, input, 8, 1), (unsigned)rng_below(&rng, 8), 1);
        expr_t choice = expr_ite(e, condition, expr_sext(e, part, 70), expr_zext(e, expr_not(e, b), 70));
        uint8_t bytes[9];
        for (int i = 0; i < 9; i++)
            bytes[i] = (uint8_t)rng_next(&rng);
        has_value(&f, expr_concat(e, choice, part), input, bytes, 9);
    }
    close_fixture(&f);
}

/* ---- arrays ---- */

enum { ARRAY_INPUT = 24 };

static expr_t random_index(struct exprs *e, struct rng *rng, expr_t input)
{
    unsigned byte = (unsigned)rng_below(rng, 8);
    expr_t narrow = expr_zext(e, word(e, input, byte, 1), 64);
    switch (rng_below(rng, 5)) {
    case 0:
        return expr_const(e, 64, rng_below(rng, 44));
    case 1:
        return narrow;
    case 2:
        return expr_and(e, narrow, expr_const(e, 64, 15));
    case 3:
        return expr_add(e, expr_and(e, narrow, expr_const(e, 64, 7)), expr_const(e, 64, rng_below(rng, 30)));
    default:
        return word(e, input, 0, 8);
    }
}

static expr_t random_array(struct exprs *e, struct rng *rng, expr_t input)
{
    uint8_t bytes[40];
    for (int i = 0; i < 40; i++)
        bytes[i] = (uint8_t)rng_next(rng);
    expr_t array = rng_below(rng, 2) ? input : expr_bytes(e, bytes, 1 + (uint32_t)rng_below(rng, 40));
    for (uint64_t stores = rng_below(rng, 8); stores; stores--) {
        expr_t value = word(e, input, (unsigned)rng_below(rng, ARRAY_INPUT), 1);
        expr_t index =
            rng_below(rng, 2) ? expr_const(e, 64, rng_below(rng, 44)) : random_index(e, rng, input);
        array = expr_store(e, array, index, value);
    }
    return array;
}

static void check_reads(bool lazy)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    if (lazy)
        blast_solver_lazy(f.solver, 0, 0);
    struct rng rng = {6};
    expr_t input = expr_input(f.exprs, "x", ARRAY_INPUT);
    for (int round = 0; round < 1500; round++) {
        expr_t array = random_array(f.exprs, &rng, input);
        expr_t read = expr_read(f.exprs, array, random_index(f.exprs, &rng, input));
        for (int again = 0; again < 2; again++) {
            uint8_t bytes[ARRAY_INPUT];
            for (int i = 0; i < ARRAY_INPUT; i++)
                bytes[i] = (uint8_t)(rng_below(&rng, 3) ? rng_below(&rng, 40) : rng_next(&rng));
            if (rng_below(&rng, 2))
                memset(bytes + 1, 0, 7); /* a wide index is rarely small */
            has_value(&f, read, input, bytes, ARRAY_INPUT);
        }
    }
    assert_int_equal(f.stats.lemmas > 1000, lazy);
    close_fixture(&f);
}

static void reads(void **state) { check_reads(false); }
static void reads_that_wait_for_a_model(void **state) { check_reads(true); }

/* ---- random queries, against Z3 ---- */

static expr_t random_term(struct exprs *e, struct rng *rng, expr_t input, unsigned width, unsigned depth);

static expr_t random_condition(struct exprs *e, struct rng *rng, expr_t input, unsigned depth)
{
    static const unsigned widths[] = {8, 8, 16, 32};
    unsigned width = widths[rng_below(rng, 4)];
    enum expr_kind kind = EXPR_EQ + (enum expr_kind)rng_below(rng, 5);
    expr_t a = random_term(e, rng, input, width, depth), b = random_term(e, rng, input, width, depth);
    expr_t condition = expr_binary(e, kind, a, b);
    return rng_below(rng, 2) ? condition : expr_not(e, condition);
}

static expr_t random_term(struct exprs *e, struct rng *rng, expr_t input, unsigned width, unsigned depth)
{
    if (!depth || !rng_below(rng, 6)) {
        if (!rng_below(rng, 4))
            return expr_const(e, width, rng_below(rng, 2) ? rng_below(rng, 10) : rng_next(rng));
        return expr_resize(e, word(e, input, (unsigned)rng_below(rng, 6), 1 + (unsigned)rng_below(rng, 3)),
                           width);
    }
    switch (rng_below(rng, 8)) {
    case 0: {
        expr_t index = expr_zext(e, random_term(e, rng, input, 8, depth - 1), 64);
        return expr_resize(e, expr_read(e, random_array(e, rng, input), index), width);
    }
    case 1:
        return expr_ite(e, random_condition(e, rng, input, depth - 1),
                        random_term(e, rng, input, width, depth - 1),
                        random_term(e, rng, input, width, depth - 1));
    case 2:
        return expr_sext(e, random_term(e, rng, input, width / 2, depth - 1), width);
    case 3:
        return expr_extract(e, random_term(e, rng, input, 2 * width, depth - 1), width / 2, width);
    default: {
        enum expr_kind kind = EXPR_ADD + (enum expr_kind)rng_below(rng, EXPR_ASHR - EXPR_ADD + 1);
        if (kind >= EXPR_MUL && kind <= EXPR_SREM && width > 8)
            kind = EXPR_ADD; /* Z3 may take minutes otherwise */
        return expr_binary(e, kind, random_term(e, rng, input, width, depth - 1),
                           random_term(e, rng, input, width, depth - 1));
    }
    }
}

static void agrees_with_z3(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    struct solver *cadical = blast_solver_new(f.exprs, &f.stats, BLAST_CADICAL);
    struct solver *lazy = blast_solver_new(f.exprs, &f.stats, BLAST_AUTO);
    struct solver *z3 = z3_solver_new(f.exprs, &f.stats);
    blast_solver_lazy(lazy, 0, 0);
    struct rng rng = {7};
    expr_t input = expr_input(f.exprs, "x", ARRAY_INPUT);
    int answers[3] = {0};
    for (int round = 0; round < 120; round++) {
        expr_t terms[6];
        size_t count = 0;
        for (uint64_t wanted = 1 + rng_below(&rng, 6); wanted; wanted--) {
            expr_t condition = random_condition(f.exprs, &rng, input, 3);
            if (!expr_is_const(f.exprs, condition))
                terms[count++] = condition;
        }
        struct query query = {.terms = terms, .count = count, .seconds = 0.3};
        enum verdict expected = solver_check(z3, &query, NULL), ours = ask(&f, terms, count);
        answers[ours]++;
        assert_int_not_equal(ours, VERDICT_UNKNOWN);
        assert_int_equal(ask_of(cadical, terms, count), ours);
        assert_int_equal(ask_of(lazy, terms, count), ours);
        if (expected != VERDICT_UNKNOWN)
            assert_int_equal(ours, expected);
    }
    assert_true(answers[VERDICT_NO] > 10 && answers[VERDICT_YES] > 50);
    solver_free(z3);
    solver_free(cadical);
    solver_free(lazy);
    close_fixture(&f);
}

/* ---- what must not show ---- */

struct collected {
    uint32_t count;
    uint8_t bytes[64];
};

static void collect(void *context, uint32_t variable, uint8_t byte)
{
    struct collected *collected = context;
    collected->bytes[variable] = byte;
    collected->count++;
}

/* The model is the same whether the solver was asked much before or nothing,
 * whether terms were swept, and in whatever order the conjuncts come. */
static void check_history(bool lazy)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    if (lazy)
        blast_solver_lazy(f.solver, 0, 0);
    struct rng rng = {8};
    expr_t input = expr_input(f.exprs, "x", ARRAY_INPUT);
    for (int round = 0; round < 60; round++) {
        expr_t terms[4], reversed[4];
        for (int i = 0; i < 4; i++)
            terms[i] = reversed[3 - i] = random_condition(f.exprs, &rng, input, 2);
        struct solver *fresh = blast_solver_new(f.exprs, &f.stats, BLAST_AUTO);
        if (lazy)
            blast_solver_lazy(fresh, 0, 0);
        struct query query = {.terms = terms, .count = 4}, again = {.terms = reversed, .count = 4};
        struct model *first, *second;
        enum verdict verdict = solver_check(fresh, &query, &first);
        assert_int_equal(solver_check(f.solver, &again, &second), verdict);
        struct collected one = {0}, two = {0};
        model_each(first, collect, &one);
        model_each(second, collect, &two);
        assert_memory_equal(&one, &two, sizeof one);
        model_unref(first);
        model_unref(second);
        solver_free(fresh);
        if (round % 16 == 15) {
            for (int i = 0; i < 4; i++)
                exprs_mark(f.exprs, terms[i]);
            exprs_sweep(f.exprs);
        }
    }
    close_fixture(&f);
}

static void answers_do_not_depend_on_history(void **state) { check_history(false); }
static void nor_do_those_by_lemmas(void **state) { check_history(true); }

/* A model may be found without gates; that there is none is never said. */
static void floats_are_never_refused(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    expr_t input = expr_input(f.exprs, "x", 8);
    expr_t left = word(f.exprs, input, 0, 4), right = word(f.exprs, input, 4, 4);
    expr_t both[] = {expr_binary(f.exprs, EXPR_FLT, left, right),
                     expr_binary(f.exprs, EXPR_FLT, right, left)};
    assert_int_equal(ask(&f, both, 1), VERDICT_YES);
    assert_int_equal(ask(&f, both, 2), VERDICT_UNKNOWN);
    close_fixture(&f);
}

/* Too many gates: unknown, and the solver is none the worse for it. */
static void enormous_queries_are_not_known(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    expr_t input = expr_input(f.exprs, "x", 1 << 21);
    expr_t read = expr_read(f.exprs, input, expr_zext(f.exprs, word(f.exprs, input, 0, 4), 64));
    expr_t term = expr_eq(f.exprs, read, expr_const(f.exprs, 8, 5));
    assert_int_equal(ask(&f, &term, 1), VERDICT_UNKNOWN);
    expr_t wide = word(f.exprs, input, 0, 300);
    term = expr_eq(f.exprs, expr_mul(f.exprs, wide, wide), expr_const(f.exprs, 2400, 9));
    assert_int_equal(ask(&f, &term, 1), VERDICT_UNKNOWN);
    term = expr_eq(f.exprs, word(f.exprs, input, 3, 1), expr_const(f.exprs, 8, 5));
    assert_int_equal(ask(&f, &term, 1), VERDICT_YES);
    close_fixture(&f);
}

static void addresses_are_numbers(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    expr_t base = expr_base(f.exprs, 7, 0x10000), x = word(f.exprs, expr_input(f.exprs, "x", 8), 0, 8);
    expr_t sum = expr_add(f.exprs, base, x);
    expr_t yes = expr_eq(f.exprs, sum, expr_const(f.exprs, 64, 0x10005));
    expr_t too = expr_eq(f.exprs, x, expr_const(f.exprs, 64, 5)), no = expr_not(f.exprs, too);
    assert_int_equal(ask(&f, (expr_t[]){yes, too}, 2), VERDICT_YES);
    assert_int_equal(ask(&f, (expr_t[]){yes, no}, 2), VERDICT_NO);
    close_fixture(&f);
}

/* Factors of a product: beyond our own search, which hands it on. */
static expr_t factors(struct exprs *e, unsigned bytes, expr_t goal, expr_t *ordered)
{
    expr_t input = expr_input(e, "x", 2 * bytes);
    expr_t a = word(e, input, 0, bytes), b = word(e, input, bytes, bytes);
    unsigned width = 16 * bytes;
    *ordered = expr_and(e, expr_ult(e, expr_const(e, 8 * bytes, 1), a), expr_ult(e, a, b));
    return expr_eq(e, expr_mul(e, expr_zext(e, a, width), expr_zext(e, b, width)), goal);
}

static void hard_queries_go_to_cadical(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    expr_t terms[2];
    terms[0] = factors(f.exprs, 3, expr_const(f.exprs, 48, 4194301ull * 2097143), &terms[1]);
    assert_int_equal(ask(&f, terms, 2), VERDICT_YES);
    assert_int_equal(f.stats.sat_light, 1);
    assert_int_equal(f.stats.sat_cadical, 1);
    close_fixture(&f);
}

/* A hash of eight free bytes whose last byte is wanted: hopeless for clauses,
 * one of 256 for a guess. A byte that is given stays as it is. */
static void a_hash_is_guessed(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    struct exprs *exprs = f.exprs;
    expr_t input = expr_input(exprs, "bytes", 8), hash = word(exprs, input, 0, 8);
    for (int i = 0; i < 6; i++) {
        hash = expr_binary(exprs, EXPR_MUL, hash, expr_const(exprs, 64, 0x9e3779b97f4a7c15u));
        hash = expr_binary(exprs, EXPR_XOR, hash,
                           expr_binary(exprs, EXPR_LSHR, hash, expr_const(exprs, 64, 29)));
    }
    expr_t terms[] = {expr_eq(exprs, expr_extract(exprs, hash, 0, 8), expr_const(exprs, 8, 0x5a)),
                      expr_eq(exprs, word(exprs, input, 3, 1), expr_const(exprs, 8, '-'))};
    assert_int_equal(ask(&f, terms, 2), VERDICT_YES);
    assert_int_equal(f.stats.sat_light, 0);
    close_fixture(&f);
}

static void time_ends_a_search(void **state)
{
    struct fixture f;
    open_fixture(&f, BLAST_AUTO);
    expr_t terms[2];
    uint64_t goal[2] = {0xf8c5b8b17d6a4f2bu, 0x3a6f1c07u};
    terms[0] = factors(f.exprs, 6, expr_const_words(f.exprs, 96, goal), &terms[1]);
    struct query query = {.terms = terms, .count = 2, .seconds = 0.2}; /* without these, for ever */
    assert_int_equal(solver_check(f.solver, &query, NULL), VERDICT_UNKNOWN);
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_at_small_widths),
        cmocka_unit_test(operators_at_large_widths),
        cmocka_unit_test(operators_with_a_constant),
        cmocka_unit_test(parts_and_choices),
        cmocka_unit_test(reads),
        cmocka_unit_test(reads_that_wait_for_a_model),
        cmocka_unit_test(agrees_with_z3),
        cmocka_unit_test(answers_do_not_depend_on_history),
        cmocka_unit_test(nor_do_those_by_lemmas),
        cmocka_unit_test(floats_are_never_refused),
        cmocka_unit_test(enormous_queries_are_not_known),
        cmocka_unit_test(addresses_are_numbers),
        cmocka_unit_test(hard_queries_go_to_cadical),
        cmocka_unit_test(a_hash_is_guessed),
        cmocka_unit_test(time_ends_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
