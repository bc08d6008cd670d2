/* The chain as the engine uses it, in every combination of its links. */
#include "solver/chain.h"

#include "base/alloc.h"
#include "base/text.h"
#include "expr/eval.h"
#include "random_terms.h"
#include "solver/check.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

struct fixture {
    struct exprs *exprs;
    struct solver_stats stats; /* of z3, not of the chain */
    struct solver *z3;
    struct random_terms random;
    struct log log;
};

static int setup(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    f->z3 = z3_solver_new(f->exprs, &f->stats);
    random_terms_init(&f->random, f->exprs, 21);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    solver_free(f->z3);
    exprs_free(f->exprs);
    log_release(&f->log);
    mem_free(f);
    return 0;
}

static struct chain *new_chain(struct fixture *f, const char *backend, unsigned links)
{
    struct chain_options options = {.backend = backend,
                                    .seconds = 300,
                                    .use_simplify = links & 1,
                                    .use_slicing = links & 2,
                                    .use_query_cache = links & 4,
                                    .use_counterexample_cache = links & 8,
                                    .log = &f->log};
    char *error = NULL;
    struct chain *chain = chain_new(f->exprs, &options, &error);
    assert_null(error);
    assert_non_null(chain);
    return chain;
}

static enum verdict truth(struct fixture *f, const struct constraints *set, expr_t term)
{
    size_t count = constraints_count(set);
    expr_t *terms = mem_alloc((count + 1) * sizeof *terms);
    if (count)
        memcpy(terms, constraints_terms(set), count * sizeof *terms);
    terms[count] = term;
    struct query query = {.terms = terms, .count = count + 1};
    enum verdict verdict = solver_check(f->z3, &query, NULL);
    mem_free(terms);
    return verdict;
}

static expr_t random_condition(struct fixture *f)
{
    struct random_terms *r = &f->random;
    if (random_below(r, 3) == 0)
        return expr_eq(f->exprs, random_term(r, 8, 1), random_term(r, 8, 0));
    return random_term(r, 1, 3);
}

/* One path, as the engine walks it: a model in hand, the other side of each
 * branch asked about, and taken now and then. */
static void walk(struct fixture *f, struct chain *chain, int branches)
{
    struct exprs *e = f->exprs;
    struct constraints *set = constraints_new(e);
    struct model *model = model_new();
    for (int i = 0; i < branches; i++) {
        expr_t taken = random_condition(f);
        if (!expr_eval(e, taken, model))
            taken = expr_not(e, taken);
        expr_t other = expr_not(e, taken);
        struct model *found = NULL;
        enum verdict verdict = chain_may(chain, set, other, NULL, 1, &found);
        assert_int_equal(verdict, truth(f, set, other));
        if (verdict == VERDICT_YES) {
            struct model *whole = model_copy(model);
            model_overlay(whole, found);
            size_t count = constraints_count(set);
            if (count)
                assert_true(expr_all_true(e, constraints_terms(set), count, whole));
            assert_true(expr_all_true(e, &other, 1, whole));
            if (random_below(&f->random, 2)) {
                model_unref(model);
                model = model_ref(whole);
                taken = other;
            }
            model_unref(whole);
            model_unref(found);
        } else {
            assert_null(found);
        }
        set = constraints_add(set, taken);
        assert_false(constraints_contradict(set));
    }
    struct model *all = NULL;
    assert_int_equal(chain_may(chain, set, 0, NULL, 1, &all), VERDICT_YES);
    if (constraints_count(set))
        assert_true(expr_all_true(e, constraints_terms(set), constraints_count(set), all));
    model_unref(all);
    model_unref(model);
    constraints_unref(set);
}

static void every_combination_of_links_is_right(void **state)
{
    struct fixture *f = *state;
    for (unsigned links = 0; links < 16; links++) {
        struct chain *chain = new_chain(f, links % 2 ? "ramify" : "z3", links);
        f->random.arrays = links % 3 == 0;
        walk(f, chain, 12);
        assert_int_equal(chain->stats.undecided, 0);
        assert_int_equal(chain->stats.total, 13);
        chain_free(chain);
    }
}

static void every_back_end_is_right(void **state)
{
    struct fixture *f = *state;
    static const char *const backends[] = {"ramify", "cadical", "z3"};
    for (size_t i = 0; i < 3; i++) {
        struct chain *chain = new_chain(f, backends[i], 15);
        f->random.floats = i == 0;
        walk(f, chain, 4);
        chain_free(chain);
        f->random.floats = false;
        chain = new_chain(f, backends[i], 15);
        for (int j = 0; j < 2; j++)
            walk(f, chain, 20);
        chain_free(chain);
    }
}

static void sweeps_between_queries_do_no_harm(void **state)
{
    struct fixture *f = *state;
    struct chain *chain = new_chain(f, "ramify", 15);
    for (int i = 0; i < 8; i++) {
        walk(f, chain, 10);
        exprs_sweep(f->exprs);
    }
    chain_free(chain);
}

static expr_t byte(struct fixture *f, uint32_t index)
{
    return expr_read(f->exprs, f->random.x, expr_const(f->exprs, 64, index));
}

