/* The main job: from options to a program, a run and its results. Makes what
 * the layers below offer in the order they need each other, takes it down
 * again, and decides the exit code.
 *
 * Everything a user can get wrong is found before there is an output directory. */
#include "base/bug.h"
#include "base/clock.h"
#include "base/visible.h"
#include "command/cache.h"
#include "command/installation.h"
#include "command/interrupt.h"
#include "command/jobs.h"
#include "command/libc.h"
#include "command/settings.h"
#include "engine/builtin.h"
#include "engine/ending.h"
#include "engine/placement.h"
#include "program/dump.h"
#include "program/load.h"
#include "program/pointsto.h"
#include "result/native.h"
#include "result/output.h"
#include "result/place.h"
#include "result/result.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define VERSION "0.1"

enum { RESERVE = 16 << 20 };

/* What one exploration holds; what is not made yet is NULL. */
struct exploration {
    struct settings settings;
    struct installation installation;
    struct libc libc; /* empty if the program is linked with none */
    struct log log;
    struct program *program;
    struct text assembly, bitcode; /* of the program, if they are to be written */
    struct points_to *points_to;   /* if it is needed */
    struct exprs *exprs;
    struct run *run;
    struct search *search;
    struct output *output; /* until it becomes the result's */
    struct chain *chain;
    struct result *result;
    struct result_options result_options;
    void *reserve; /* given back when memory runs out, so that the results can be saved */
};

/* Says the line, frees it, returns the code. */
static int fail(enum exit_code code, char *error)
{
    complain(code, "%s", error);
    mem_free(error);
    return code;
}

/* The library's start comes before the program's entry. */
#define START "__ramify_start"
/* Without one, symbolic arguments and files are made first. */
#define PLAIN_START "__ramify_plain_start"

static bool wants_malloc(const struct exploration *it)
{
    return !strcmp(it->settings.options.malloc, "libc");
}

static struct program *load_with(struct exploration *it, bool with_libc, struct text *error)
{
    const struct settings *settings = &it->settings;
    const char *start = with_libc ? START : settings->symbolic_input ? PLAIN_START : NULL;
    const option_list *libraries = with_libc ? &it->libc.libraries : &it->installation.bitcode;
    const struct load_options options = {
        .files = (const char *const *)settings->files.data,
        .file_count = settings->files.count,
        .cflags = (const char *const *)settings->cflags.data,
        .cflag_count = settings->cflags.count,
        .clang = settings->options.clang,
        .include_directory = it->installation.include_directory,
        .libraries = (const char *const *)libraries->data,
        .library_count = libraries->count,
        .entry = settings->options.entry_point,
        .start = start,
        /* who did not ask for the library gets it under the program as it is */
        .headers = with_libc && strcmp(settings->options.libc, "auto") ? it->libc.headers : NULL,
        .promote = !settings->options.check_uninit,
        .optimize = settings->options.optimize,
        .assembly = settings->options.output_source ? &it->assembly : NULL,
        .bitcode = settings->options.output_module ? &it->bitcode : NULL,
        .is_builtin = !with_libc         ? builtin_known
                      : wants_malloc(it) ? libc_leaves_all_but_malloc
                                         : libc_leaves_to_engine,
        .is_better = with_libc ? NULL : libc_is_better,
        .log = &it->log,
    };
    it->assembly.length = it->bitcode.length = 0; /* it may have been loaded with another library before */
    if (start)
        it->settings.run.entry = start;
    struct program *program = program_load(&options, error);
    if (program && !start && program_find_function(program, ENTRY_CALLER) != UINT32_MAX)
        it->settings.run.entry = ENTRY_CALLER;
    return program;
}

/* What nobody defines, with who wants it: said before the run, as the native
 * linker would. Paths that do without are none the worse for it. */
static void say_missing(const struct program *program, struct log *log)
{
    for (uint32_t i = 0; i < program->missing_count; i++) {
        const struct missing *missing = &program->missing[i];
        struct text by = {0};
        if (missing->user)
            text_add(&by, ", which %s wants", missing->user);
        if (missing->location != NO_LOCATION)
            text_add(&by, " (%s:%u)", place_short(place_file(program, missing->location)),
                     place_line(program, missing->location));
        else if (missing->file)
            text_add(&by, " (%s)", missing->file);
        if (by.length)
            text_add_char(&by, ',');
        log_warning(log, "the %s %s%s is not defined anywhere: %s",
                    missing->is_function ? "function" : "variable", missing->name, text_string(&by),
                    missing->is_function ? "a path that calls it ends there" : "it starts as zeros");
        text_release(&by);
    }
}

