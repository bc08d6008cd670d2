/* Conditions over tables, rewritten: equal for random inputs, for every byte
 * where there is but one, and by proof; rewritten where they should be,
 * and left alone where they should not. Random tables, widths, alignments. */
#include "base/rng.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "solver/arrays_internal.h"
#include "solver/blast.h"
#include "solver/chain.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct arrays *arrays;
    struct rng rng;
    expr_t input;
    uint32_t variable;
    struct solver_stats stats;
    struct solver *blaster, *z3;
    unsigned proofs;
};

enum { INPUT_BYTES = 6 };

static void open_with(struct fixture *f, unsigned modes)
{
    memset(f, 0, sizeof *f);
    f->exprs = exprs_new();
    f->arrays = arrays_new(f->exprs, modes, false, NULL);
    f->input = expr_input(f->exprs, "text", INPUT_BYTES);
    f->variable = exprs_input(f->exprs, 0)->variable;
    f->blaster = blast_solver_new(f->exprs, &f->stats, BLAST_AUTO);
    f->z3 = z3_solver_new(f->exprs, &f->stats);
    f->rng.state = 7;
}

static void close_fixture(struct fixture *f)
{
    arrays_free(f->arrays);
    solver_free(f->blaster);
    solver_free(f->z3);
    exprs_free(f->exprs);
}

static uint64_t below(struct fixture *f, uint64_t limit) { return rng_next(&f->rng) % limit; }

static expr_t constant(struct fixture *f, unsigned width, uint64_t value)
{
    return expr_const(f->exprs, width, value);
}

static expr_t byte(struct fixture *f, unsigned number)
{
    return expr_read(f->exprs, f->input, constant(f, 64, number));
}

/* The element of so many bytes at the offset. */
static expr_t element(struct fixture *f, expr_t array, expr_t offset, unsigned bytes)
{
    expr_t result = 0;
    for (unsigned i = 0; i < bytes; i++) {
        expr_t part = expr_read(f->exprs, array, expr_add(f->exprs, offset, constant(f, 64, i)));
        result = result ? expr_concat(f->exprs, part, result) : part;
    }
    return result;
}

/* Equal under random models, under every value of the first byte, and by proof
 * of the bit-blaster; of every eighth, of Z3 too. */
static void assert_equal(struct fixture *f, expr_t term, expr_t other)
{
    struct exprs *exprs = f->exprs;
    for (unsigned round = 0; round < 512; round++) {
        struct model *model = model_new();
        for (unsigned i = 0; i < INPUT_BYTES; i++)
            model_set(model, f->variable + i,
                      (uint8_t)(i == 0 && round < 256 ? round : below(f, round % 4 ? 256 : 4)));
        assert_int_equal(expr_eval(exprs, term, model), expr_eval(exprs, other, model));
        model_unref(model);
    }
    expr_t differ = expr_not(exprs, expr_eq(exprs, term, other));
    if (expr_is_false(exprs, differ))
        return;
    struct query query = {.terms = &differ, .count = 1, .seconds = 0.2};
    assert_int_not_equal(solver_check(f->blaster, &query, NULL), VERDICT_YES);
    if (f->proofs++ % 8 == 0) /* it takes its time over arrays */
        assert_int_not_equal(solver_check(f->z3, &query, NULL), VERDICT_YES);
}

static expr_t table(struct fixture *f, uint32_t size, unsigned bytes, unsigned ranges, uint64_t values)
{
    uint8_t *data = mem_zero(size + 8);
    uint64_t value = below(f, values);
    for (uint32_t i = 0; i + bytes <= size; i += bytes) {
        if (below(f, size / bytes) < ranges)
            value = below(f, values);
        memcpy(data + i, &value, bytes);
    }
    expr_t array = expr_bytes(f->exprs, data, size);
    mem_free(data);
    return array;
}

static enum expr_kind comparison(struct fixture *f)
{
    static const enum expr_kind kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    return kinds[below(f, 5)];
}

