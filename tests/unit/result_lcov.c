/* Reading of lcov's format: what is taken from it, and what is not looked at. */
#include "result/lcov.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void lines_and_branches(void **context)
{
    struct lcov lcov;
    const char *text = "TN:\nSF:a.c\nBRDA:3,0,0,1\nBRDA:3,0,1,-\nDA:3,1\nDA:4,0\nend_of_record\n"
                       "SF:b.c\nDA:1,7\n";
    lcov_parse(&lcov, text, strlen(text));
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

/* Nothing behind the text is read, not even to find out where it ends: the sanitizer sees to that.
 * (A parser that measures the rest of the text at each line takes the square of its time.) */
static void ends_with_its_size(void **context)
{
    enum { LINES = 1000 };
    char written[LINES * 32], *end = written + sprintf(written, "SF:a.c\n");
    for (int i = 0; i < LINES; i++)
        end += sprintf(end, "DA:%d,%d\n", i + 1, i % 2);
    for (int cut = 0; cut < 3; cut++) { /* with its newline, without, without the last digit */
        size_t size = end - written - cut;
        char *text = malloc(size);
        memcpy(text, written, size);
        struct lcov lcov;
        lcov_parse(&lcov, text, size);
        assert_int_equal(lcov.files.data[0].lines.count, LINES - (cut == 2));
        assert_int_equal(lcov.files.data[0].covered, LINES / 2 - (cut == 2));
        lcov_release(&lcov);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_branches),
        cmocka_unit_test(ends_with_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