/* Does the program call what our own small library has not, and the whole one has, or has better? */
static bool needs_libc(const struct program *program)
{
    if (program->wants_better)
        return true;
    VECTOR(const char *) names = {0};
    for (uint32_t i = 0; i < program->missing_count; i++)
        if (program->missing[i].is_function)
            vector_push(&names, program->missing[i].name);
    bool needs = names.count && libc_defines_any(names.data, names.count);
    vector_release(&names);
    return needs;
}

/* Some options, and programs that were linked with a C library, want one whatever they call. */
static bool wants_libc(const struct exploration *it)
{
    const struct settings *settings = &it->settings;
    return wants_malloc(it) || options_want_files(&settings->options) || native_is(settings->files.data[0]);
}

/* Who did not ask for musl gets it as much like the machine's library as it can be. */
static bool find_libc(struct exploration *it)
{
    return libc_find(&it->libc, &it->installation, wants_malloc(it),
                     !strcmp(it->settings.options.libc, "auto"));
}

/* Finds the library, or makes it first. */
static int have_libc(struct exploration *it)
{
    if (find_libc(it))
        return EXIT_DONE;
    if (!libc_make(&it->installation, it->settings.options.clang))
        return EXIT_FAILED;
    return find_libc(it) ? EXIT_DONE
                         : complain(EXIT_FAILED, "--libc=%s: the C library was made, but cannot be read",
                                    it->settings.options.libc);
}

static int load(struct exploration *it)
{
    const char *choice = it->settings.options.libc;
    bool is_auto = !strcmp(choice, "auto"),
         with_libc = is_auto ? wants_libc(it) : strcmp(choice, "none") != 0;
    if (wants_malloc(it) && !with_libc)
        return complain(EXIT_USAGE, "--malloc=libc: there is no C library with --libc=%s", choice);
    if (with_libc && have_libc(it))
        return EXIT_FAILED;
    struct text error = {0};
    it->program = load_with(it, with_libc, &error);
    if (it->program && is_auto && !with_libc && needs_libc(it->program) && find_libc(it)) {
        program_free(it->program);
        with_libc = true;
        it->program = load_with(it, true, &error);
    }
    if (it->program)
        say_missing(it->program, &it->log);
    int code = it->program ? EXIT_DONE : complain(EXIT_FAILED, "%s", text_string(&error));
    text_release(&error);
    return code;
}

static int make_search(struct exploration *it)
{
    const struct options *options = &it->settings.options;
    char *error = NULL;
    it->search =
        search_new(it->run, (const char *const *)options->search.data, options->search.count, &error);
    if (!it->search)
        return fail(EXIT_USAGE, error);
    if (options->use_batching_search)
        it->search =
            search_batching_new(it->run, it->search, options->batch_instructions, options->batch_time);
    it->run->search = it->search;
    return EXIT_DONE;
}

/* What was said so far goes into the new directory's files too. */
static int make_output(struct exploration *it)
{
    const char *directory = it->settings.options.output_dir;
    struct log early = it->log;
    char *error = NULL;
    it->log.messages = it->log.warnings = NULL;
    it->output = output_new(*directory ? directory : NULL, &it->log, &error);
    FILE *const pairs[][2] = {{early.messages, it->log.messages}, {early.warnings, it->log.warnings}};
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        if (!pairs[i][0])
            continue;
        rewind(pairs[i][0]);
        for (int c; pairs[i][1] && (c = getc(pairs[i][0])) != EOF;)
            putc(c, pairs[i][1]);
        fclose(pairs[i][0]);
    }
    return it->output ? EXIT_DONE : fail(EXIT_FAILED, error);
}

static void write_module(struct exploration *it)
{
    const struct options *options = &it->settings.options;
    if (options->output_source)
        output_write(it->output, "assembly.ll", it->assembly.data, it->assembly.length);
    if (options->output_module)
        output_write(it->output, "final.bc", it->bitcode.data, it->bitcode.length);
    text_release(&it->assembly);
    text_release(&it->bitcode);
}

/* Which objects are accessed together, where that is wanted. */
static void analyse_pointers(struct exploration *it)
{
    const struct options *options = &it->settings.options;
    bool used = it->settings.run.memory == MEMORY_SEGMENTS;
    if (!options->write_points_to && !used)
        return;
    double before = clock_seconds();
    it->points_to = points_to_new(it->program, program_find_function(it->program, it->settings.run.entry));
    log_message(&it->log, "points-to analysis: %u classes, %.2f s", points_to_class_count(it->points_to),
                clock_seconds() - before);
    if (used)
        it->run->placement = placement_new(it->points_to, !strcmp(options->segment_objects, "all"));
}

