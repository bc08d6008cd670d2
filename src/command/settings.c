#include "command/settings.h"

#include "base/bug.h"
#include "command/installation.h"
#include "command/jobs.h"
#include "command/symbolic_input.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* KLEE's names of error types that are no file suffix. */
static const struct {
    const char *name;
    enum error_kind kind;
} klee_kinds[] = {
    {"ReportError", ERROR_USER},
    {"UnreachableCall", ERROR_UNREACHABLE},
    {"MissingReturn", ERROR_UNREACHABLE},
    {"UndefinedBehavior", ERROR_UNDEFINED},
    {"InvalidLoad", ERROR_UNDEFINED},
    {"InvalidBuiltin", ERROR_UNDEFINED},
    {"ImplicitTruncation", ERROR_UNDEFINED},
    {"ImplicitConversion", ERROR_UNDEFINED},
    {"NullableAttribute", ERROR_UNDEFINED},
    {"BadVectorAccess", ERROR_OUT_OF_BOUNDS},
};

/* A kind by our name, or all kinds of a file suffix, as KLEE names them (Ptr). */
static uint32_t error_kinds(const char *name)
{
    uint32_t kinds = 0;
    for (size_t i = 0; i < ARRAY_COUNT(klee_kinds); i++)
        if (!strcasecmp(name, klee_kinds[i].name))
            kinds |= 1u << klee_kinds[i].kind;
    for (enum error_kind kind = 0; kind < ERROR_KIND_COUNT; kind++)
        if (!strcasecmp(name, error_name(kind)) || !strcasecmp(name, error_suffix(kind)))
            kinds |= 1u << kind;
    return kinds;
}

static int wrong_error_kind(const char *name)
{
    const char *names[ERROR_KIND_COUNT];
    for (enum error_kind kind = 0; kind < ERROR_KIND_COUNT; kind++)
        names[kind] = error_name(kind);
    const char *near = nearest_name(name, names, ERROR_KIND_COUNT);
    return near ? complain(EXIT_USAGE, "--exit-on-error-type=%s: no such kind of error; did you mean %s?",
                           name, near)
                : complain(EXIT_USAGE, "--exit-on-error-type=%s: no such kind of error", name);
}

static int fill_error_kinds(struct settings *settings)
{
    const option_list *types = &settings->options.exit_on_error_type;
    for (size_t i = 0; i < types->count; i++) {
        uint32_t kinds = error_kinds(types->data[i]);
        if (!kinds)
            return wrong_error_kind(types->data[i]);
        if (!settings->options.exit_on_error) /* which stands for every kind */
            settings->run.exit_on_error_kinds |= kinds;
    }
    return EXIT_DONE;
}

static enum memory_model memory_model(const char *name)
{
    static const char *const names[] = {[MEMORY_FORK] = "fork",
                                        [MEMORY_MERGE] = "merge",
                                        [MEMORY_SEGMENTS] = "segments",
                                        [MEMORY_DYNAMIC] = "dynamic",
                                        [MEMORY_AUTO] = "auto"};
    unsigned model = 0;
    while (strcmp(name, names[model]) != 0)
        model++;
    return (enum memory_model)model;
}

static void fill_run(struct settings *settings)
{
    const struct options *options = &settings->options;
    settings->run = (struct run_options){
        .entry = options->entry_point,
        .max_time = options->max_time,
        .max_path_time = options->max_path_time,
        .max_memory = options->max_memory,
        .max_forks = options->max_forks,
        .max_depth = options->max_depth,
        .max_instructions = options->max_instructions,
        .max_steps = options->max_steps,
        .max_path_instructions = options->max_path_instructions,
        .max_tests = options->max_tests,
        .max_stack_frames = (uint32_t)options->max_stack_frames,
        .exit_on_error = options->exit_on_error || options->exit_on_error_type.count,
        .emit_all_errors = options->emit_all_errors,
        .null_on_zero_malloc = options->null_on_zero_malloc,
        .symbolic_environment = options->symbolic_environment,
        .silent_assume = options->silent_klee_assume,
        .only_output_states_covering_new = options->only_output_states_covering_new,
        .max_output = options->max_output,
        .dump_states_on_halt = options->dump_states_on_halt,
        .keep_trails = options->write_cov,
        .check_leaks = options->check_leaks,
        .check_uninit = options->check_uninit,
        .check_overshift = options->check_overshift,
        .check_division = options->check_div_zero,
        .memory = memory_model(options->memory),
        .split = !strcmp(options->split, "auto") ? SPLIT_AUTO : strtoull(options->split, NULL, 10),
        .split_threshold = options->split_threshold,
        .reuse_segments = strcmp(options->reuse_segments, "off") != 0,
        .check_memory = options->check_memory,
        .use_contexts = strcmp(options->resolve_context, "off") != 0,
        .context_depth = (unsigned)atoi(options->resolve_context),
        .yes_first = !strcmp(options->first_side, "yes"),
        .readable_inputs = options->readable_inputs,
        .batch_instructions = options->use_batching_search ? options->batch_instructions : 0,
        .batch_time = options->use_batching_search ? options->batch_time : 0,
        .seed = options->seed,
        .arguments = settings->arguments.data,
        .argument_count = (int)settings->arguments.count,
        .environment = settings->environment.data,
        .environment_count = (int)settings->environment.count,
        .settings = settings->numbers.data,
        .setting_count = settings->numbers.count,
        .host_files = settings->host_files.data,
        .host_file_count = settings->host_files.count,
        .show_output = options->show_output,
    };
}

