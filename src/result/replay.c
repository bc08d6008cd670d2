#include "result/replay.h"

#include "base/tool.h"
#include "base/vector.h"
#include "base/visible.h"
#include "program/image.h"
#include "program/load.h"
#include "result/file.h"
#include "result/guard.h"
#include "result/ktest.h"
#include "result/native.h"
#include "result/needed.h"
#include "result/signs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST_STORY = 64 << 20, ASSUMED_FALSE = 111, WRONG_TEST = 112 /* as in runtime/replay.c */ };

#define NO_LEAKS "detect_leaks=0:detect_stack_use_after_return=1"

struct replay {
    const struct replay_options *options;
    FILE *out;
    bool named; /* lines begin with the test's name */
    const char *ktest;
    struct ktest test;
    enum error_kind expected; /* ERROR_KIND_COUNT: none */
    struct native native;
    char *program;
    bool is_given; /* the program was built by the user */
};

/* ---- building ---- */

/* How much of what is wanted: some programs have options of their own for the
 * sanitizers, some cannot be built with these. */
enum building { BUILD_CHECKED, BUILD_CHECKED_AS_IT_IS, BUILD_PLAIN };

static bool build(struct replay *replay, enum building building)
{
    const struct replay_options *options = replay->options;
    VECTOR(const char *) command = {0};
    char *include = options->include_directory ? text_format("-I%s", options->include_directory) : NULL;
    vector_push(&command, options->clang);
    vector_push(&command, "-g");
    vector_push(&command, "-w");
    vector_push(&command, "-fno-omit-frame-pointer");
    if (building != BUILD_PLAIN)
        vector_push(&command, "-fsanitize=address,undefined");
    if (building == BUILD_CHECKED)
        vector_push(&command, "-DRAMIFY_SANITIZER_OPTIONS=\"" NO_LEAKS "\"");
    if (include)
        vector_push(&command, include);
    for (size_t i = 0; i < options->cflag_count; i++)
        vector_push(&command, options->cflags[i]);
    image_names words = {0};
    struct text ignored = {0}; /* see readable() */
    for (size_t i = 0; i < options->file_count; i++) {
        vector_push(&words, compile_word(options->files[i], &ignored));
        vector_push(&command, words.data[i]);
    }
    vector_push(&command, options->library);
    vector_push(&command, "-lm");
    vector_push(&command, "-lpthread");
    vector_push(&command, "-o");
    vector_push(&command, replay->program);
    vector_push(&command, NULL);
    FILE *said = building != BUILD_PLAIN ? tmpfile() : NULL; /* the unchecked build will say it */
    int status = tool_run((char *const *)command.data, NULL, said);
    if (said)
        fclose(said);
    if (!said && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        visible_say(stderr, "ramify: cannot run %s, which compiles the program", options->clang);
    image_names_release(&words);
    vector_release(&command);
    mem_free(include);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* ---- running ---- */

static double seconds_of(const struct replay *replay)
{
    return replay->options->seconds > 0 ? replay->options->seconds : 10;
}

static void run_program(struct replay *replay, struct native_result *result)
{
    bool leaks = replay->expected == ERROR_LEAK;
    setenv("ASAN_OPTIONS", leaks ? "detect_leaks=1:detect_stack_use_after_return=1" : NO_LEAKS, 1);
    replay->native.traces = leaks;
    native_run(&replay->native, &replay->test, replay->ktest, result);
}

/* ---- judging ---- */

static void add_seen(struct text *text, uint32_t seen)
{
    for (unsigned kind = 0; kind < ERROR_KIND_COUNT; kind++)
        if (seen >> kind & 1)
            text_add(text, "%s%s", text->length ? ", " : "", error_name(kind));
}

static void add_ending(struct text *text, int status)
{
    if (WIFSIGNALED(status))
        text_add(text, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        text_add(text, "ended with exit code %d", WEXITSTATUS(status));
}

/* Why a program never began: both loaders' words, and those of a sanitizer. */
static const char *lacks(const char *said, int status)
{
    if (!WIFEXITED(status))
        return NULL;
    if (WEXITSTATUS(status) == 127 && (strstr(said, "error while loading shared libraries") ||
                                       strstr(said, "Error loading shared library")))
        return "shared libraries of the program are not found";
    if (WEXITSTATUS(status) && strstr(said, "AddressSanitizer failed to allocate"))
        return "there is not enough memory for the address sanitizer (ulimit -v?)";
    if (WEXITSTATUS(status) && strstr(said, "LeakSanitizer has encountered a fatal error"))
        return "the leak sanitizer does not work here (it needs /proc, and nobody else who traces)";
    return NULL;
}

static enum replay_exit judge(struct replay *replay, const char *said, int status)
{
    const char *lacking = lacks(said, status);
    if (lacking) {
        fprintf(replay->out, "not replayed: %s\n", lacking);
        return REPLAY_FAILED;
    }
    uint32_t seen = signs_of(said, status);
    enum error_kind match = signs_match(seen, replay->expected);
    bool expects = replay->expected < ERROR_KIND_COUNT;
    struct text kinds = {0}, ending = {0};
    add_seen(&kinds, seen);
    add_ending(&ending, status);
    enum replay_exit result = REPLAY_DIFFERENT;
    FILE *out = replay->out;
    if (WIFEXITED(status) && WEXITSTATUS(status) == ASSUMED_FALSE) {
        fprintf(out, "not reproduced: an assumption that the program makes does not hold for this test\n");
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == WRONG_TEST) {
        fprintf(out, "not reproduced: the program asks for other inputs than this test has\n");
    } else if (expects && match < ERROR_KIND_COUNT) {
        fprintf(out, "reproduced: %s", error_name(replay->expected));
        if (match != replay->expected)
            fprintf(out, " (natively it shows as %s)", error_name(match));
        fprintf(out, ", the program %s\n", text_string(&ending));
        result = REPLAY_SAME;
    } else if (expects) {
        fprintf(out, "not reproduced: the run found %s, the native program showed %s%s and %s\n",
                error_name(replay->expected), kinds.length ? text_string(&kinds) : "no error",
                signs_visible(replay->expected) ? "" : ", for it cannot show this kind,",
                text_string(&ending));
    } else if (seen && !(WIFEXITED(status) && !strstr(said, "AddressSanitizer"))) {
        fprintf(out, "different: the run found no error on this path, the native program showed %s and %s\n",
                text_string(&kinds), text_string(&ending));
    } else {
        fprintf(out, "same: no error on this path, in the run and natively; the program %s%s%s\n",
                text_string(&ending), seen ? "; on its way it showed " : "", text_string(&kinds));
        result = REPLAY_SAME;
    }
    text_release(&kinds);
    text_release(&ending);
    return result;
}

/* What the .err file beside the test says; none: the path ended without error. */
static enum error_kind expected_error(const char *ktest)
{
    const char *slash = strrchr(ktest, '/');
    char *directory = slash ? mem_string_n(ktest, (size_t)(slash - ktest + 1)) : mem_string(".");
    const char *name = slash ? slash + 1 : ktest;
    char *stem = mem_string_n(name, strcspn(name, ".")), *prefix = text_format("%s.", stem);
    char *found = file_find(directory, prefix, ".err");
    enum error_kind kind = ERROR_KIND_COUNT;
    if (found) {
        char *path = text_format("%s/%s", directory, found), *error = NULL;
        size_t count;
        char *story = file_read(path, LARGEST_STORY, &count, &error);
        if (story)
            kind = signs_expected(story);
        mem_free(story);
        mem_free(error);
        mem_free(path);
    }
    mem_free(found);
    mem_free(prefix);
    mem_free(stem);
    mem_free(directory);
    return kind;
}

static bool build_any(struct replay *replay)
{
    if (build(replay, BUILD_CHECKED) || build(replay, BUILD_CHECKED_AS_IT_IS))
        return true;
    if (build(replay, BUILD_PLAIN)) {
        fprintf(replay->out, "built without sanitizers: only crashes will show\n");
        return true;
    }
    fprintf(replay->out, "not replayed: the program cannot be built natively\n");
    return false;
}

static void print_name(FILE *out, const char *ktest)
{
    char *name = visible_line(ktest);
    fprintf(out, "%s: ", name);
    mem_free(name);
}

static enum replay_exit conclude(struct replay *replay, const struct native_result *ran)
{
    switch (ran->end) {
    case NATIVE_ENDED:
        return judge(replay, text_string(&ran->said), ran->status);
    case NATIVE_LATE:
        fprintf(replay->out,
                "no answer: the program was still running after %g s (--max-time=TIME gives it more)\n",
                seconds_of(replay));
        break;
    case NATIVE_MEMORY:
        fprintf(replay->out, "no answer: the program took more than %d MiB of memory\n", GUARD_MEGABYTES);
        break;
    case NATIVE_REFUSED:
        visible_say(replay->out, "not replayed: the program could not be started: %s", ran->why);
    }
    return REPLAY_FAILED;
}

static enum replay_exit replay_one(struct replay *replay, const char *ktest)
{
    char *error = NULL;
    if (!ktest_read(&replay->test, ktest, &error)) {
        visible_say(stderr, "ramify: %s", error);
        mem_free(error);
        return REPLAY_USAGE;
    }
    replay->ktest = ktest;
    replay->expected = expected_error(ktest);
    struct native_result ran;
    run_program(replay, &ran);
    ktest_release(&replay->test);
    visible_print(replay->out, text_string(&ran.output), ran.output.length);
    fflush(replay->out);
    visible_print(stderr, text_string(&ran.said), ran.said.length);
    if (replay->named)
        print_name(replay->out, ktest);
    enum replay_exit result = conclude(replay, &ran);
    native_release(&ran);
    return result;
}

static bool has_word(const char *path)
{
    struct text error = {0};
    char *word = compile_word(path, &error);
    if (!word)
        visible_say(stderr, "ramify: %s", text_string(&error));
    text_release(&error);
    mem_free(word);
    return word;
}

/* Before anything is built: can all that was named be read? */
static bool readable(const struct replay_options *options, const char *const *ktests, size_t count)
{
    for (size_t i = 0; i < options->file_count + count; i++) {
        const char *path = i < count ? ktests[i] : options->files[i - count];
        if (access(path, R_OK)) {
            visible_say(stderr, "ramify: cannot read %s: %s", path, strerror(errno));
            return false;
        }
        if (i >= count && !has_word(path))
            return false;
    }
    return true;
}

static enum replay_exit replay_all(struct replay *replay, const char *const *ktests, size_t count)
{
    const struct replay_options *options = replay->options;
    replay->is_given = options->file_count == 1 && native_is(options->files[0]);
    replay->program = replay->is_given ? needed_program(options->files[0])
                                       : text_format("%s/program", replay->native.directory);
    if (!replay->is_given && !build_any(replay))
        return REPLAY_FAILED;
    native_know(&replay->native, replay->program, replay->is_given ? replay->program : "/program");
    enum replay_exit worst = REPLAY_SAME;
    replay->named = count > 1;
    for (size_t i = 0; i < count; i++) {
        enum replay_exit result = replay_one(replay, ktests[i]);
        worst = result > worst ? result : worst;
    }
    return worst;
}

enum replay_exit replay_tests(const struct replay_options *options, const char *const *ktests, size_t count,
                              FILE *out)
{
    struct replay replay = {.options = options, .out = out};
    replay.native.seconds = seconds_of(&replay);
    replay.native.listens = true;
    if (!readable(options, ktests, count))
        return REPLAY_USAGE;
    for (size_t i = 0; i < options->shown_count; i++)
        view_show(&replay.native.view, mem_string(options->shown[i].host),
                  mem_string(options->shown[i].guest));
    char *error = native_begin(&replay.native, "replay", options->unconfined);
    enum replay_exit result = REPLAY_FAILED;
    if (error)
        visible_say(stderr, "ramify: %s", error);
    else
        result = replay_all(&replay, ktests, count);
    native_end(&replay.native);
    mem_free(replay.program);
    mem_free(error);
    return result;
}

enum replay_exit replay_test(const struct replay_options *options, FILE *out)
{
    return replay_tests(options, &options->ktest, 1, out);
}
