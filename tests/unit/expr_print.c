/* Printing: KQuery by example, SMT-LIB by asking the solvers that are installed. */
#include "base/alloc.h"
#include "expr/eval.h"
#include "expr/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static expr_t byte_at(struct exprs *e, const char *name, uint32_t size, uint64_t index)
{
    return expr_read(e, expr_input(e, name, size), expr_const(e, 64, index));
}

static expr_t word_at(struct exprs *e, const char *name, uint32_t size, uint64_t index, unsigned bytes)
{
    expr_t word = byte_at(e, name, size, index);
    for (unsigned i = 1; i < bytes; i++)
        word = expr_concat(e, byte_at(e, name, size, index + i), word);
    return word;
}

static void expect_kquery(struct exprs *e, expr_t term, const char *expected)
{
    struct text text = {0};
    expr_print_kquery(e, &text, term);
    assert_string_equal(text_string(&text), expected);
    text_release(&text);
}

static void kquery_is_as_klee_prints_it(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = byte_at(e, "x", 8, 0), word = word_at(e, "x", 8, 0, 4);
    expect_kquery(e, expr_eq(e, x, expr_const(e, 8, 7)), "(Eq 7 (Read w8 0 x))");
    expect_kquery(e, expr_not(e, expr_eq(e, x, expr_const(e, 8, 7))), "(Eq false (Eq 7 (Read w8 0 x)))");
    expect_kquery(e, expr_slt(e, word, expr_const(e, 32, 10)), "(Slt (ReadLSB w32 0 x) 10)");
    expect_kquery(
        e, expr_mul(e, expr_add(e, word, expr_const(e, 32, 1)), expr_add(e, word, expr_const(e, 32, 1))),
        "(Mul w32 N0:(Add w32 1 (ReadLSB w32 0 x)) N0)");
    expect_kquery(e, expr_const(e, 16, 300), "(w16 300)");
    expect_kquery(e, expr_bool(e, true), "true");
    expect_kquery(e, expr_concat(e, x, expr_const(e, 8, 3)), "(Concat w16 (Read w8 0 x) (w8 3))");
    expr_t index = expr_zext(e, byte_at(e, "i", 1, 0), 64);
    expr_t array = expr_store(e, expr_input(e, "x", 8), index, expr_const(e, 8, 1));
    expect_kquery(e, expr_read(e, array, expr_const(e, 64, 2)),
                  "(Read w8 2 [(ZExt w64 (Read w8 0 i))=1] @ x)");
    expr_t term = expr_eq(e, x, expr_const(e, 8, 7));
    struct text text = {0};
    assert_true(expr_print_kquery_query(e, &text, &term, 1, budget_is_late));
    assert_string_equal(text_string(&text), "array x[8] : w64 -> w8 = symbolic\n"
                                            "(query [(Eq 7 (Read w8 0 x))]\n       false)\n");
    text_release(&text);
    exprs_free(e);
}

static const uint8_t table[40] = {9, 0,  200, 7,  1,  2,  3,  4,  5,  6,  7, 8,
                                  9, 10, 11,  12, 13, 14, 15, 16, 17, 18, 19};