/* A cached model knows more bytes than the question: they must not get out. */
static void a_model_speaks_only_of_what_was_asked(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    struct chain *chain = new_chain(f, "z3", 15);
    expr_t three = expr_eq(e, expr_mul(e, byte(f, 0), byte(f, 0)), expr_const(e, 8, 9));
    expr_t link = expr_eq(e, expr_mul(e, byte(f, 0), byte(f, 1)), expr_const(e, 8, 21));
    struct constraints *wide = constraints_add(constraints_new(e), link);
    struct model *model = NULL;
    assert_int_equal(chain_may(chain, wide, three, NULL, 1, &model), VERDICT_YES);
    assert_true(model_defines(model, 1));
    model_unref(model);
    struct constraints *narrow = constraints_add(
        constraints_new(e), expr_eq(e, expr_mul(e, byte(f, 1), byte(f, 1)), expr_const(e, 8, 25)));
    uint64_t hits = chain->stats.model_hits;
    assert_int_equal(chain_may(chain, narrow, three, NULL, 1, &model), VERDICT_YES);
    assert_int_equal(chain->stats.model_hits, hits + 1);
    assert_true(model_defines(model, 0));
    assert_false(model_defines(model, 1));
    model_unref(model);
    constraints_unref(wide);
    constraints_unref(narrow);
    chain_free(chain);
}

static void what_is_counted(void **state)
{
    struct fixture *f = *state;
    struct exprs *e = f->exprs;
    struct chain *chain = new_chain(f, "z3", 15);
    struct constraints *set = constraints_new(e);
    expr_t hard = expr_eq(e, expr_mul(e, byte(f, 0), byte(f, 1)), expr_const(e, 8, 7));
    assert_int_equal(chain_may(chain, set, hard, NULL, 1, NULL), VERDICT_YES);
    assert_int_equal(chain->stats.solver, 1);
    assert_int_equal(chain->stats.z3, 1);
    assert_int_equal(chain_may_resolve(chain, set, hard, NULL, NULL), VERDICT_YES);
    assert_int_equal(chain->stats.cache_hits, 1);
    assert_int_equal(chain->stats.resolution, 1);
    assert_int_equal(chain->stats.total, 2);
    assert_true(chain->stats.seconds > 0);
    constraints_unref(set);
    chain_free(chain);
}

static void an_unknown_back_end_is_an_error(void **state)
{
    struct fixture *f = *state;
    struct chain_options options = {.backend = "minisat"};
    char *error = NULL;
    assert_null(chain_new(f->exprs, &options, &error));
    assert_non_null(strstr(error, "minisat"));
    mem_free(error);
    options = (struct chain_options){.backend = "z3", .log_path = "/nonexistent/solver.log"};
    assert_null(chain_new(f->exprs, &options, &error));
    assert_non_null(strstr(error, "/nonexistent/solver.log"));
    mem_free(error);
}

static size_t lines_of(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t lines = 0;
    for (int c; (c = getc(file)) != EOF;)
        lines += c == '\n';
    fclose(file);
    return lines;
}

static void queries_go_to_paper(void **state)
{
    struct fixture *f = *state;
    char directory[] = "/tmp/ramify-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *log_path = text_format("%s/solver.log", directory);
    char *query_path = text_format("%s/query000001.smt2", directory);
    struct chain_options options = {.backend = "z3", .smt2_directory = directory, .log_path = log_path};
    char *error = NULL;
    struct chain *chain = chain_new(f->exprs, &options, &error);
    struct constraints *set = constraints_new(f->exprs);
    expr_t hard = expr_eq(f->exprs, expr_mul(f->exprs, byte(f, 0), byte(f, 1)), expr_const(f->exprs, 8, 7));
    assert_int_equal(chain_may(chain, set, hard, NULL, 1, NULL), VERDICT_YES);
    assert_int_equal(chain_may(chain, set, expr_bool(f->exprs, true), NULL, 1, NULL), VERDICT_YES);
    constraints_unref(set);
    chain_free(chain);
    assert_int_equal(lines_of(log_path), 2);
    assert_true(lines_of(query_path) > 1);
    unlink(log_path);
    unlink(query_path);
    rmdir(directory);
    mem_free(log_path);
    mem_free(query_path);
}

static int exit_code_of_checking(struct fixture *f, enum verdict claimed, const char *directory)
{
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        struct checker *checker = checker_new(f->exprs, directory, &f->log);
        struct constraints *set = constraints_new(f->exprs);
        expr_t term = expr_ult(f->exprs, byte(f, 0), byte(f, 1));
        checker_compare(checker, set, term, 0, claimed, NULL);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void the_checker_catches_a_lie(void **state)
{
    struct fixture *f = *state;
    char directory[] = "/tmp/ramify-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    assert_int_equal(exit_code_of_checking(f, VERDICT_YES, directory), 0);
    assert_int_equal(exit_code_of_checking(f, VERDICT_UNKNOWN, directory), 0);
    assert_int_equal(exit_code_of_checking(f, VERDICT_NO, directory), 1);
    char *path = text_format("%s/solver-difference.smt2", directory);
    assert_int_equal(unlink(path), 0);
    rmdir(directory);
    mem_free(path);
}

static void a_checked_chain_goes_through(void **state)
{
    struct fixture *f = *state;
    struct chain_options options = {.backend = "ramify",
                                    .seconds = 300,
                                    .use_simplify = true,
                                    .use_slicing = true,
                                    .use_query_cache = true,
                                    .use_counterexample_cache = true,
                                    .check = true,
                                    .log = &f->log};
    char *error = NULL;
    struct chain *chain = chain_new(f->exprs, &options, &error);
    for (int i = 0; i < 4; i++)
        walk(f, chain, 15);
    assert_true(chain->stats.z3 < chain->stats.total);
    chain_free(chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(every_combination_of_links_is_right),
        TEST(every_back_end_is_right),
        TEST(sweeps_between_queries_do_no_harm),
        TEST(a_model_speaks_only_of_what_was_asked),
        TEST(what_is_counted),
        TEST(an_unknown_back_end_is_an_error),
        TEST(queries_go_to_paper),
        TEST(the_checker_catches_a_lie),
        TEST(a_checked_chain_goes_through),
#undef TEST
    };
    return cmocka_run_group_tests_name("solver_chain", tests, NULL, NULL);
}
