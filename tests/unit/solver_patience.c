/* How long questions may take in a run with an end. */
#include "solver/patience.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SITE = 7, OTHER = 8 };

/* A run of a hundred seconds, so many of which have passed. */
static struct patience begun(double passed)
{
    double now = clock_seconds();
    return (struct patience){
        .seconds = 30, .start = now - passed, .deadline = now - passed + 100, .length = 100};
}

static void test_without_an_end(void **state)
{
    struct patience patience = {.seconds = 30};
    bool cheaply;
    patience_lost(&patience, SITE, 1000);
    assert_true(patience_allows(&patience, 1, SITE, &cheaply) == 30);
    assert_false(cheaply);
    patience_release(&patience);
}

static void test_a_fortieth_at_first(void **state)
{
    struct patience patience = begun(50);
    bool cheaply;
    double seconds = patience_allows(&patience, 1, SITE, &cheaply);
    assert_true(seconds > 2.4 && seconds < 2.6);
    assert_false(cheaply);
    assert_true(patience_allows(&patience, 10, SITE, &cheaply) > 40); /* asked again: what is left */
    patience_release(&patience);
}

/* A limit of processor time says how long the run is, but not until when by the clock. */
static void test_without_a_deadline(void **state)
{
    struct patience patience = begun(150);
    bool cheaply;
    patience.deadline = 0;
    double seconds = patience_allows(&patience, 1, SITE, &cheaply);
    assert_true(seconds > 2.4 && seconds < 2.6);
    assert_true(patience_allows(&patience, 10, SITE, &cheaply) == 300);
    patience_release(&patience);
}

static void test_a_site_that_never_answers(void **state)
{
    struct patience patience = begun(50);
    bool cheaply;
    patience_lost(&patience, SITE, 2);
    patience_allows(&patience, 1, SITE, &cheaply);
    assert_false(cheaply); /* a twentieth is not used up */
    patience_lost(&patience, SITE, 2);
    patience_allows(&patience, 1, SITE, &cheaply);
    assert_true(cheaply);
    patience_allows(&patience, 1, OTHER, &cheaply);
    assert_false(cheaply);
    patience_allows(&patience, 1, 0, &cheaply); /* from nowhere in particular */
    assert_false(cheaply);
    patience_allows(&patience, 10, SITE, &cheaply); /* asked again at the end */
    assert_false(cheaply);
    patience_release(&patience);
}

static void test_all_sites_together(void **state)
{
    struct patience patience = begun(50);
    bool cheaply;
    patience_lost(&patience, OTHER, 1);
    patience_lost(&patience, 0, 20); /* more than a quarter */
    double seconds = patience_allows(&patience, 1, SITE, &cheaply);
    assert_true(seconds > 0.01 && seconds < 0.03);
    assert_false(cheaply);
    patience_allows(&patience, 1, OTHER, &cheaply); /* one in fifty is too much now */
    assert_true(cheaply);
    patience_release(&patience);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_an_end),     cmocka_unit_test(test_a_fortieth_at_first),
        cmocka_unit_test(test_without_a_deadline), cmocka_unit_test(test_a_site_that_never_answers),
        cmocka_unit_test(test_all_sites_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