/* ---- conditions ---- */

/* Signed, unsigned, scaled, shifted, not aligned: of one byte, and of an int. */
static expr_t random_offset(struct fixture *f, unsigned bytes, bool wide)
{
    struct exprs *exprs = f->exprs;
    expr_t number = byte(f, 0);
    for (unsigned i = 1; wide && i < 4; i++)
        number = expr_concat(exprs, byte(f, i), number);
    number = below(f, 2) ? expr_zext(exprs, number, 64) : expr_sext(exprs, number, 64);
    if (below(f, 4))
        number = expr_mul(exprs, number, constant(f, 64, bytes));
    if (below(f, 2))
        number = expr_add(exprs, number, constant(f, 64, below(f, 40) - 8));
    return number;
}

static void conditions_become_conditions_on_the_index(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_INDEX);
    for (unsigned i = 0; i < 120; i++) {
        unsigned bytes = 1u << below(&f, 4);
        bool wide = i % 2;
        expr_t array = table(&f, (uint32_t)(bytes * (20 + below(&f, 300))) + (i % 3 == 0), bytes, 12, 300);
        expr_t read = element(&f, array, random_offset(&f, bytes, wide), bytes);
        if (i % 3)
            read = expr_add(f.exprs, read, constant(&f, 8 * bytes, below(&f, 1000)));
        expr_t condition =
            expr_binary(f.exprs, comparison(&f), read, constant(&f, 8 * bytes, below(&f, 300)));
        if (expr_is_const(f.exprs, condition))
            continue;
        expr_t result = arrays_rewrite(f.arrays, condition);
        assert_false(expr_has_table(f.exprs, result));
        assert_equal(&f, condition, result);
        assert_int_equal(arrays_rewrite(f.arrays, condition), result);
    }
    assert_true(arrays_stats(f.arrays).index > 50);
    assert_int_equal(arrays_stats(f.arrays).value, 0);
    close_fixture(&f);
}

/* next[base[class[c]] + class[d]] and what it is compared with. */
static void reads_through_one_another_compose(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_ALL);
    struct exprs *exprs = f.exprs;
    for (unsigned i = 0; i < 12; i++) {
        expr_t class = table(&f, 256, 1, 20, 12), base = table(&f, 24, 2, 12, 60),
               next = table(&f, 320, 4, 40, 24);
        expr_t first = expr_zext(exprs, expr_read(exprs, class, expr_zext(exprs, byte(&f, 0), 64)), 64);
        expr_t second = expr_zext(exprs, expr_read(exprs, class, expr_zext(exprs, byte(&f, 1), 64)), 64);
        expr_t start = element(&f, base, expr_shl(exprs, first, constant(&f, 64, 1)), 2);
        expr_t at = expr_add(exprs, expr_zext(exprs, start, 64), second);
        expr_t read = element(&f, next, expr_shl(exprs, at, constant(&f, 64, 2)), 4);
        expr_t condition = expr_eq(exprs, read, expr_extract(exprs, first, 0, 32));
        expr_t result = arrays_rewrite(f.arrays, condition);
        assert_false(expr_has_table(exprs, result));
        assert_equal(&f, condition, result);
    }
    close_fixture(&f);
}

/* ---- reads ---- */

/* Compared with something that is not small: the condition has no diagram. */
static expr_t against_unknown(struct fixture *f, expr_t read)
{
    expr_t other = byte(f, 4);
    for (unsigned i = 0; i < 3; i++)
        other = expr_concat(f->exprs, byte(f, i == 2 ? 5 : i + 1), other);
    return expr_ult(f->exprs, expr_mul(f->exprs, other, other), expr_resize(f->exprs, read, 32));
}