/* One term of every kind over the input "x y" of 32 bytes. */
static size_t one_of_each(struct exprs *e, bool floats, expr_t *terms)
{
    size_t count = 0;
    const char *name = "x y";
    expr_t a = word_at(e, name, 32, 0, 4), b = word_at(e, name, 32, 4, 4), p = word_at(e, name, 32, 8, 8);
    expr_t q = word_at(e, name, 32, 16, 8), byte = byte_at(e, name, 32, 24),
           bit = expr_extract(e, byte, 3, 1);
    if (floats) {
        for (int kind = EXPR_FADD; kind <= EXPR_FLE; kind++)
            if (kind != EXPR_FSQRT)
                terms[count++] = expr_binary(e, kind, a, b);
        terms[count++] = expr_binary(e, EXPR_FADD, p, q);
        terms[count++] = expr_float_unary(e, EXPR_FSQRT, a, 32);
        terms[count++] = expr_float_unary(e, EXPR_FCAST, a, 64);
        terms[count++] = expr_float_unary(e, EXPR_FCAST, p, 32);
        for (unsigned width = 8; width <= 64; width *= 2) {
            terms[count++] = expr_float_unary(e, EXPR_FTOS, a, width);
            terms[count++] = expr_float_unary(e, EXPR_FTOU, p, width);
        }
        terms[count++] = expr_float_unary(e, EXPR_STOF, a, 64);
        terms[count++] = expr_float_unary(e, EXPR_UTOF, q, 32);
        return count;
    }
    for (int kind = EXPR_ADD; kind <= EXPR_SLE; kind++) {
        if (kind < EXPR_MUL || kind > EXPR_SREM) /* those are dear at 32 bits */
            terms[count++] = expr_binary(e, kind, a, b);
        terms[count++] = expr_binary(e, kind, byte, byte_at(e, name, 32, 3));
    }
    expr_t less = expr_ult(e, a, b), equal = expr_eq(e, p, q);
    terms[count++] = expr_xor(e, less, bit);
    terms[count++] = expr_and(e, expr_or(e, less, bit), expr_not(e, equal));
    terms[count++] = expr_ite(e, less, a, b);
    terms[count++] = expr_ite(e, bit, less, equal);
    terms[count++] = expr_concat(e, less, byte);
    terms[count++] = expr_sext(e, bit, 70);
    terms[count++] = expr_mul(e, expr_zext(e, a, 96), expr_zext(e, b, 96));
    expr_t index = expr_zext(e, byte, 64);
    expr_t constants = expr_bytes(e, table, sizeof table);
    terms[count++] = expr_read(e, constants, index);
    terms[count++] = expr_read(e, expr_input(e, name, 32), index);
    expr_t chain = expr_store(e, constants, expr_zext(e, byte_at(e, name, 32, 25), 64), byte);
    chain = expr_store(e, chain, expr_zext(e, byte_at(e, name, 32, 26), 64), byte_at(e, name, 32, 1));
    terms[count++] = expr_read(e, chain, index);
    terms[count++] = expr_read(e, chain, expr_const(e, 64, 2));
    terms[count++] = expr_eq(e, p, expr_add(e, expr_base(e, 3, 0x7000), q));
    return count;
}

static char *answer_of(const char *solver, const char *script)
{
    char path[] = "/tmp/expr_print_XXXXXX.smt2", line[256] = "";
    int file = mkstemps(path, 5);
    assert_true(file >= 0);
    assert_int_equal(write(file, script, strlen(script)), strlen(script));
    close(file);
    char *command = text_format("%s %s 2>&1", solver, path);
    FILE *out = popen(command, "r");
    struct text all = {0};
    while (fgets(line, sizeof line, out))
        text_add_string(&all, line);
    pclose(out);
    unlink(path);
    mem_free(command);
    char *answer = mem_string(text_string(&all));
    text_release(&all);
    return answer;
}

/* Fixes every byte as the model has it; the last constraint may be turned round. */
static void ask(const char *solver, bool floats, bool wrong, const uint8_t *bytes)
{
    struct exprs *e = exprs_new();
    struct model *m = model_new();
    expr_t terms[160], input = expr_input(e, "x y", 32);
    for (uint32_t i = 0; i < 32; i++)
        model_set(m, i, bytes[i]);
    size_t count = one_of_each(e, floats, terms);
    for (size_t i = 0; i < count; i++) {
        terms[i] = expr_eq(e, terms[i], expr_eval_term(e, terms[i], m));
        if (wrong && i == count - 1)
            terms[i] = expr_not(e, terms[i]);
    }
    for (uint32_t i = 0; i < 32; i++)
        terms[count++] = expr_eq(e, expr_read(e, input, expr_const(e, 64, i)), expr_const(e, 8, bytes[i]));
    struct text text = {0};
    assert_true(expr_print_smtlib(e, &text, terms, count, !wrong, budget_spent_now));
    char *answer = answer_of(solver, text_string(&text));
    if (strncmp(answer, wrong ? "unsat" : "sat", wrong ? 5 : 3))
        fail_msg("%s says %s", solver, answer);
    if (!wrong) {
        char *value = text_format("#x%02x", bytes[5]), *binary = answer;
        assert_true(strstr(binary, value) || strstr(binary, "#b"));
        mem_free(value);
    }
    mem_free(answer);
    text_release(&text);
    model_unref(m);
    exprs_free(e);
}

