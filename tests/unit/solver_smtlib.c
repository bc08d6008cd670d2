/* Solvers on a pipe: two real ones, and many that misbehave. */
#include "solver/smtlib.h"

#include "base/alloc.h"
#include "base/text.h"
#include "expr/eval.h"
#include "random_terms.h"
#include "solver/z3.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* A shell that greets as it should, and does `act` at (check-sat). */
#define FAKE(act) \
    "while read line; do case \"$line\" in *echo*) echo ramify;; *check-sat*) " act ";; esac; done"

struct fixture {
    struct exprs *exprs;
    struct solver_stats stats;
    struct log log;
    struct random_terms random;
    expr_t term; /* satisfiable */
};

static int setup(void **state)
{
    struct fixture *f = NEW(struct fixture);
    f->exprs = exprs_new();
    random_terms_init(&f->random, f->exprs, 31);
    expr_t byte = expr_read(f->exprs, f->random.x, expr_const(f->exprs, 64, 2));
    f->term = expr_eq(f->exprs, expr_mul(f->exprs, byte, byte), expr_const(f->exprs, 8, 0x31));
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    exprs_free(f->exprs);
    log_release(&f->log);
    mem_free(f);
    return 0;
}

static struct solver *start(struct fixture *f, const char *command)
{
    char *error = NULL;
    struct solver *solver = smtlib_solver_new(f->exprs, &f->stats, command, &f->log, &error);
    assert_null(error);
    assert_non_null(solver);
    return solver;
}

static enum verdict ask(struct solver *solver, const expr_t *terms, size_t count, double seconds,
                        struct model **model)
{
    struct query query = {.terms = terms, .count = count, .seconds = seconds};
    return solver_check(solver, &query, model);
}

static void agrees_with_z3(struct fixture *f, const char *command)
{
    struct solver *pipe = start(f, command), *z3 = z3_solver_new(f->exprs, &f->stats);
    int answers[3] = {0};
    for (int i = 0; i < 40; i++) {
        expr_t terms[3];
        f->random.arrays = i % 2;
        f->random.floats = i % 10 == 9;
        for (int j = 0; j < 3; j++)
            terms[j] = random_term(&f->random, 1, f->random.floats ? 1 : 3);
        struct model *model = NULL;
        enum verdict verdict = ask(pipe, terms, 3, 10, &model), other = ask(z3, terms, 3, 10, NULL);
        answers[verdict]++;
        if (verdict != VERDICT_UNKNOWN && other != VERDICT_UNKNOWN)
            assert_int_equal(verdict, other);
        if (model)
            assert_true(expr_all_true(f->exprs, terms, 3, model));
        model_unref(model);
    }
    assert_true(answers[VERDICT_YES] > 5 && answers[VERDICT_NO] > 5);
    assert_true(answers[VERDICT_UNKNOWN] < 5);
    solver_free(pipe);
    solver_free(z3);
}

static void z3_on_a_pipe_agrees(void **state) { agrees_with_z3(*state, "z3 -in"); }
static void cvc5_on_a_pipe_agrees(void **state) { agrees_with_z3(*state, "cvc5 --incremental --fp-exp"); }

static void what_does_not_start_is_an_error(void **state)
{
    struct fixture *f = *state;
    static const char *const commands[] = {"/nonexistent/solver", "true", "cat", "echo banana",
                                           "exec 0<&-; sleep 0.1"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char *error = NULL;
        assert_null(smtlib_solver_new(f->exprs, &f->stats, commands[i], &f->log, &error));
        assert_non_null(strstr(error, commands[i]));
        mem_free(error);
    }
}

static void costs_one_unknown_and_a_warning(struct fixture *f, const char *command)
{
    struct solver *solver = start(f, command);
    size_t said = f->log.said.count;
    struct model *model = NULL;
    assert_int_equal(ask(solver, &f->term, 1, 0.3, &model), VERDICT_UNKNOWN);
    assert_null(model);
    assert_int_equal(f->log.said.count, said + 1);
    /* and again: it was started anew */
    assert_int_equal(ask(solver, &f->term, 1, 0.3, &model), VERDICT_UNKNOWN);
    solver_free(solver);
}

static void a_solver_that_hangs(void **state) { costs_one_unknown_and_a_warning(*state, FAKE("sleep 1000")); }
static void a_solver_that_exits(void **state) { costs_one_unknown_and_a_warning(*state, FAKE("exit 3")); }
static void a_solver_that_is_killed(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("kill -9 $$"));
}
static void a_solver_that_says_garbage(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("echo banana"));
}
static void a_solver_that_says_binary_garbage(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("head -c 100000 /dev/urandom; echo; echo"));
}
static void a_solver_that_reports_an_error(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("echo '(error \"no such logic\")'"));
}
static void a_solver_that_dies_before_the_model(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("echo sat; exit 0"));
}
static void a_solver_that_dies_within_the_model(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("echo sat; printf '(((select x'; exit 0"));
}
static void a_solver_with_a_model_of_another_world(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("echo sat; echo '((banana true))'"));
}
static void a_solver_that_never_stops_talking(void **state)
{
    costs_one_unknown_and_a_warning(*state, FAKE("while :; do printf '((((('; done"));
}