static void reads_become_choices(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_VALUE);
    for (unsigned i = 0; i < 60; i++) {
        unsigned bytes = 1u << below(&f, 4);
        expr_t array = table(&f, (uint32_t)(bytes * (20 + below(&f, 300))), bytes, 5, 300);
        /* symbolic cells among them: a mixed array */
        for (unsigned k = 0; i % 2 && k < 2; k++)
            array = expr_store(f.exprs, array, constant(&f, 64, below(&f, 40)), byte(&f, 2 + k));
        expr_t condition = against_unknown(&f, element(&f, array, random_offset(&f, bytes, i % 3), bytes));
        expr_t result = arrays_rewrite(f.arrays, condition);
        assert_equal(&f, condition, result);
    }
    assert_true(arrays_stats(f.arrays).value > 30);
    close_fixture(&f);
}

/* Case folding: one sum for the letters, the byte itself for the others. */
static void even_rises_are_sums(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_VALUE);
    struct exprs *exprs = f.exprs;
    uint8_t lower[256];
    for (unsigned i = 0; i < 256; i++)
        lower[i] = (uint8_t)(i >= 'A' && i <= 'Z' ? i + 32 : i);
    expr_t read = expr_read(exprs, expr_bytes(exprs, lower, 256), expr_zext(exprs, byte(&f, 0), 64));
    expr_t result = arrays_values(f.arrays, read);
    assert_false(expr_has_table(exprs, result));
    assert_equal(&f, read, result);
    expr_t c = byte(&f, 0);
    expr_t letter =
        expr_and(exprs, expr_ule(exprs, constant(&f, 8, 'A'), c), expr_ule(exprs, c, constant(&f, 8, 'Z')));
    assert_int_equal(result, expr_ite(exprs, letter, expr_add(exprs, c, constant(&f, 8, 32)), c));
    close_fixture(&f);
}

/* Many ranges: the solver's tree over the bits of the index is the better way. */
static void scattered_reads_stay(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_VALUE);
    expr_t array = table(&f, 1024, 1, 1024, 256);
    expr_t index = expr_zext(f.exprs, expr_concat(f.exprs, byte(&f, 1), byte(&f, 0)), 64);
    expr_t condition = against_unknown(&f, expr_read(f.exprs, array, index));
    assert_int_equal(arrays_rewrite(f.arrays, condition), condition);
    assert_int_equal(arrays_stats(f.arrays).value, 0);
    close_fixture(&f);
}

/* Stores at symbolic indices, in every mode. */
static void stores_at_symbolic_indices(void **state)
{
    static const unsigned modes[] = {ARRAYS_INDEX, ARRAYS_VALUE, ARRAYS_ALL};
    for (unsigned mode = 0; mode < 3; mode++) {
        struct fixture f;
        open_with(&f, modes[mode]);
        struct exprs *exprs = f.exprs;
        for (unsigned i = 0; i < 20; i++) {
            expr_t array = table(&f, (uint32_t)(16 + below(&f, 240)), 1, 6, 256);
            for (unsigned k = 0; k < 1 + i % 3; k++) {
                expr_t at =
                    below(&f, 2) ? expr_zext(exprs, byte(&f, 1), 64) : constant(&f, 64, below(&f, 260));
                array = expr_store(exprs, array, at,
                                   below(&f, 2) ? byte(&f, 2) : constant(&f, 8, below(&f, 256)));
            }
            expr_t read = expr_read(exprs, array, expr_zext(exprs, byte(&f, 0), 64));
            expr_t condition = expr_binary(exprs, comparison(&f), read, constant(&f, 8, below(&f, 256)));
            if (!expr_is_const(exprs, condition))
                assert_equal(&f, condition, arrays_rewrite(f.arrays, condition));
        }
        close_fixture(&f);
    }
}

