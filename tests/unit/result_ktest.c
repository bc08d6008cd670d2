/* .ktest files: the bytes, the round trip, damage of every kind, refusal. */
#include "base/alloc.h"
#include "base/rng.h"
#include "result/ktest.h"
#include "result/show.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char directory[] = "/tmp/ramify-unit-XXXXXX";
static char path[64];

static int enter(void **context)
{
    if (!mkdtemp(directory))
        return 1;
    snprintf(path, sizeof path, "%s/x.ktest", directory);
    return 0;
}

static int leave(void **context)
{
    unlink(path);
    return rmdir(directory);
}

static char *arguments[] = {"program", "-v"};
static uint8_t number[] = {42, 0, 0, 0}, word[] = {'h', 'i', 0, 0xff, '\''};
static struct ktest_object objects[] = {{"x", 4, number}, {"word", 5, word}, {"", 0, number}};
static const struct ktest sample = {2, arguments, 3, objects};

static void the_bytes_are_klees(void **context)
{
    static const uint8_t expected[] =
        "KTEST\0\0\0\3\0\0\0\2\0\0\0\7program\0\0\0\2-v\0\0\0\0\0\0\0\0\0\0\0\3"
        "\0\0\0\1x\0\0\0\4\x2a\0\0\0\0\0\0\4word\0\0\0\5hi\0\xff'\0\0\0\0\0\0\0\0";
    char *error = NULL;
    size_t count;
    assert_int_equal(ktest_write(&sample, path, NULL, &error), FILE_WRITTEN);
    char *bytes = file_read(path, 1 << 20, &count, &error);
    assert_int_equal(count, sizeof expected - 1);
    assert_memory_equal(bytes, expected, count);
    mem_free(bytes);

    uint8_t *large = mem_zero(0x010203);
    struct ktest_object object = {"l", 0x010203, large};
    struct ktest test = {0, NULL, 1, &object};
    assert_int_equal(ktest_write(&test, path, NULL, &error), FILE_WRITTEN);
    bytes = file_read(path, 1 << 20, &count, &error);
    assert_memory_equal(bytes + 30, "\0\1\2\3", 4);
    mem_free(bytes);
    mem_free(large);
}

static void what_is_written_is_read(void **context)
{
    char *error = NULL;
    struct ktest test;
    assert_int_equal(ktest_write(&sample, path, NULL, &error), FILE_WRITTEN);
    assert_true(ktest_read(&test, path, &error));
    assert_int_equal(test.argument_count, 2);
    assert_string_equal(test.arguments[1], "-v");
    assert_int_equal(test.object_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(test.objects[i].name, objects[i].name);
        assert_int_equal(test.objects[i].size, objects[i].size);
        assert_memory_equal(test.objects[i].bytes, objects[i].bytes, objects[i].size);
    }
    ktest_release(&test);
}

static void put(const void *bytes, size_t count)
{
    char *error = NULL;
    assert_true(file_write(path, bytes, count, &error));
}

static void rejected(const char *reason)
{
    struct ktest test;
    char *error = NULL;
    assert_false(ktest_read(&test, path, &error));
    assert_non_null(strstr(error, reason));
    assert_null(strchr(error, '\n'));
    mem_free(error);
}

static void damage_is_found(void **context)
{
    char *error = NULL;
    size_t count;
    assert_int_equal(ktest_write(&sample, path, NULL, &error), FILE_WRITTEN);
    char *good = file_read(path, 1 << 20, &count, &error);
    for (size_t cut = 0; cut < count; cut++) { /* at every byte */
        put(good, cut);
        rejected(cut < 5 ? "not a .ktest" : "cut short");
    }
    char *longer = mem_alloc(count + 1);
    memcpy(longer, good, count);
    longer[count] = 7;
    put(longer, count + 1);
    rejected("too many");
    memcpy(longer, "KTEST\0\0\0\4", 9);
    put(longer, count);
    rejected("version 4");
    put("KTEST\0\0\0\3\xff\xff\xff\xff", 13); /* four thousand million arguments */
    rejected("damaged");
    put("KTEST\0\0\0\3\0\0\0\1\xff\xff\xff\xff", 17);
    rejected("damaged");
    put("ELF", 3);
    rejected("not a .ktest");
    struct rng rng = {3};
    for (int i = 0; i < 2000; i++) { /* any bits flipped: never more than an error */
        memcpy(longer, good, count);
        for (int k = 0; k < 3; k++)
            longer[rng_below(&rng, count)] ^= (char)(1 << rng_below(&rng, 8));
        put(longer, count);
        struct ktest test;
        if (ktest_read(&test, path, &error))
            ktest_release(&test);
        else
            mem_free(error);
    }
    mem_free(longer);
    mem_free(good);
    unlink(path);
    rejected("No such file");
}

