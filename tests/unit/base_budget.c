/* The budget: three answers, by steps and by what others say, never by how long this test takes. */
#include "base/budget.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static unsigned steps_until_spent(struct budget *budget, unsigned most)
{
    for (unsigned i = 0; i < most; i++)
        if (budget_spent(budget, 1))
            return i + 1;
    return 0;
}

static void without_an_end(void **state)
{
    struct budget budget = {0};
    assert_int_equal(steps_until_spent(&budget, 1000000), 0);
    assert_false(budget_is_over(&budget));
}

static void after_so_many_steps(void **state)
{
    struct budget budget = {0};
    steps_until_spent(&budget, 777);
    budget_run_steps(&budget, 100000);
    assert_in_range(steps_until_spent(&budget, 1000000), 100000, 100002);
    assert_true(budget_is_over(&budget));
    assert_true(budget_spent(&budget, 0));
    budget_run_steps(&budget, 50);
    assert_true(budget_is_over(&budget)); /* for good */
}

static void weights_are_steps(void **state)
{
    struct budget budget = {0};
    budget_run_steps(&budget, 1000000);
    for (int i = 0; i < 10; i++)
        assert_false(budget_spent(&budget, 99000));
    assert_true(budget_spent(&budget, 20000) || budget_spent(&budget, 1));
}

static void a_signal(void **state)
{
    struct budget budget = {0};
    assert_false(budget_spent(&budget, 1));
    budget_stop(&budget);
    assert_in_range(steps_until_spent(&budget, 1000000), 1, 10000);
    assert_true(budget_is_over(&budget));
}

static void a_question_is_not_the_run(void **state)
{
    struct budget budget = {0};
    double before = budget_ask(&budget, 1e-9);
    assert_int_not_equal(steps_until_spent(&budget, 1000000), 0);
    assert_false(budget_is_over(&budget));
    double inner = budget_ask(&budget, 1000); /* no longer than the outer one */
    assert_true(budget_spent(&budget, 1));
    budget_answered(&budget, inner);
    assert_true(budget_spent(&budget, 1));
    budget_answered(&budget, before);
    assert_int_equal(steps_until_spent(&budget, 100000), 0);
}

static void the_run_ends_its_questions(void **state)
{
    struct budget budget = {0};
    budget_run_until(&budget, clock_seconds() - 1);
    double before = budget_ask(&budget, 1000);
    assert_int_not_equal(steps_until_spent(&budget, 10000), 0);
    budget_answered(&budget, before);
    assert_true(budget_spent(&budget, 1));
    assert_true(budget_is_over(&budget));
}

static void memory(void **state)
{
    struct budget budget = {0};
    budget_memory(&budget, 1);
    assert_int_not_equal(steps_until_spent(&budget, 10000), 0);
    assert_false(budget_is_over(&budget));
    budget_memory(&budget, (size_t)1 << 50);
    assert_int_equal(steps_until_spent(&budget, 100000), 0);
}

static void leave(void *context) { longjmp(*(jmp_buf *)context, 1); }

static void who_does_not_return_is_left(void **state)
{
    struct budget budget = {0};
    jmp_buf out;
    budget_on_overrun(&budget, leave, &out);
    budget_stop(&budget);
    assert_true(budget_spent_now(&budget));
    budget.over_since -= 1000;
    assert_true(budget_spent_now(&budget)); /* returns always */
    if (!setjmp(out)) {
        for (unsigned i = 0; i < 10000; i++)
            budget_spent(&budget, 1);
        fail();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_end),
        cmocka_unit_test(after_so_many_steps),
        cmocka_unit_test(weights_are_steps),
        cmocka_unit_test(a_signal),
        cmocka_unit_test(a_question_is_not_the_run),
        cmocka_unit_test(the_run_ends_its_questions),
        cmocka_unit_test(memory),
        cmocka_unit_test(who_does_not_return_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