static int read_environment(struct settings *settings)
{
    const char *path = settings->options.environ;
    FILE *file = *path ? fopen(path, "re") : NULL;
    if (!file)
        return *path ? complain(EXIT_FAILED, "%s: %s", path, strerror(errno)) : EXIT_DONE;
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, file) >= 0) {
        line[strcspn(line, "\n")] = 0;
        if (strchr(line, '='))
            vector_push(&settings->environment, mem_string(line));
    }
    free(line);
    fclose(file);
    return EXIT_DONE;
}

static void add_number(struct settings *settings, const char *name, long value)
{
    vector_push(&settings->numbers, (struct run_setting){.name = name, .value = value});
}

static int fill_system(struct settings *settings)
{
    const struct options *options = &settings->options;
    struct text error = {0};
    if (options->unconfined)
        return complain(EXIT_USAGE,
                        "--unconfined: a run that explores starts nothing of the program; it is an "
                        "option of replay and coverage");
    add_number(settings, "max-output", options->max_output ? (long)options->max_output : LONG_MAX);
    add_number(settings, "max-files", (long)options->max_files);
    add_number(settings, "symbolic-environment", options->symbolic_environment);
    add_number(settings, "sym-marker", (unsigned char)options->sym_marker[0]);
    add_number(settings, "plain-arguments", (long)options->plain_arguments);
    for (size_t i = 0; i < options->mount.count; i++) {
        char *host, *guest;
        bool good = mount_parse(options->mount.data[i], &host, &guest, &error);
        if (host)
            vector_push(&settings->host_files, (struct host_file){.host = host, .guest = guest});
        if (!good) {
            int code = complain(EXIT_USAGE, "%s", text_string(&error));
            text_release(&error);
            return code;
        }
    }
    for (size_t i = 0; i < options->sym_stdin_from.count; i++)
        vector_push(&settings->host_files,
                    (struct host_file){.host = mem_string(options->sym_stdin_from.data[i])});
    for (size_t i = 0; i < options->sym_args_from.count; i++) /* MIN MAX FILE */
        vector_push(
            &settings->host_files,
            (struct host_file){
                .host = mem_string(strchr(strchr(options->sym_args_from.data[i], ' ') + 1, ' ') + 1)});
    for (size_t i = 0; i < options->sym_file_from.count; i++)
        vector_push(&settings->host_files,
                    (struct host_file){.host = mem_string(strchr(options->sym_file_from.data[i], '=') + 1)});
    for (size_t i = 0; i < OPTION_COUNT; i++)
        settings->symbolic_input |= option_table[i].type == OPTION_WORDS && options->given[i];
    return EXIT_DONE;
}

static void append_copies(option_list *to, const option_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        vector_push(to, mem_string(from->data[i]));
}

/* "off", "all", or some of "fold", "index" and "value" with commas between. */
static int fill_arrays(struct settings *settings)
{
    static const struct {
        const char *name;
        unsigned modes;
    } words[] = {{"off", 0},
                 {"all", ARRAYS_ALL},
                 {"fold", ARRAYS_FOLD},
                 {"index", ARRAYS_INDEX},
                 {"value", ARRAYS_VALUE}};
    for (const char *at = settings->options.arrays;; at++) {
        size_t length = strcspn(at, ","), i = 0;
        while (i < ARRAY_COUNT(words) &&
               (strlen(words[i].name) != length || strncmp(words[i].name, at, length)))
            i++;
        if (i == ARRAY_COUNT(words))
            return complain(
                EXIT_USAGE,
                "--arrays=%s: this must be off, all, or some of fold,index,value with commas between",
                settings->options.arrays);
        settings->arrays |= words[i].modes;
        at += length;
        if (!*at)
            return EXIT_DONE;
    }
}

static void fill_values(struct settings *settings)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *option = &option_table[i];
        if (option->level == OPTION_HIDDEN || option->group == option_table[OPTION_NUMBER_help].group)
            continue;
        struct text text = {0};
        option_value(&settings->options, option, &text);
        vector_push(&settings->values,
                    (struct option_value){.name = option->name, .value = mem_string(text_string(&text))});
        text_release(&text);
    }
}

int settings_fill(struct settings *settings)
{
    const struct options *options = &settings->options;
    append_copies(&settings->files, &options->files);
    append_copies(&settings->files, &options->link_llvm_lib);
    for (size_t i = 0; i < options->cflags.count; i++)
        split_words(options->cflags.data[i], &settings->cflags);
    vector_push(&settings->arguments, mem_string(options->files.data[0]));
    append_copies(&settings->arguments, &options->arguments);
    int code = read_environment(settings);
    if (code || (code = fill_system(settings)))
        return code;
    if ((code = fill_arrays(settings)))
        return code;
    fill_values(settings);
    fill_run(settings);
    return fill_error_kinds(settings);
}

static void list_release(option_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        mem_free(list->data[i]);
    vector_release(list);
}

void settings_release(struct settings *settings)
{
    list_release(&settings->files);
    list_release(&settings->cflags);
    list_release(&settings->arguments);
    list_release(&settings->environment);
    for (size_t i = 0; i < settings->values.count; i++)
        mem_free((char *)settings->values.data[i].value);
    vector_release(&settings->values);
    for (size_t i = 0; i < settings->host_files.count; i++) {
        mem_free((char *)settings->host_files.data[i].host);
        mem_free((char *)settings->host_files.data[i].guest);
    }
    vector_release(&settings->host_files);
    vector_release(&settings->numbers);
    options_release(&settings->options);
}
