/* JSON: what is written is read back, by ourselves and by others. */
#include "base/alloc.h"
#include "base/rng.h"
#include "result/json.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char nasty[] = "a\"b\\c\n\t\x01\x7f é \xff\xc0\x80 €";

static void write_sample(struct json *json)
{
    json_begin(json, NULL, '{');
    json_string(json, "text", nasty);
    json_string(json, "none", NULL);
    json_number(json, "large", UINT64_MAX);
    json_seconds(json, "time", 1.5);
    json_bool(json, "yes", true);
    json_begin(json, "list", '[');
    json_number(json, NULL, 1);
    json_begin(json, NULL, '{');
    json_end(json, '}');
    json_end(json, ']');
    json_begin(json, "empty", '[');
    json_end(json, ']');
    json_end(json, '}');
}

static void we_read_what_we_write(void **context)
{
    struct json json = {0};
    struct arena arena = {0};
    write_sample(&json);
    const struct json_value *value = json_parse(&arena, json.text.data, json.text.length);
    assert_non_null(value);
    assert_string_equal(json_string_of(value, "text"),
                        "a\"b\\c\n\t\x01\x7f é \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd €");
    assert_int_equal(json_member(value, "none")->type, JSON_NULL);
    assert_true(json_number_of(value, "large") > 1.8e19);
    assert_true(json_number_of(value, "time") == 1.5);
    assert_int_equal(json_member(value, "yes")->number, 1);
    const struct json_value *list = json_member(value, "list");
    assert_true(list->first->number == 1 && list->first->next->type == JSON_OBJECT &&
                !list->first->next->next);
    assert_null(json_member(value, "absent"));
    assert_string_equal(json_string_of(NULL, "x"), "");
    arena_release(&arena);
    json_release(&json);
}

static void others_read_it_too(void **context)
{
    struct json json = {0};
    write_sample(&json);
    if (system("command -v jq >/dev/null 2>&1"))
        skip();
    FILE *jq = popen("jq -e '.list[0] == 1 and .yes and .time == 1.5' >/dev/null", "w");
    fwrite(json.text.data, 1, json.text.length, jq);
    assert_int_equal(pclose(jq), 0);
    json_release(&json);
}

static void accepts(const char *text, bool good)
{
    struct arena arena = {0};
    const struct json_value *value = json_parse(&arena, text, strlen(text));
    if (!value == good)
        fail_msg("%s: %s", good ? "refused" : "accepted", text);
    arena_release(&arena);
}

static void what_is_not_json_is_refused(void **context)
{
    accepts("[1, -2.5e3, true, false, null, \"\\u00e9\"]", true);
    accepts(" {} ", true);
    accepts("", false);
    accepts("{", false);
    accepts("[1,]", false);
    accepts("{\"a\" 1}", false);
    accepts("{a: 1}", false);
    accepts("\"open", false);
    accepts("\"\\x\"", false);
    accepts("\"\\u12g4\"", false);
    accepts("1 2", false);
    accepts("tru", false);
    char deep[1000];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    accepts(deep, false);
    struct json json = {0};
    write_sample(&json);
    struct rng rng = {11};
    for (int i = 0; i < 3000; i++) { /* flipped bits: an answer, never a crash */
        char *copy = mem_string_n(json.text.data, json.text.length);
        for (int k = 0; k < 2; k++)
            copy[rng_below(&rng, json.text.length)] ^= (char)(1 << rng_below(&rng, 7));
        struct arena arena = {0};
        json_parse(&arena, copy, json.text.length);
        arena_release(&arena);
        mem_free(copy);
    }
    json_release(&json);
}

static void utf8_is_told_from_noise(void **context)
{
    assert_int_equal(utf8_length("a"), 1);
    assert_int_equal(utf8_length("é"), 2);
    assert_int_equal(utf8_length("€"), 3);
    assert_int_equal(utf8_length("\xf0\x9f\x98\x80"), 4);
    assert_int_equal(utf8_length("\x80"), 0);
    assert_int_equal(utf8_length("\xc1\x80"), 0);     /* overlong */
    assert_int_equal(utf8_length("\xed\xa0\x80"), 0); /* a surrogate */
    assert_int_equal(utf8_length("\xf4\x90\x80\x80"), 0);
    assert_int_equal(utf8_length("\xe2\x82"), 0); /* cut short */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(we_read_what_we_write),
        cmocka_unit_test(others_read_it_too),
        cmocka_unit_test(what_is_not_json_is_refused),
        cmocka_unit_test(utf8_is_told_from_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
