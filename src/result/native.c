/* Four processes: we; the guard, first in its namespaces; the program; and, if
 * calls are to fail, who makes them. What goes wrong before the program is one
 * reaches us by a pipe, and so does how it ended. */
#include "result/native.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/keeper.h"
#include "program/embedded.h"
#include "result/counts.h"
#include "result/file.h"
#include "result/filter.h"
#include "result/guard.h"
#include "result/input.h"
#include "result/needed.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the program sees what is ours. */
#define HOME "/home"
#define OTHER_HOME "/world" /* where one is wanted below HOME */
#define COUNTS "/counts"
#define KTEST "/test.ktest"
#define SEARCHED "/usr/local/bin:/usr/bin:/bin"

enum { MOST_OUTPUT = 16 << 20, MOST_WORDS = 200 };
static const double grace = 10; /* seconds for the guard beyond the program's */

bool native_is(const char *path)
{
    if (access(path, X_OK))
        return false;
    FILE *file = fopen(path, "rb");
    bool is_script = file && getc(file) == '#' && getc(file) == '!';
    if (file)
        fclose(file);
    return is_script || image_is(path);
}

/* ---- begin and end ---- */

char *native_begin(struct native *native, const char *name, bool unconfined)
{
    char *why = NULL, *error = NULL;
    if (!(native->directory = keeper_directory(name)))
        return text_format("cannot make a temporary directory: %s", strerror(errno));
    char *real = realpath(native->directory, NULL);
    if (real) {
        mem_free(native->directory);
        native->directory = mem_string(real);
        free(real);
    }
    if (!unconfined && !(native->way = confine_find(native->directory, &why)))
        error = text_format("the program is not run, for this system does not let it be shut in (%s); "
                            "--unconfined runs it with all of your rights",
                            why);
    char *counts = text_format("%s" COUNTS, native->directory);
    /* whoever the program is may write there; nobody else can reach it */
    if (!error && native->counts && (mkdir(counts, 0700) || chmod(counts, 0777)))
        error = text_format("cannot make %s: %s", counts, strerror(errno));
    native->view.directory = native->directory;
    native->view.counts = native->counts ? COUNTS : NULL;
    mem_free(counts);
    mem_free(why);
    return error;
}

void native_know(struct native *native, const char *program, const char *guest)
{
    native->program = program;
    native->guest = mem_string(native->way ? guest : program);
    native->library_path = needed_path(program);
    native->is_sized = !needed_sanitizer(program);
    needed_show(&native->view, program, native->guest, native->library_path);
    native->view.home = HOME;
    for (size_t i = 0; i < native->view.shown.count; i++)
        if (!strncmp(native->view.shown.data[i].guest, HOME "/", strlen(HOME "/")))
            native->view.home = OTHER_HOME;
}

void native_end(struct native *native)
{
    if (native->directory)
        keeper_remove(native->directory);
    view_release(&native->view);
    mem_free(native->guest);
    mem_free(native->library_path);
    mem_free(native->directory);
}

void native_release(struct native_result *result)
{
    mem_free(result->why);
    text_release(&result->output);
    text_release(&result->said);
}

/* ---- the program ---- */

struct told {
    enum native_end end;
    int status;
    char why[MOST_WORDS];
};

struct start {
    const struct native *native;
    const struct ktest *test;
    struct world world;
    char *const *command;
    const char *ktest;  /* as the program sees it */
    const char *counts; /* the pattern of its names */
    int input, output, said, told;
};

static void tell(const struct start *start, enum native_end end, int status, const char *why)
{
    struct told told = {.end = end, .status = status};
    snprintf(told.why, sizeof told.why, "%s", why);
    if (write(start->told, &told, sizeof told) != sizeof told)
        _exit(1); /* nobody listens any more */
}

static _Noreturn void refuse(const struct start *start, const char *what, const char *why)
{
    char words[MOST_WORDS];
    snprintf(words, sizeof words, "%s: %s", what, why);
    tell(start, NATIVE_REFUSED, 0, words);
    _exit(127);
}

