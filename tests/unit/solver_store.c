/* The address-aware cache with a back end that counts, and the store behind it:
 * what lasts, and what must not be believed. */
#include "solver/links.h"

#include "base/text.h"
#include "scripted_solver.h"

#include <ftw.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

struct fixture {
    char directory[64];
    struct log log;
};

static int setup(void **state)
{
    struct fixture *f = NEW(struct fixture);
    snprintf(f->directory, sizeof f->directory, "/tmp/ramify-store-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    f->log.warnings = tmpfile();
    *state = f;
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    return remove(path);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    nftw(f->directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    log_release(&f->log);
    mem_free(f);
    return 0;
}

/* What was warned of since the last call. */
static bool warned(struct fixture *f, const char *words)
{
    char text[1000];
    fflush(f->log.warnings);
    rewind(f->log.warnings);
    size_t count = fread(text, 1, sizeof text - 1, f->log.warnings);
    text[count] = 0;
    return words ? strstr(text, words) != NULL : count > 0;
}

static void tamper(struct fixture *f, const char *statement)
{
    char *path = text_format("%s/queries.sqlite", f->directory);
    sqlite3 *file;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    mem_free(path);
}

/* One run: asks whether a byte of an input is below the next; how often did that reach the back end? */
struct answer {
    enum verdict verdict;
    int asked;
    uint8_t model[2];
    uint64_t disk_hits;
};

static struct answer run(struct fixture *f, const char *input, uint32_t index, enum verdict verdict,
                         uint64_t bytes)
{
    struct exprs *exprs = exprs_new();
    struct solver_stats stats = {0};
    struct scripted_solver *back = scripted_solver_new(exprs, &stats);
    expr_t array = expr_input(exprs, input, 16);
    uint32_t variable = exprs_input(exprs, expr_arg(exprs, array, 0))->variable + index;
    expr_t term = expr_ult(exprs, expr_read(exprs, array, expr_const(exprs, 64, index)),
                           expr_read(exprs, array, expr_const(exprs, 64, index + 1)));
    back->verdict = verdict;
    back->model = model_new();
    model_set(back->model, variable, 3);
    model_set(back->model, variable + 1, 9);
    struct keys *keys = keys_new(exprs);
    struct store *store = store_new(f->directory, bytes, &f->log);
    struct solver *cache = address_cache_new(&back->solver, keys, store, NULL, NULL);
    struct query query = {.terms = &term, .count = 1};
    struct model *model = NULL;
    struct answer answer = {.verdict = solver_check(cache, &query, &model)};
    answer.asked = back->asked;
    answer.model[0] = model_get(model, variable);
    answer.model[1] = model_get(model, variable + 1);
    answer.disk_hits = stats.disk_hits;
    model_unref(model);
    solver_free(cache);
    store_free(store);
    keys_free(keys);
    exprs_free(exprs);
    return answer;
}

static const uint64_t plenty = 1 << 30;

static void answers_outlast_the_run(void **state)
{
    struct fixture *f = *state;
    struct answer first = run(f, "x", 0, VERDICT_YES, plenty);
    assert_int_equal(first.asked, 1);
    struct answer second = run(f, "other", 7, VERDICT_NO, plenty);
    assert_int_equal(second.asked, 0);
    assert_int_equal(second.verdict, VERDICT_YES);
    assert_int_equal(second.disk_hits, 1);
    assert_memory_equal(first.model, second.model, 2);
    assert_false(warned(f, NULL));
}

static void an_unknown_answer_is_not_kept(void **state)
{
    struct fixture *f = *state;
    run(f, "x", 0, VERDICT_UNKNOWN, plenty);
    assert_int_equal(run(f, "x", 0, VERDICT_NO, plenty).asked, 1);
    assert_int_equal(run(f, "x", 0, VERDICT_YES, plenty).verdict, VERDICT_NO);
}

static void a_damaged_answer_is_not_believed(void **state)
{
    struct fixture *f = *state;
    run(f, "x", 0, VERDICT_NO, plenty);
    tamper(f, "UPDATE answers SET verdict = 1");
    assert_int_equal(run(f, "x", 0, VERDICT_NO, plenty).asked, 1);
    assert_true(warned(f, "is damaged"));
    struct answer anew = run(f, "x", 0, VERDICT_YES, plenty); /* it was written again */
    assert_int_equal(anew.asked, 0);
    assert_int_equal(anew.verdict, VERDICT_NO);
}

/* The checksum is right, but the model is of another query: it is evaluated. */
static void a_wrong_model_is_not_believed(void **state)
{
    struct fixture *f = *state;
    struct exprs *exprs = exprs_new();
    struct keys *keys = keys_new(exprs);
    expr_t array = expr_input(exprs, "x", 16);
    expr_t term = expr_ult(exprs, expr_read(exprs, array, expr_const(exprs, 64, 0)),
                           expr_read(exprs, array, expr_const(exprs, 64, 1)));
    struct query query = {.terms = &term, .count = 1};
    struct query_key key = keys_of(keys, &query, false);
    struct store *store = store_new(f->directory, plenty, &f->log);
    store_add(store, key.hash, VERDICT_YES, (const uint8_t[]){1, 9, 1, 3}, 4);
    store_free(store);
    keys_free(keys);
    exprs_free(exprs);
    struct answer answer = run(f, "x", 0, VERDICT_YES, plenty);
    assert_int_equal(answer.asked, 1);
    assert_int_equal(answer.model[1], 9);
}

static void garbage_is_ignored(void **state)
{
    struct fixture *f = *state;
    char *path = text_format("%s/queries.sqlite", f->directory);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 5000; i++)
        fputs("no database\n", file);
    fclose(file);
    mem_free(path);
    struct answer answer = run(f, "x", 0, VERDICT_YES, plenty);
    assert_int_equal(answer.verdict, VERDICT_YES);
    assert_int_equal(answer.asked, 1);
    assert_true(warned(f, "is not used"));
}

static void a_newer_file_is_ignored(void **state)
{
    struct fixture *f = *state;
    run(f, "x", 0, VERDICT_YES, plenty);
    tamper(f, "PRAGMA user_version = 1000");
    assert_int_equal(run(f, "x", 0, VERDICT_YES, plenty).asked, 1);
    assert_true(warned(f, "newer version"));
}

static void a_directory_that_cannot_be_is_ignored(void **state)
{
    struct fixture *f = *state;
    char kept[sizeof f->directory];
    memcpy(kept, f->directory, sizeof kept);
    snprintf(f->directory, sizeof f->directory, "/dev/null/cache");
    assert_int_equal(run(f, "x", 0, VERDICT_YES, plenty).verdict, VERDICT_YES);
    assert_true(warned(f, "is not used"));
    memcpy(f->directory, kept, sizeof kept);
}

static void the_oldest_make_room(void **state)
{
    struct fixture *f = *state;
    struct store *store = store_new(f->directory, plenty, &f->log);
    uint8_t model[4000] = {0};
    for (uint64_t i = 0; i < 200; i++)
        store_add(store, (struct hash128){i, i}, VERDICT_YES, model, sizeof model);
    store_free(store);
    tamper(f, "UPDATE answers SET used = 5");
    store = store_new(f->directory, 100000, &f->log);
    enum verdict verdict;
    byte_vector found = {0};
    for (uint64_t i = 0; i < 50; i++)
        assert_true(store_find(store, (struct hash128){i, i}, &verdict, &found));
    store_free(store); /* these were used last: they stay */
    store = store_new(f->directory, plenty, &f->log);
    unsigned kept = 0;
    for (uint64_t i = 0; i < 200; i++) {
        bool there = store_find(store, (struct hash128){i, i}, &verdict, &found);
        assert_true(there || i >= 50);
        kept += there;
    }
    assert_int_equal(kept, 100);
    vector_release(&found);
    store_free(store);
}

static void two_runs_share_it(void **state)
{
    struct fixture *f = *state;
    struct store *one = store_new(f->directory, plenty, &f->log),
                 *two = store_new(f->directory, plenty, &f->log);
    enum verdict verdict;
    byte_vector found = {0};
    assert_false(store_find(one, (struct hash128){1, 2}, &verdict, &found));
    assert_false(store_find(two, (struct hash128){1, 2}, &verdict, &found));
    store_add(one, (struct hash128){1, 2}, VERDICT_NO, NULL, 0);
    store_free(one);
    assert_true(store_find(two, (struct hash128){1, 2}, &verdict, &found));
    assert_int_equal(verdict, VERDICT_NO);
    store_free(two);
    vector_release(&found);
    assert_false(warned(f, NULL));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(answers_outlast_the_run),
        TEST(an_unknown_answer_is_not_kept),
        TEST(a_damaged_answer_is_not_believed),
        TEST(a_wrong_model_is_not_believed),
        TEST(garbage_is_ignored),
        TEST(a_newer_file_is_ignored),
        TEST(a_directory_that_cannot_be_is_ignored),
        TEST(the_oldest_make_room),
        TEST(two_runs_share_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