static void ask_all(const char *solver)
{
    static const uint8_t some[32] = {1, 2, 0x80, 0x3f, 0xff, 0x10, 0,    0xc0, 5,  0, 0,  0, 0, 0, 0xf0, 0x3f,
                                     9, 9, 9,    9,    9,    9,    0x50, 0x40, 12, 2, 40, 1, 1, 1, 1,    1};
    static const uint8_t nan[32] = {0,    0,    0xc0, 0xff, 1, 0, 0x80, 0x7f, 0,    0,    0,   0,  0, 0,
                                    0xf0, 0xff, 1,    0,    0, 0, 0,    0,    0xf0, 0x7f, 200, 12, 12};
    for (int wrong = 0; wrong < 2; wrong++) {
        ask(solver, false, wrong, some);
        ask(solver, false, wrong, nan);
        ask(solver, true, wrong, some);
        ask(solver, true, wrong, nan);
    }
}

static void z3_accepts_scripts(void **state)
{
    if (system("z3 --version >/dev/null 2>&1"))
        skip();
    ask_all("z3");
}

static void cvc5_accepts_scripts(void **state)
{
    if (system("cvc5 --version >/dev/null 2>&1"))
        skip();
    ask_all("cvc5");
}

static void deep_terms_print(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = word_at(e, "x", 8, 0, 4), sum = x;
    for (int i = 0; i < 20000; i++)
        sum = expr_add(e, expr_mul(e, sum, x), x);
    expr_t term = expr_eq(e, sum, expr_const(e, 32, 1));
    struct text text = {0};
    assert_true(expr_print_smtlib(e, &text, &term, 1, true, NULL));
    assert_true(text.length > 20000 && text.length < 20000 * 100);
    text_clear(&text);
    expr_print_kquery(e, &text, term);
    text_release(&text);
    exprs_free(e);
}

static void what_has_an_end_is_left(void **state)
{
    struct exprs *e = exprs_new();
    expr_t x = word_at(e, "x", 8, 0, 4), sum = x;
    for (int i = 0; i < 20000; i++)
        sum = expr_add(e, expr_mul(e, sum, x), x);
    expr_t wide = expr_read(e, expr_input(e, "y", 100000), expr_zext(e, x, 64)),
           terms[] = {expr_eq(e, sum, expr_const(e, 32, 1)), expr_eq(e, wide, expr_const(e, 8, 1))};
    struct text whole[2] = {0}, left = {0};
    for (size_t i = 0; i < 2; i++) {
        assert_true(expr_print_smtlib(e, &whole[i], &terms[i], 1, true, budget_spent_now));
        budget_stop(exprs_budget(e));
        assert_false(expr_print_smtlib(e, &left, &terms[i], 1, true, budget_spent_now));
        assert_true(left.length < whole[i].length / 2);
        text_clear(&left);
        assert_true(expr_print_smtlib(e, &left, &terms[i], 1, true, NULL));
        assert_int_equal(left.length, whole[i].length);
        text_clear(&left);
        *exprs_budget(e) = (struct budget){0};
        text_release(&whole[i]);
    }
    *exprs_budget(e) = (struct budget){.run_is_over = true}; /* since the clock began */
    assert_false(expr_print_smtlib(e, &left, &terms[0], 1, true, budget_is_late));
    text_clear(&left);
    assert_false(expr_print_kquery_query(e, &left, &terms[0], 1, budget_is_late));
    text_release(&left);
    exprs_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kquery_is_as_klee_prints_it),
        cmocka_unit_test(what_has_an_end_is_left),
        cmocka_unit_test(z3_accepts_scripts),
        cmocka_unit_test(cvc5_accepts_scripts),
        cmocka_unit_test(deep_terms_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