/* Nothing of ours but what it needs to find its libraries and to count what it
 * covers. */
static void set_environment(struct start *start)
{
    static const char *const kept[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "PATH"};
    char *values[ARRAY_COUNT(kept)];
    for (size_t i = 0; i < ARRAY_COUNT(kept); i++)
        values[i] = getenv(kept[i]);
    clearenv();
    for (size_t i = 0; i < ARRAY_COUNT(kept); i++)
        if (values[i])
            setenv(kept[i], values[i], 1);
    if (start->native->way)
        setenv("PATH", SEARCHED, 1);
    if (*start->native->library_path)
        setenv("LD_LIBRARY_PATH", start->native->library_path, 1);
    if (start->ktest)
        setenv("RAMIFY_KTEST", start->ktest, 1);
    if (start->native->counts)
        setenv("LLVM_PROFILE_FILE", start->counts, 1);
    for (size_t i = 0; i < start->world.environment.count; i++)
        putenv(start->world.environment.data[i]);
}

/* A file that nobody looks at, for a test that says its output is one. */
static int output_file(const struct start *start)
{
    if (start->output >= 0 || start->world.output_type != S_IFREG)
        return -1;
    return open(start->native->way ? "/tmp" : start->native->directory, O_TMPFILE | O_RDWR, 0600);
}

static void set_descriptors(const struct start *start)
{
    int nothing = open("/dev/null", O_RDWR), file = output_file(start);
    dup2(start->input, 0);
    dup2(start->output >= 0 ? start->output : file >= 0 ? file : nothing, 1);
    dup2(start->said >= 0 ? start->said : nothing, 2);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
}

static _Noreturn void become(struct start *start)
{
    const struct native *native = start->native;
    setsid(); /* no terminal is its own */
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    guard_forget();
    umask(022);
    char *error = world_fill(&start->world, start->test);
    if (error)
        refuse(start, "its files", error);
    if (chdir(start->world.directory))
        refuse(start, "its directory", strerror(errno));
    set_environment(start);
    set_descriptors(start);
    if (start->world.faults.allowed && !faults_arrange(&start->world.faults))
        refuse(start, "making system calls fail", strerror(errno));
    if (native->way && (!filter_install(native->traces) || !guard_limit(native->seconds, native->is_sized)))
        refuse(start, "limits", strerror(errno));
    execv(start->command[0], start->command);
    refuse(start, start->command[0], strerror(errno));
}

/* ---- the guard ---- */