static void a_full_disk_leaves_the_old_file(void **context)
{
    char *error = NULL;
    assert_int_equal(ktest_write(&sample, path, NULL, &error), FILE_WRITTEN);
    uint8_t *large = mem_zero(100000);
    struct ktest_object object = {"large", 100000, large};
    struct ktest test = {0, NULL, 1, &object};
    struct rlimit old, small;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &small);
    bool good = ktest_write(&test, path, NULL, &error) == FILE_WRITTEN;
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(good);
    assert_non_null(strstr(error, "cannot write"));
    assert_non_null(strstr(error, "File too large"));
    mem_free(error);
    mem_free(large);
    struct ktest read;
    assert_true(ktest_read(&read, path, &error));
    assert_int_equal(read.object_count, 3);
    ktest_release(&read);
    assert_null(file_find(directory, "x.ktest.", "part")); /* nothing is left behind */
    assert_int_equal(ktest_write(&sample, "/dev/null/x.ktest", NULL, &error), FILE_REFUSED);
    mem_free(error);
    assert_int_equal(ktest_write(&sample, "/proc/x.ktest", NULL, &error), FILE_REFUSED);
    mem_free(error);
}

enum { LARGE = 5 << 20 };

static void many_zeros_are_holes(void **context)
{
    static const uint32_t values[][2] = {{0, 0}, {0, 1}, {LARGE - 1, 1}, {LARGE / 2, 1}, {LARGE / 2, 0}};
    for (size_t i = 0; i < ARRAY_COUNT(values); i++) {
        char *error = NULL;
        uint8_t *large = mem_zero(LARGE);
        large[values[i][0]] = (uint8_t)values[i][1];
        struct ktest_object both[] = {{"large", LARGE, large}, {"word", 5, word}};
        struct ktest test = {0, NULL, i % 2 ? 2 : 1, both}, read;
        struct stat status;
        assert_int_equal(ktest_write(&test, path, NULL, &error), FILE_WRITTEN);
        assert_int_equal(stat(path, &status), 0);
        assert_true(status.st_blocks * 512 < LARGE);
        assert_true(ktest_read(&read, path, &error));
        assert_int_equal(read.object_count, test.object_count);
        assert_int_equal(read.objects[0].size, LARGE);
        assert_memory_equal(read.objects[0].bytes, large, LARGE);
        ktest_release(&read);
        mem_free(large);
    }
}

static void what_is_late_is_left(void **context)
{
    struct budget budget = {.run_is_over = true}; /* since the clock began */
    char *error = NULL;
    uint8_t *large = mem_alloc(LARGE);
    memset(large, 1, LARGE);
    struct ktest_object object = {"large", LARGE, large};
    struct ktest test = {0, NULL, 1, &object};
    unlink(path);
    assert_int_equal(ktest_write(&test, path, &budget, &error), FILE_LATE);
    assert_null(error);
    assert_null(file_find(directory, "x.ktest", ""));                            /* nor a part of it */
    assert_int_equal(ktest_write(&sample, path, &budget, &error), FILE_WRITTEN); /* takes no time */
    assert_int_equal(ktest_write(&test, path, NULL, &error), FILE_WRITTEN);      /* an error's */
    mem_free(large);
}

static void a_person_can_read_it(void **context)
{
    char *error = NULL, *shown = NULL;
    size_t size;
    assert_int_equal(ktest_write(&sample, path, NULL, &error), FILE_WRITTEN);
    FILE *out = open_memstream(&shown, &size);
    assert_int_equal(show_ktest(path, out), 0);
    fclose(out);
    assert_non_null(strstr(shown, "args       : ['program', '-v']\nnum objects: 3\n"));
    assert_non_null(strstr(shown,
                           "object 0: name: 'x'\nobject 0: size: 4\nobject 0: data: b'*\\x00\\x00\\x00'\n"
                           "object 0: hex : 0x2a000000\nobject 0: int : 42\nobject 0: uint: 42\n"
                           "object 0: text: *...\n"));
    assert_non_null(strstr(shown, "object 1: data: b'hi\\x00\\xff\\''\n"));
    assert_null(strstr(shown, "object 1: int"));
    free(shown);
    struct text text = {0};
    show_object_short(&text, &objects[0], 16);
    assert_string_equal(text_string(&text), "x = 42 (0x0000002a)");
    text_clear(&text);
    show_object_short(&text, &objects[1], 2);
    assert_string_equal(text_string(&text), "word = \"hi\"… (5 bytes)");
    text_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bytes_are_klees),  cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(damage_is_found),      cmocka_unit_test(a_full_disk_leaves_the_old_file),
        cmocka_unit_test(many_zeros_are_holes), cmocka_unit_test(what_is_late_is_left),
        cmocka_unit_test(a_person_can_read_it),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
