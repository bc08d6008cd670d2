/* The table of builtins: every declared intrinsic is there, no name twice,
 * and the longest match wins. */
#include "engine/builtins.h"
#include "program/pointsto.h"

#include "../../include/ramify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

static const struct builtin *const tables[] = {
#define X(table) table,
    BUILTIN_TABLES(X)
#undef X
};

static void test_every_intrinsic_is_there(void **context)
{
    static const char *const names[] = {
#define NAMES(result, name, parameters, attributes) "klee_" #name, "ramify_" #name,
        RAMIFY_INTRINSICS(NAMES)
#undef NAMES
    };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (!strstr(names[i], "get_errno") && !builtin_known(names[i])) /* that one is C of the runtime */
            fail_msg("%s is declared but not answered", names[i]);
}

static void test_no_name_twice(void **context)
{
    struct table seen = {0};
    for (size_t i = 0; i < ARRAY_COUNT(tables); i++)
        for (const struct builtin *row = tables[i]; row->name; row++) {
            uint64_t key = 14695981039346656037u;
            for (const char *c = row->name; *c; c++)
                key = (key ^ (uint8_t)*c) * 1099511628211u;
            if ((*table_slot(&seen, key, 0))++)
                fail_msg("%s has two rows", row->name);
            assert_non_null(row->answer);
        }
    table_release(&seen);
}

/* What it does with pointers, the points-to analysis must know. */
static void test_points_to_knows_all(void **context)
{
    for (size_t i = 0; i < ARRAY_COUNT(tables); i++)
        for (const struct builtin *row = tables[i]; row->name; row++)
            if (!points_to_knows(row->name))
                fail_msg("%s is not in pointsto_external.c", row->name);
}

static void test_longest_match(void **context)
{
    const struct builtin *any = builtin_find("__ubsan_handle_something_new");
    const struct builtin *add = builtin_find("__ubsan_handle_add_overflow");
    assert_non_null(any);
    assert_non_null(add);
    assert_ptr_not_equal(any->answer, add->answer);
    assert_ptr_equal(add, builtin_find("__ubsan_handle_add_overflow_abort"));
    assert_ptr_equal(add, builtin_find("__ubsan_handle_add_overflow_minimal_abort"));
    assert_string_equal(builtin_find("klee_get_value_i32")->name, "klee_get_value*");
}

static void test_others_are_unknown(void **context)
{
    assert_null(builtin_find("main"));
    assert_null(builtin_find(""));
    assert_null(builtin_find("mallo"));
    assert_null(builtin_find("malloc2"));
    assert_null(builtin_find("klee_"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_intrinsic_is_there), cmocka_unit_test(test_no_name_twice),
        cmocka_unit_test(test_points_to_knows_all),      cmocka_unit_test(test_longest_match),
        cmocka_unit_test(test_others_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