static _Noreturn void be_guard(struct start *start)
{
    const struct native *native = start->native;
    char *path = text_format("%s" COUNTS, native->directory);
    int counts = native->counts ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1, status = 0, own = -1;
    const char *refused = native->way ? confine_enter(native->way, &native->view) : NULL;
    if (refused)
        refuse(start, refused, strerror(errno));
    if (native->way && native->counts && (own = open(COUNTS, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) >= 0)
        counts_copy(counts, own);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    guard_prepare();
    pid_t program = fork();
    if (!program)
        become(start);
    if (program < 0)
        refuse(start, "a process", strerror(errno));
    enum guard_end end = guard_wait(program, native->seconds, native->way, &status);
    if (own >= 0)
        counts_copy(own, counts);
    tell(start,
         end == GUARD_LATE     ? NATIVE_LATE
         : end == GUARD_MEMORY ? NATIVE_MEMORY
                               : NATIVE_ENDED,
         status, "");
    _exit(0);
}

/* ---- we ---- */

/* Keeps what is bearable; false at its end. */
static bool take(int from, struct text *text)
{
    char bytes[65536];
    ssize_t got = read(from, bytes, sizeof bytes);
    if (got > 0 && text->length + (size_t)got <= MOST_OUTPUT)
        text_add_bytes(text, bytes, (size_t)got);
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* The first thing that is told is what happened: what could not be begun has no
 * other end. */
static bool hear(int from, struct native_result *result, bool *heard)
{
    struct told told;
    ssize_t got = read(from, &told, sizeof told);
    if (got == sizeof told && !*heard) {
        *heard = true;
        result->end = told.end;
        result->status = told.status;
        if (told.end == NATIVE_REFUSED)
            result->why = mem_string(told.why);
    }
    return got > 0 || (got < 0 && errno == EINTR);
}

/* Until the guard has ended. Without namespaces others may keep the pipes of the program. */
static void listen_to(int output, int said, int told, double seconds, pid_t guard,
                      struct native_result *result)
{
    struct pollfd from[] = {{told, POLLIN, 0}, {output, POLLIN, 0}, {said, POLLIN, 0}};
    struct text *texts[] = {NULL, &result->output, &result->said};
    double end = clock_seconds() + seconds + grace;
    bool heard = false, last = false;
    for (;;) {
        int ready = poll(from, ARRAY_COUNT(from), last ? 0 : 1000);
        if (last && ready <= 0)
            break;
        if (clock_seconds() > end) {
            kill(guard, SIGKILL);
            result->end = NATIVE_LATE;
            break;
        }
        if (from[0].revents && !hear(told, result, &heard)) {
            from[0].fd = -1;
            last = true;
        }
        for (size_t i = 1; i < ARRAY_COUNT(from); i++)
            if (from[i].revents && !take(from[i].fd, texts[i]))
                from[i].fd = -1;
    }
    if (!heard && result->end != NATIVE_LATE)
        result->why = mem_string("the process that guards it was ended");
}

static void start_and_listen(struct start *start, struct native_result *result)
{
    const struct native *native = start->native;
    int output[2] = {-1, -1}, said[2] = {-1, -1}, told[2] = {-1, -1};
    bool piped = !pipe2(told, O_CLOEXEC) &&
                 (!native->listens || (!pipe2(output, O_CLOEXEC) && !pipe2(said, O_CLOEXEC)));
    start->output = output[1], start->said = said[1], start->told = told[1];
    fflush(NULL);
    pid_t guard = !piped ? -1 : native->way ? confine_fork(native->way) : fork();
    if (!guard)
        be_guard(start);
    if (guard < 0)
        result->why = text_format("a process: %s", strerror(errno));
    close(told[1]);
    close(output[1]);
    close(said[1]);
    if (guard > 0) {
        listen_to(output[0], said[0], told[0], native->seconds, guard, result);
        waitpid(guard, NULL, 0);
    }
    close(told[0]);
    close(output[0]);
    close(said[0]);
}

void native_run(struct native *native, const struct ktest *test, const char *ktest,
                struct native_result *result)
{
    *result = (struct native_result){.end = NATIVE_REFUSED};
    char *home = native->way ? mem_string(native->view.home) : text_format("%s/world", native->directory);
    char *typed = text_format("%s/stdin", native->directory), *real = ktest ? realpath(ktest, NULL) : NULL;
    char *counts = text_format("%s" COUNTS "/%s", native->way ? "" : native->directory,
                               native->counts ? native->counts : "");
    struct start start = {.native = native, .test = test, .counts = counts};
    VECTOR(char *) command = {0};
    result->why = world_make(&start.world, test, home, typed);
    vector_push(&command, native->guest);
    for (size_t i = 0; i < start.world.arguments.count; i++)
        vector_push(&command, start.world.arguments.data[i]);
    vector_push(&command, NULL);
    start.command = command.data;
    size_t shown = native->view.shown.count;
    if (real && native->way)
        view_show(&native->view, mem_string(real), mem_string(KTEST));
    start.ktest = !real ? NULL : native->way ? KTEST : real;
    if (!result->why) {
        struct input input = input_open(start.world.input, start.world.input_type);
        start.input = input.from;
        start_and_listen(&start, result);
        input_close(&input);
    }
    while (native->view.shown.count > shown)
        view_drop(&native->view);
    vector_release(&command);
    world_release(&start.world);
    if (!native->way) {
        chmod(native->directory, 0700); /* after "chmod 0 .." */
        remove_all(home);
    }
    mem_free(counts);
    mem_free(typed);
    mem_free(home);
    free(real);
}