static void an_unknown_is_no_fault(void **state)
{
    struct fixture *f = *state;
    struct solver *solver = start(f, FAKE("echo unknown"));
    assert_int_equal(ask(solver, &f->term, 1, 2, NULL), VERDICT_UNKNOWN);
    assert_int_equal(f->log.said.count, 0);
    solver_free(solver);
}

/* The query is larger than a pipe holds, and nobody reads it. */
static void a_solver_that_does_not_read(void **state)
{
    struct fixture *f = *state;
    struct solver *solver =
        start(f, "while read line; do case \"$line\" in *echo*) echo ramify; exec sleep 1000;; esac; done");
    expr_t terms[400];
    for (int i = 0; i < 400; i++)
        terms[i] = random_term(&f->random, 1, 6);
    assert_int_equal(ask(solver, terms, 400, 0.3, NULL), VERDICT_UNKNOWN);
    solver_free(solver);
}

static struct budget *signalled;
static void on_signal(int number) { budget_stop(signalled); }

/* No time is set: only the signal that the solver sends its parent ends these waits. */
static void ends_with_the_run(struct fixture *f, const char *command, size_t count)
{
    expr_t terms[400];
    terms[0] = f->term;
    for (size_t i = 1; i < count; i++)
        terms[i] = random_term(&f->random, 1, 6);
    struct solver *solver = start(f, command);
    struct model *model = NULL;
    signalled = exprs_budget(f->exprs);
    signal(SIGUSR1, on_signal);
    assert_int_equal(ask(solver, terms, count, 0, &model), VERDICT_UNKNOWN);
    assert_true(budget_is_over(signalled));
    assert_int_equal(f->log.said.count, 0); /* it was not the solver's fault */
    assert_int_equal(ask(solver, terms, count, 0, &model), VERDICT_UNKNOWN);
    solver_free(solver);
}
static void the_end_while_it_thinks(void **state)
{
    ends_with_the_run(*state, FAKE("kill -USR1 $PPID; sleep 1000"), 1);
}
static void the_end_while_it_does_not_read(void **state)
{
    ends_with_the_run(*state, "read a; read b; echo ramify; read c; kill -USR1 $PPID; exec sleep 1000", 400);
}
static void the_end_while_it_says_a_model(void **state)
{
    ends_with_the_run(*state, FAKE("echo sat; printf '(((select x'; kill -USR1 $PPID; sleep 1000"), 1);
}

/* The process is gone when the query is written: no signal reaches us. */
static void a_solver_that_leaves_between_queries(void **state)
{
    struct fixture *f = *state;
    struct solver *solver = start(f, "read a; read b; echo ramify; exit 0");
    usleep(100000);
    assert_int_equal(ask(solver, &f->term, 1, 1, NULL), VERDICT_UNKNOWN);
    solver_free(solver);
}

static void a_solver_recovers(void **state)
{
    struct fixture *f = *state;
    char directory[] = "/tmp/ramify-test-XXXXXX";
    assert_non_null(mkdtemp(directory));
    char *command = text_format("if [ -e %s/died ]; then exec z3 -in; fi; touch %s/died; %s", directory,
                                directory, FAKE("exit 1"));
    struct solver *solver = start(f, command);
    struct model *model = NULL;
    assert_int_equal(ask(solver, &f->term, 1, 5, &model), VERDICT_UNKNOWN);
    assert_int_equal(ask(solver, &f->term, 1, 5, &model), VERDICT_YES);
    assert_true(expr_all_true(f->exprs, &f->term, 1, model));
    model_unref(model);
    solver_free(solver);
    char *died = text_format("%s/died", directory);
    unlink(died);
    rmdir(directory);
    mem_free(died);
    mem_free(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(z3_on_a_pipe_agrees),
        TEST(cvc5_on_a_pipe_agrees),
        TEST(what_does_not_start_is_an_error),
        TEST(a_solver_that_hangs),
        TEST(a_solver_that_exits),
        TEST(a_solver_that_is_killed),
        TEST(a_solver_that_says_garbage),
        TEST(a_solver_that_says_binary_garbage),
        TEST(a_solver_that_reports_an_error),
        TEST(a_solver_that_dies_before_the_model),
        TEST(a_solver_that_dies_within_the_model),
        TEST(a_solver_with_a_model_of_another_world),
        TEST(a_solver_that_never_stops_talking),
        TEST(an_unknown_is_no_fault),
        TEST(a_solver_that_does_not_read),
        TEST(the_end_while_it_thinks),
        TEST(the_end_while_it_does_not_read),
        TEST(the_end_while_it_says_a_model),
        TEST(a_solver_that_leaves_between_queries),
        TEST(a_solver_recovers),
#undef TEST
    };
    return cmocka_run_group_tests_name("solver_smtlib", tests, NULL, NULL);
}