/* What is stored outside of the array is not read there. */
static void a_store_outside_changes_nothing(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_ALL);
    struct exprs *exprs = f.exprs;
    expr_t array =
        expr_store(exprs, table(&f, 16, 1, 4, 8), expr_zext(exprs, byte(&f, 1), 64), constant(&f, 8, 9));
    expr_t read = expr_read(exprs, array, expr_zext(exprs, byte(&f, 0), 64));
    expr_t condition = expr_eq(exprs, read, constant(&f, 8, 9)), result = arrays_rewrite(f.arrays, condition);
    for (unsigned index = 0; index < 256; index++) {
        struct model *model = model_new();
        model_set(model, f.variable, (uint8_t)index);
        model_set(model, f.variable + 1, (uint8_t)index);
        assert_int_equal(expr_eval(exprs, condition, model), index < 16);
        assert_int_equal(expr_eval(exprs, result, model), index < 16);
        model_unref(model);
    }
    close_fixture(&f);
}

/* A table that is written to between the reads, mostly constants: ranges are those of
 * the version before, adjusted, however many writes there are. */
static void written_tables_are_adjusted(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_ALL);
    for (unsigned i = 0; i < 12; i++) {
        unsigned bytes = 1u << below(&f, 3);
        uint32_t size = (uint32_t)(bytes * (70 + below(&f, 200)));
        expr_t array = table(&f, size, bytes, 5, 300);
        for (unsigned version = 0; version < 10; version++) {
            for (unsigned k = 0; k < 12; k++) {
                expr_t value = k == 5 && i % 2 ? byte(&f, 2) : constant(&f, 8, below(&f, 3));
                array = expr_store(f.exprs, array, constant(&f, 64, below(&f, size)), value);
            }
            if (version == 5 && i % 4 == 3)
                array = expr_store(f.exprs, array, expr_zext(f.exprs, byte(&f, 1), 64), constant(&f, 8, 9));
            expr_t read = element(&f, array, random_offset(&f, bytes, version % 2), bytes);
            expr_t condition =
                expr_binary(f.exprs, comparison(&f), read, constant(&f, 8 * bytes, below(&f, 300)));
            expr_t result = arrays_rewrite(f.arrays, condition);
            if (i % 2 == 0)
                assert_false(expr_has_table(f.exprs, result));
            assert_equal(&f, condition, result);
        }
    }
    assert_true(arrays_stats(f.arrays).adjusted > 2 * arrays_stats(f.arrays).ranges);
    close_fixture(&f);
}

static void what_has_no_table_is_left_alone(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_ALL);
    expr_t index = expr_zext(f.exprs, byte(&f, 0), 64);
    expr_t condition = expr_eq(f.exprs, expr_read(f.exprs, f.input, index), constant(&f, 8, 3));
    assert_int_equal(arrays_rewrite(f.arrays, condition), condition);
    close_fixture(&f);
}

/* ---- folding ---- */

static void folding_sees_past_stores_elsewhere(void **state)
{
    struct exprs *exprs = exprs_new();
    uint8_t data[256] = {[200] = 9};
    expr_t input = expr_input(exprs, "x", 1), byte = expr_read(exprs, input, expr_const(exprs, 64, 0));
    expr_t low = expr_zext(exprs, expr_and(exprs, byte, expr_const(exprs, 8, 15)), 64);
    expr_t array = expr_store(exprs, expr_bytes(exprs, data, 256), low, expr_const(exprs, 8, 1));
    expr_t index = expr_const(exprs, 64, 200);
    exprs_fold_reads(exprs, false);
    assert_false(expr_is_const(exprs, expr_read(exprs, array, index)));
    exprs_fold_reads(exprs, true);
    uint64_t before = exprs_folded_reads(exprs);
    assert_int_equal(expr_read(exprs, array, index), expr_const(exprs, 8, 9));
    assert_int_equal(exprs_folded_reads(exprs), before + 1);
    exprs_free(exprs);
}

/* ---- the chain ---- */

