/* Reading of lcov's format: what is taken from it, and that the time it takes
 * grows with the text and not with its square. */
#include "result/lcov.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static void lines_and_branches(void **context)
{
    struct lcov lcov;
    lcov_parse(&lcov,
               "TN:\nSF:a.c\nBRDA:3,0,0,1\nBRDA:3,0,1,-\nDA:3,1\nDA:4,0\nend_of_record\nSF:b.c\nDA:1,7\n");
    assert_int_equal(lcov.files.count, 2);
    assert_string_equal(lcov.files.data[0].path, "a.c");
    assert_int_equal(lcov.files.data[0].lines.count, 2);
    assert_int_equal(lcov.files.data[0].covered, 1);
    assert_int_equal(lcov.files.data[0].lines.data[0].ways, 2);
    assert_int_equal(lcov.files.data[0].lines.data[0].ways_taken, 1);
    assert_int_equal(lcov.files.data[1].lines.data[0].line, 1);
    assert_true(lcov.files.data[1].lines.data[0].covered);
    lcov_release(&lcov);
}

/* Processor seconds to read a text of so many lines. */
static double seconds(size_t lines)
{
    char *text = malloc(lines * 32 + 16), *end = text + sprintf(text, "SF:a.c\n");
    for (size_t i = 0; i < lines; i++)
        end += sprintf(end, "DA:%zu,1\n", i + 1);
    clock_t start = clock();
    struct lcov lcov;
    lcov_parse(&lcov, text);
    double result = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(lcov.files.data[0].lines.count, lines);
    lcov_release(&lcov);
    free(text);
    return result;
}

static void time_is_linear(void **context)
{
    /* sixteen times the lines: 256 times as long if each line looked at all that follow */
    double few = seconds(10000), many = seconds(160000);
    assert_true(many < 80 * few + 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_branches),
        cmocka_unit_test(time_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
