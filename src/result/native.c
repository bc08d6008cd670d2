#include "result/native.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/text.h"
#include "program/embedded.h"
#include "result/confine.h"
#include "result/input.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Where its shared libraries are, as its link knew, behind the user's own
 * directories; relative ones are from here. The caller frees it. */
static char *library_path(const char *program)
{
    struct text path = {0};
    image_names directories = {0};
    const char *list = getenv("LD_LIBRARY_PATH");
    for (const char *end; list && *list; list = *end ? end + 1 : end) {
        end = list + strcspn(list, ":");
        if (end > list)
            vector_push(&directories, mem_string_n(list, (size_t)(end - list)));
    }
    embedded_directories(program, &directories);
    for (size_t i = 0; i < directories.count; i++) {
        char *real = realpath(directories.data[i], NULL);
        if (real)
            text_add(&path, "%s%s", path.length ? ":" : "", real);
        free(real);
    }
    image_names_release(&directories);
    return path.data ? path.data : mem_string("");
}

/* In the child: nothing of ours but what it needs to find its libraries and to
 * count what it covers. */
static void enter(const struct world *world, const char *libraries)
{
    static const char *const kept[] = {"LLVM_PROFILE_FILE", "ASAN_OPTIONS", "UBSAN_OPTIONS", "RAMIFY_KTEST",
                                       "PATH"};
    char *values[ARRAY_COUNT(kept)];
    for (size_t i = 0; i < ARRAY_COUNT(kept); i++)
        values[i] = getenv(kept[i]);
    clearenv();
    for (size_t i = 0; i < ARRAY_COUNT(kept); i++)
        if (values[i])
            setenv(kept[i], values[i], 1);
    if (*libraries)
        setenv("LD_LIBRARY_PATH", libraries, 1);
    for (size_t i = 0; i < world->environment.count; i++)
        putenv(world->environment.data[i]);
    if (chdir(world->directory))
        _exit(127);
}

struct start {
    char *const *command;
    const struct world *world; /* NULL: here */
    const char *confined_to;   /* NULL: not confined */
    int input;
    FILE *output, *said;
};

static _Noreturn void become(const struct start *start)
{
    const struct world *world = start->world;
    setpgid(0, 0);
    if (start->confined_to)
        confine(start->confined_to, start->command[0]);
    if (world)
        enter(world, library_path(start->command[0]));
    dup2(start->input, 0);
    if (start->output)
        dup2(fileno(start->output), 1);
    if (start->said)
        dup2(fileno(start->said), 2);
    if (world && world->faults.allowed && !faults_arrange(&world->faults)) {
        fprintf(stderr, "ramify: cannot make system calls fail: %s\n", strerror(errno));
        _exit(127);
    }
    execvp(start->command[0], start->command);
    fprintf(stderr, "ramify: cannot run %s: %s\n", start->command[0], strerror(errno));
    _exit(127);
}

/* Returns false if the time was up. */
static bool run_with(const struct start *start, double seconds, int *status)
{
    fflush(NULL);
    pid_t child = fork();
    if (!child)
        become(start);
    *status = 127 << 8;
    if (child < 0)
        return true;
    double begun = clock_seconds();
    while (waitpid(child, status, seconds > 0 ? WNOHANG : 0) == 0) {
        if (clock_seconds() - begun > seconds) {
            kill(-child, SIGKILL);
            waitpid(child, status, 0);
            return false;
        }
        usleep(2000);
    }
    return true;
}

static bool run(struct start start, double seconds, int *status)
{
    const struct world *world = start.world;
    struct input input = input_open(world ? world->input : NULL, world ? world->input_type : 0);
    start.input = input.from;
    bool in_time = run_with(&start, seconds, status);
    input_close(&input);
    return in_time;
}

int native_command(char *const *command, FILE *output, FILE *said)
{
    const struct start start = {.command = command, .output = output, .said = said};
    int status;
    run(start, 0, &status);
    return status;
}

char *native_run(const struct native_run *native, const struct ktest *test, bool *in_time, int *status)
{
    struct world world;
    VECTOR(char *) command = {0};
    char *where = text_format("%s/world", native->directory), *error = world_make(&world, test, where);
    vector_push(&command, (char *)native->program);
    for (size_t i = 0; i < world.arguments.count; i++)
        vector_push(&command, world.arguments.data[i]);
    vector_push(&command, NULL);
    /* what nobody looks at may as well be a file, if the test says that it is one */
    FILE *file = native->output && world.output_type == S_IFREG ? tmpfile() : NULL;
    const struct start start = {.command = command.data,
                                .world = &world,
                                .confined_to = native->confined ? native->directory : NULL,
                                .output = file ? file : native->output,
                                .said = native->said};
    if (!error)
        *in_time = run(start, native->seconds, status);
    chmod(native->directory, 0700); /* after "chmod 0 ..", of a program that nothing shuts in */
    if (file)
        fclose(file);
    vector_release(&command);
    world_release(&world);
    mem_free(where);
    return error;
}