/* With and without, random conjunctions have the same answers; models fit. */
static void the_chain_answers_the_same(void **state)
{
    struct fixture f;
    open_with(&f, ARRAYS_ALL);
    struct exprs *exprs = f.exprs;
    char *error = NULL;
    struct chain_options options = {.backend = "ramify", .use_simplify = true, .use_slicing = true};
    struct chain *plain = chain_new(exprs, &options, &error);
    options.arrays = ARRAYS_ALL;
    struct chain *clever = chain_new(exprs, &options, &error);
    for (unsigned i = 0; i < 40; i++) {
        struct constraints *set = constraints_new(exprs);
        constraints_use_arrays(set, clever->arrays);
        struct constraints *same = constraints_new(exprs);
        expr_t array = table(&f, 256, 1, 12, 6);
        struct model *whole = model_new();
        for (unsigned k = 0; k < 6; k++) {
            expr_t one = expr_read(exprs, array, expr_zext(exprs, byte(&f, (unsigned)below(&f, 3)), 64));
            expr_t other =
                k % 2 ? expr_read(exprs, array, expr_zext(exprs, byte(&f, (unsigned)below(&f, 3)), 64))
                      : constant(&f, 8, below(&f, 6));
            expr_t condition = expr_binary(exprs, comparison(&f), one, other);
            struct model *model = NULL;
            enum verdict verdict = chain_may(clever, set, condition, NULL, 1, &model);
            assert_int_equal(verdict, chain_may(plain, same, condition, NULL, 1, NULL));
            if (verdict == VERDICT_YES) {
                set = constraints_add(set, condition);
                same = constraints_add(same, condition);
                model_overlay(whole, model);
                assert_true(expr_eval(exprs, condition, whole));
                assert_true(expr_all_true(exprs, constraints_terms(same), constraints_count(same), whole));
            }
            model_unref(model);
        }
        model_unref(whole);
        constraints_unref(set);
        constraints_unref(same);
    }
    assert_true(clever->stats.table_hits > 40);
    chain_free(plain);
    chain_free(clever);
    close_fixture(&f);
}

/* Cell by cell or as a tree, a read is the same. */
static void both_ways_of_picking_a_cell_agree(void **state)
{
    struct fixture f;
    open_with(&f, 0);
    struct exprs *exprs = f.exprs;
    struct solver *tree = blast_solver_new(exprs, &f.stats, BLAST_AUTO);
    struct solver *cells = blast_solver_new(exprs, &f.stats, BLAST_AUTO);
    blast_solver_cell_by_cell(cells);
    for (unsigned i = 0; i < 60; i++) {
        expr_t array = table(&f, (uint32_t)(3 + below(&f, 300)), 1, 30, 8);
        if (i % 2)
            array = expr_store(exprs, array, constant(&f, 64, below(&f, 20)), byte(&f, 1));
        expr_t read = expr_read(exprs, array, expr_zext(exprs, byte(&f, 0), 64));
        expr_t terms[] = {expr_eq(exprs, read, constant(&f, 8, below(&f, 10))),
                          expr_ult(exprs, byte(&f, 0), constant(&f, 8, below(&f, 256))),
                          expr_ult(exprs, byte(&f, 1), constant(&f, 8, 4))};
        struct query query = {.terms = terms, .count = 3};
        struct model *model = NULL;
        enum verdict verdict = solver_check(cells, &query, &model);
        assert_int_equal(verdict, solver_check(tree, &query, NULL));
        assert_true(verdict != VERDICT_YES || expr_all_true(exprs, terms, 3, model));
        model_unref(model);
    }
    solver_free(tree);
    solver_free(cells);
    close_fixture(&f);
}

/* ---- diagrams ---- */

static uint64_t sum(const void *context, uint64_t left, uint64_t right) { return (left + right) & 255; }
static uint64_t is_odd(const void *context, uint64_t value) { return value & 1; }
static uint64_t is_small(const void *context, uint64_t value) { return value < 10; }

static uint64_t value_at(const struct diagrams *diagrams, diagram_t at, const uint64_t *atoms)
{
    while (!diagram_is_leaf(diagrams, at)) {
        const struct diagram_edge *edge = diagram_edges(diagrams, at);
        while (edge->last < atoms[diagram_look(diagrams, at)->atom])
            edge++;
        at = edge->to;
    }
    return diagram_look(diagrams, at)->value;
}

