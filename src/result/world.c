#include "result/world.h"

#include "base/bug.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The words that ask for symbolic input, and how many values each takes. */
static const struct {
    const char *name;
    int values;
} options[] = {
    {"sym-arg", 1},       {"sym-args", 3},   {"sym-args-from", 3}, {"sym-files", 2},
    {"sym-stdin", 1},     {"sym-stdout", 0}, {"sym-env", 2},       {"sym-stdin-from", 1},
    {"sym-file-from", 1}, {"max-fail", 1},   {"fd-fail", 0},
};

/* ---- arguments ---- */

struct reading {
    struct world *world;
    const struct ktest *test;
    uint32_t next_object; /* the inputs come in the order in which they were asked for */
    int failures;         /* system calls that may fail */
};

/* The next input whose name begins so; NULL if there is none left. */
static const struct ktest_object *next_input(struct reading *reading, const char *begin)
{
    while (reading->next_object < reading->test->object_count) {
        const struct ktest_object *object = &reading->test->objects[reading->next_object++];
        if (!strncmp(object->name, begin, strlen(begin)))
            return object;
    }
    return NULL;
}

static char *string_of(const struct ktest_object *object)
{
    return mem_string_n((const char *)object->bytes, strnlen((const char *)object->bytes, object->size));
}

static bool add_argument(struct reading *reading)
{
    const struct ktest_object *object = next_input(reading, "arg");
    if (object)
        vector_push(&reading->world->arguments, string_of(object));
    return object;
}

/* --sym-args LEAST MOST SIZE, --sym-args-from LEAST MOST FILE: n_args is in the test unless there is no
 * choice. */
static void add_arguments(struct reading *reading, char *const *values)
{
    int least = atoi(values[0]), most = atoi(values[1]), count = least;
    const struct ktest_object *object = least == most ? NULL : next_input(reading, "n_args");
    if (object && object->size >= sizeof count)
        memcpy(&count, object->bytes, sizeof count);
    for (int i = 0; i < count && i <= most && add_argument(reading); i++)
        ;
}

static int option_of(const char *word)
{
    if (word[0] != '-')
        return -1;
    word += word[1] == '-' ? 2 : 1;
    for (size_t i = 0; i < ARRAY_COUNT(options); i++)
        if (!strcmp(word, options[i].name))
            return (int)i;
    return -1;
}

static void read_arguments(struct reading *reading)
{
    const struct ktest *test = reading->test;
    for (uint32_t i = 1; i < test->argument_count; i++) {
        int option = option_of(test->arguments[i]);
        uint32_t left = test->argument_count - i - 1;
        if (option < 0 || (uint32_t)options[option].values > left) {
            vector_push(&reading->world->arguments, mem_string(test->arguments[i]));
            continue;
        }
        char *const *values = test->arguments + i + 1;
        if (!strcmp(options[option].name, "sym-arg"))
            add_argument(reading);
        else if (!strcmp(options[option].name, "sym-args") || !strcmp(options[option].name, "sym-args-from"))
            add_arguments(reading, values);
        else if (!strcmp(options[option].name, "max-fail"))
            reading->failures = atoi(values[0]);
        else if (!strcmp(options[option].name, "fd-fail"))
            reading->failures = 1;
        i += (uint32_t)options[option].values;
    }
}

static void read_environment(struct world *world, const struct ktest *test)
{
    for (uint32_t i = 0; i < test->object_count; i++) {
        if (strncmp(test->objects[i].name, "env_", 4))
            continue;
        char *value = string_of(&test->objects[i]);
        vector_push(&world->environment, text_format("%s=%s", test->objects[i].name + 4, value));
        mem_free(value);
    }
}

/* ---- files ---- */

static char *write_file(const char *path, const struct ktest_object *object)
{
    FILE *file = fopen(path, "wbe");
    bool written = file && fwrite(object->bytes, 1, object->size, file) == object->size;
    if (file && fclose(file))
        written = false;
    return written ? NULL : text_format("cannot write %s: %s", path, strerror(errno));
}

/* Of the status, what a user may set: permissions and times. */
static void set_status(const char *path, const struct ktest_object *object)
{
    struct stat status;
    if (!object || object->size < sizeof status)
        return;
    memcpy(&status, object->bytes, sizeof status);
    const struct timespec times[2] = {status.st_atim, status.st_mtim};
    bool refused = utimensat(AT_FDCWD, path, times, 0) < 0;
    refused |= chmod(path, status.st_mode & 07777) < 0;
    (void)refused; /* what the system does not allow stays as it is usual */
}

/* NAME_data is the file NAME; false: the object is no file. */
static bool file_name(const char *object, char **name)
{
    static const char ending[] = "_data";
    size_t length = strlen(object), more = sizeof ending - 1;
    if (length <= more || strcmp(object + length - more, ending))
        return false;
    *name = mem_string_n(object, length - more);
    bool is_plain = !strchr(*name, '/') && strcmp(*name, ".") && strcmp(*name, "..");
    if (!is_plain)
        mem_free(*name);
    return is_plain;
}

static char *make_file(struct world *world, const struct ktest *test, const struct ktest_object *object)
{
    char *name;
    if (!file_name(object->name, &name))
        return NULL;
    char *path = text_format("%s/%s", world->directory, name);
    char *status = text_format("%s_stat", object->name);
    char *error = write_file(path, object);
    set_status(path, ktest_find(test, status));
    mem_free(status);
    mem_free(path);
    mem_free(name);
    return error;
}

/* S_IFMT of a status that is an input; 0: there is none. */
static unsigned type_of(const struct ktest *test, const char *name)
{
    struct stat status;
    const struct ktest_object *object = ktest_find(test, name);
    if (!object || object->size < sizeof status)
        return 0;
    memcpy(&status, object->bytes, sizeof status);
    return status.st_mode & S_IFMT;
}

static char *make_input(struct world *world, const struct ktest *test, const char *path)
{
    const struct ktest_object *object = ktest_find(test, "stdin");
    if (!object)
        return NULL;
    world->input = mem_string(path);
    world->input_type = type_of(test, "stdin_stat");
    return write_file(world->input, object);
}

char *world_make(struct world *world, const struct ktest *test, const char *directory, const char *input)
{
    *world = (struct world){.directory = mem_string(directory)};
    struct reading reading = {.world = world, .test = test};
    read_arguments(&reading);
    read_environment(world, test);
    faults_read(&world->faults, test, reading.failures);
    world->output_type = type_of(test, "stdout_stat");
    return make_input(world, test, input);
}

char *world_fill(struct world *world, const struct ktest *test)
{
    if (mkdir(world->directory, 0755) && errno != EEXIST)
        return text_format("cannot make %s: %s", world->directory, strerror(errno));
    char *error = NULL;
    for (uint32_t i = 0; !error && i < test->object_count; i++)
        error = make_file(world, test, &test->objects[i]);
    return error;
}

/* ---- the end ---- */

void world_release(struct world *world)
{
    if (world->input)
        unlink(world->input);
    for (size_t i = 0; i < world->arguments.count; i++)
        mem_free(world->arguments.data[i]);
    for (size_t i = 0; i < world->environment.count; i++)
        mem_free(world->environment.data[i]);
    vector_release(&world->arguments);
    vector_release(&world->environment);
    mem_free(world->input);
    mem_free(world->directory);
}