static void write_points_to(struct exploration *it)
{
    struct text text = {0};
    if (!it->points_to)
        return;
    if (it->settings.options.write_points_to) {
        points_to_dump(it->points_to, &text);
        output_write(it->output, "points-to.txt", text_string(&text), text.length);
        text_release(&text);
    }
    if (!PLACEMENT_IS_CHECKED)
        points_to_forget_sets(it->points_to);
}

static int make_chain(struct exploration *it)
{
    const struct options *options = &it->settings.options;
    char *queries = options->write_queries ? output_path(it->output, "queries") : NULL;
    char *log_path = options->solver_log ? output_path(it->output, "solver.log") : NULL;
    char *cache = query_cache_directory(options->cache);
    char *error = NULL;
    const struct chain_options chain = {
        .backend = options->solver,
        .seconds = options->max_solver_time,
        .use_simplify = options->rewrite_equalities,
        .use_slicing = options->use_independent_solver,
        .use_query_cache = strcmp(options->query_cache, "off"),
        .use_address_cache = !strcmp(options->query_cache, "address"),
        .cache_directory = cache,
        .cache_bytes = options->cache_size,
        .check_cache = options->check_cache,
        .use_counterexample_cache = options->use_cex_cache,
        .check = options->check_solver,
        .arrays = it->settings.arrays,
        .check_arrays = options->check_arrays,
        .smt2_directory = queries,
        .log_path = log_path,
        .log = &it->log,
    };
    exprs_show_cases(it->exprs, !strcmp(options->pointers, "cases"));
    it->run->objects.as_numbers = !strcmp(options->pointers, "numbers");
    if (queries)
        mkdir(queries, 0777); /* if it cannot be made, the first query to be written says so */
    it->chain = it->run->chain = chain_new(it->exprs, &chain, &error);
    mem_free(queries);
    mem_free(log_path);
    mem_free(cache);
    return it->chain ? EXIT_DONE : fail(EXIT_FAILED, error);
}

static int make_result(struct exploration *it, int count, char **words)
{
    char *error = NULL;
    it->result_options = (struct result_options){
        .output = it->output,
        .program = it->settings.options.files.data[0],
        .version = VERSION,
        .command = (const char *const *)words,
        .command_count = (size_t)count,
        .options = it->settings.values.data,
        .option_count = it->settings.values.count,
        .write_info = it->settings.options.write_test_info,
        .write_smt2 = it->settings.options.write_smt2s,
        .write_kquery = it->settings.options.write_kqueries,
        .no_tests = it->settings.options.write_no_tests,
        .no_stats = !it->settings.options.output_stats,
        .stats_seconds = it->settings.options.stats_write_interval,
        .stats_instructions = it->settings.options.stats_write_after_instructions,
        .no_progress = it->settings.options.quiet,
    };
    it->result = result_new(it->run, &it->result_options, &error);
    if (!it->result)
        return fail(EXIT_FAILED, error);
    it->output = NULL;
    it->run->observer = result_observer(it->result);
    return EXIT_DONE;
}

/* Memory ran out where nobody could do with less: save what was found. */
static void on_exhaustion(void *context)
{
    struct exploration *it = context;
    free(it->reserve);
    run_break_off(it->run, "out of memory");
    result_finish(it->result);
    complain(EXIT_FAILED, "out of memory; what was found so far is saved");
    _Exit(EXIT_FAILED);
}

/* What the program's errors mean for the exit code; --exit-on-error as KLEE has it, in its words. */
static int exit_code(struct exploration *it)
{
    const struct options *options = &it->settings.options;
    const struct run *run = it->run;
    if (!run->error_count)
        return EXIT_DONE;
    if (!options->exit_on_error)
        return (int)options->error_exitcode;
    const struct error *error = &run->errors[run->error_count - 1];
    log_message(&it->log, "ERROR: EXITING ON ERROR:");
    log_message(&it->log, "Error: %s", error->message);
    log_message(&it->log, "File: %s", place_file(run->program, error->location));
    log_message(&it->log, "Line: %u", place_line(run->program, error->location));
    return options->given[OPTION_NUMBER_error_exitcode] ? (int)options->error_exitcode : EXIT_FAILED;
}

/* Of the C++ inside of LLVM and the solvers; what it calls has no way back either. */
typedef void (*new_handler)(void);
new_handler set_new_handler(new_handler) __asm__("_ZSt15set_new_handlerPFvvE"); /* std::set_new_handler */