static void diagrams_compute(void **state)
{
    struct diagrams diagrams = {.budget = 1 << 20};
    diagram_t x = diagram_identity(&diagrams, 0, 256), y = diagram_identity(&diagrams, 1, 16);
    diagram_t both = diagram_combine(&diagrams, x, y, sum, NULL);
    assert_int_equal(both, diagram_combine(&diagrams, y, x, sum, NULL));
    diagram_t odd = diagram_map(&diagrams, both, is_odd, NULL);
    diagram_t choice = diagram_choose(&diagrams, odd, y, both);
    diagram_t care = diagram_map(&diagrams, x, is_small, NULL);
    diagram_t small = diagram_restrict(&diagrams, choice, care);
    assert_true(diagram_size(&diagrams, small) < diagram_size(&diagrams, choice));
    for (uint64_t i = 0; i < 256; i++)
        for (uint64_t k = 0; k < 16; k++) {
            uint64_t atoms[] = {i, k}, expected = (i + k) % 2 ? k : (i + k) & 255;
            assert_int_equal(value_at(&diagrams, choice, atoms), expected);
            if (i < 10)
                assert_int_equal(value_at(&diagrams, small, atoms), expected);
        }
    /* nobody cares about an atom the diagram does not have */
    assert_int_equal(diagram_restrict(&diagrams, y, care), y);
    diagrams.budget = 10;
    assert_int_equal(diagram_combine(&diagrams, x, diagram_choose(&diagrams, odd, x, y), sum, NULL), 0);
    diagrams_release(&diagrams);
}

/* What the budget cannot do is seen at once, but not where many edges have few values. */
static void hopeless_products_are_not_begun(void **state)
{
    struct diagrams diagrams = {0};
    diagram_t x = diagram_identity(&diagrams, 0, 256), y = diagram_identity(&diagrams, 1, 256);
    diagrams.budget = 1 << 13;
    diagram_t parity = diagram_map(&diagrams, x, is_odd, NULL);
    size_t nodes = diagrams.nodes.count, budget = diagrams.budget;
    assert_int_equal(diagram_combine(&diagrams, x, y, sum, NULL), 0);
    assert_int_equal(diagram_combine(&diagrams, y, x, sum, NULL), 0);
    assert_int_equal(diagrams.nodes.count, nodes);
    assert_int_equal(diagrams.budget, budget);
    diagram_t both = diagram_combine(&diagrams, y, parity, sum, NULL);
    for (uint64_t i = 0; i < 256; i++)
        for (uint64_t k = 0; k < 256; k++)
            assert_int_equal(value_at(&diagrams, both, (uint64_t[]){i, k}), (i % 2 + k) & 255);
    diagrams.budget = 1 << 17;
    both = diagram_combine(&diagrams, x, y, sum, NULL);
    assert_int_equal(value_at(&diagrams, both, (uint64_t[]){200, 100}), 44);
    diagrams_release(&diagrams);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagrams_compute),
        cmocka_unit_test(hopeless_products_are_not_begun),
        cmocka_unit_test(conditions_become_conditions_on_the_index),
        cmocka_unit_test(reads_through_one_another_compose),
        cmocka_unit_test(reads_become_choices),
        cmocka_unit_test(even_rises_are_sums),
        cmocka_unit_test(scattered_reads_stay),
        cmocka_unit_test(stores_at_symbolic_indices),
        cmocka_unit_test(a_store_outside_changes_nothing),
        cmocka_unit_test(written_tables_are_adjusted),
        cmocka_unit_test(what_has_no_table_is_left_alone),
        cmocka_unit_test(folding_sees_past_stores_elsewhere),
        cmocka_unit_test(the_chain_answers_the_same),
        cmocka_unit_test(both_ways_of_picking_a_cell_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
