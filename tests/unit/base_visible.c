/* What a terminal would obey is spelled out. */
#include "base/alloc.h"
#include "base/visible.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void shows(const char *raw, const char *line, const char *lines)
{
    char *one = visible_line(raw);
    struct text several = {0};
    text_add_visible(&several, raw, strlen(raw), VISIBLE_LINES);
    assert_string_equal(one, line);
    assert_string_equal(text_string(&several), lines);
    text_release(&several);
    mem_free(one);
}

static void what_does_something_is_spelled_out(void **context)
{
    shows("plain é € \xf0\x9f\x98\x80", "plain é € \xf0\x9f\x98\x80", "plain é € \xf0\x9f\x98\x80");
    shows("a\nb\tc\rd", "a\\nb\\tc\\rd", "a\nb\tc\\rd");
    shows("\x1b]0;title\x07\x7f", "\\x1b]0;title\\x07\\x7f", "\\x1b]0;title\\x07\\x7f");
    shows("\xc2\x9b"
          "31m",
          "\\u009b31m", "\\u009b31m"); /* a control sequence in one character */
    shows("\xe2\x80\xae/* \xe2\x81\xa6", "\\u202e/* \\u2066", "\\u202e/* \\u2066");
    shows("\xf3\xa0\x80\x81", "\\U000e0001", "\\U000e0001");
    shows("\x9b\xff", "\\x9b\\xff", "\\x9b\\xff");
}

static void bytes_without_an_end_are_not_read_beyond(void **context)
{
    char *bytes = malloc(3); /* so that a sanitizer sees it */
    struct text text = {0};
    memcpy(bytes, "ab\xe2", 3);
    text_add_visible(&text, bytes, 3, VISIBLE_LINES);
    assert_string_equal(text_string(&text), "ab\\xe2");
    text_clear(&text);
    text_add_visible(&text, "a\0b", 3, VISIBLE_LINES);
    assert_string_equal(text_string(&text), "a\\x00b");
    text_release(&text);
    free(bytes);
}

static void a_file_gets_bytes(void **context)
{
    char *data = NULL;
    size_t size;
    FILE *file = open_memstream(&data, &size);
    visible_print(file, "\x1b[1m\n", 5);
    visible_say(file, "%s", "\x1b[1m\n");
    fclose(file);
    assert_string_equal(data, "\x1b[1m\n\\x1b[1m\\n\n");
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_something_is_spelled_out),
        cmocka_unit_test(bytes_without_an_end_are_not_read_beyond),
        cmocka_unit_test(a_file_gets_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