static int run(struct exploration *it)
{
    it->reserve = mem_alloc(RESERVE);
    mem_on_exhaustion(on_exhaustion, it);
    it->run->options.processor_time = processor_time_left();
    it->run->options.processor_limit = processor_time_limit();
    run_explore(it->run);
    int code = result_finish(it->result) ? exit_code(it) : EXIT_FAILED;
    interrupts_end(code);
    mem_on_exhaustion(NULL, NULL);
    free(it->reserve);
    return code;
}

static int dump(const struct program *program)
{
    struct text text = {0};
    program_dump(program, &text);
    visible_print(stdout, text_string(&text), text.length);
    text_release(&text);
    return EXIT_DONE;
}

static int explore(struct exploration *it, int count, char **words)
{
    int code;
    if ((code = settings_fill(&it->settings)) || (code = load(it)))
        return code;
    if (it->settings.options.dump)
        return dump(it->program);
    it->exprs = exprs_new();
    it->run = run_new(it->program, it->exprs, NULL, &it->log, &it->settings.run);
    if ((code = make_search(it)))
        return code;
    analyse_pointers(it);
    interrupts_begin(it->run); /* what asks us to stop leaves a whole directory from here on */
    if ((code = make_output(it)))
        return code;
    write_module(it);
    write_points_to(it);
    if ((code = make_chain(it)) || (code = make_result(it, count, words)))
        return code;
    return run(it);
}

/* What is only memory goes with the process: to take it apart piece by piece took twenty seconds after an
 * hour of exploring. Debug builds do, and see what was forgotten. */
#ifdef RAMIFY_DEBUG
static const bool takes_apart = true;
#else
static const bool takes_apart = false;
#endif

static void exploration_release(struct exploration *it)
{
    result_free(it->result);
    if (it->output)
        output_free(it->output);
    if (takes_apart)
        search_free(it->search);
    if (takes_apart && it->run)
        run_free(it->run);
    if (it->chain)
        chain_free(it->chain);
    if (takes_apart && it->exprs)
        exprs_free(it->exprs);
    if (takes_apart)
        points_to_free(it->points_to);
    if (takes_apart && it->program)
        program_free(it->program);
    text_release(&it->assembly);
    text_release(&it->bitcode);
    log_release(&it->log);
    libc_release(&it->libc);
    installation_release(&it->installation);
    settings_release(&it->settings);
}

/* The jobs that are options: true if one was asked for. */
static bool answered(const struct options *options)
{
    if (options->help || options->help_all)
        options_help(stdout, options->help_all);
    else if (options->version)
        puts("ramify " VERSION);
    else if (options->options_markdown)
        options_markdown(stdout);
    else
        return false;
    return true;
}

static bool known_solver(const char *name)
{
    return !strcmp(name, "ramify") || !strcmp(name, "cadical") || !strcmp(name, "z3") ||
           !strncmp(name, "smtlib2:", 8);
}

/* All the stack that we may have up to the usual size; false: that is too little for LLVM and for us. */
static bool has_stack(void)
{
    enum { USUAL = 8 << 20, LEAST = 1 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= USUAL)
        return true;
    limit.rlim_cur = limit.rlim_max < USUAL ? limit.rlim_max : USUAL;
    setrlimit(RLIMIT_STACK, &limit);
    return limit.rlim_cur >= LEAST;
}

int job_explore(int count, char **words)
{
    struct exploration it = {0};
    struct options *options = &it.settings.options;
    struct text error = {0};
    int code = EXIT_DONE;
    interrupts_catch();
    set_new_handler(mem_exhausted);
    installation_find(&it.installation);
    if (!has_stack()) {
        code = complain(EXIT_FAILED, "the stack is too small (ulimit -s): a mebibyte is needed");
    } else if (!options_parse(options, count, words, &error)) {
        code = complain(EXIT_USAGE, "%s", text_string(&error));
    } else if (answered(options)) {
        code = EXIT_DONE;
    } else if (!options->files.count) {
        code = complain(EXIT_USAGE, "no program given; ramify --help says how");
    } else if (!known_solver(options->solver)) {
        code = complain(EXIT_USAGE,
                        "--solver=%s: no such solver; possible: ramify, cadical, z3, smtlib2:COMMAND",
                        options->solver);
    } else {
        it.log = (struct log){.terminal = options->quiet ? NULL : stderr,
                              .warnings_to_file_only = options->warnings_only_to_file,
                              .messages = tmpfile(),
                              .warnings = tmpfile()};
        for (size_t i = 0; i < options->notes.count; i++)
            log_message(&it.log, "note: %s", options->notes.data[i]);
        code = explore(&it, count, words);
    }
    text_release(&error);
    exploration_release(&it);
    return code;
}
