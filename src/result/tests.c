#include "result/tests.h"

#include "base/visible.h"
#include "engine/printed.h"
#include "expr/eval.h"
#include "expr/print.h"
#include "result/coverage.h"
#include "result/story.h"
#include "result/summary.h"

#include <inttypes.h>
#include <string.h>

/* So many questions a test are asked for the sake of nicer inputs. */
enum { MOST_QUESTIONS = 256 };

/* ---- the input ---- */

/* The wishes that could be had so far, as constraints, and a model of them. */
struct wishes {
    struct run *run;
    struct constraints *constraints;
    struct model *model;
    int questions;
};

/* Make the wish true if it can be. */
static bool grant(struct wishes *wishes, expr_t wish)
{
    struct run *run = wishes->run;
    if (!expr_eval(run->exprs, wish, wishes->model)) {
        struct model *model = NULL;
        if (wishes->questions++ >= MOST_QUESTIONS ||
            chain_may(run->chain, wishes->constraints, wish, wishes->model, 1, &model) != VERDICT_YES)
            return false;
        struct model *merged = model_copy(wishes->model);
        model_overlay(merged, model);
        model_unref(model);
        model_unref(wishes->model);
        wishes->model = merged;
    }
    if (!expr_is_const(run->exprs, wish))
        wishes->constraints = constraints_add(wishes->constraints, wish);
    return true;
}

static expr_t byte_of(struct exprs *exprs, uint32_t input, uint32_t offset)
{
    const struct input *named = exprs_input(exprs, input);
    return expr_read(exprs, expr_input(exprs, named->name, named->size), expr_const(exprs, 64, offset));
}

static expr_t is_readable(struct exprs *exprs, expr_t byte)
{
    return expr_and(exprs, expr_ule(exprs, expr_const(exprs, 8, ' '), byte),
                    expr_ule(exprs, byte, expr_const(exprs, 8, '~')));
}

/* Printable bytes: all of an object at once if possible, else one by one. */
static void wish_readable(struct wishes *wishes, const struct state *state)
{
    struct exprs *exprs = wishes->run->exprs;
    for (uint32_t i = 0; i < state->symbolic_count; i++) {
        uint32_t input = state->symbolics[i].input, size = exprs_input(exprs, input)->size;
        if (size > MOST_QUESTIONS)
            continue;
        expr_t all = expr_bool(exprs, true);
        for (uint32_t k = 0; k < size; k++)
            all = expr_and(exprs, all, is_readable(exprs, byte_of(exprs, input, k)));
        if (grant(wishes, all))
            continue;
        for (uint32_t k = 0; k < size; k++)
            grant(wishes, is_readable(exprs, byte_of(exprs, input, k)));
    }
}

struct model *tests_model(struct run *run, const struct state *state)
{
    struct model *model = state->model ? model_ref(state->model) : model_new();
    if (!state->preference_count && !run->options.readable_inputs)
        return model;
    struct wishes wishes = {run, constraints_ref(state->constraints), model, 0};
    for (uint32_t i = 0; i < state->preference_count; i++)
        grant(&wishes, state->preferences[i]);
    if (run->options.readable_inputs)
        wish_readable(&wishes, state);
    constraints_unref(wishes.constraints);
    return wishes.model;
}

void tests_input(const struct run *run, const struct state *state, const struct model *model,
                 struct ktest *input)
{
    int arguments = run->options.argument_count;
    *input = (struct ktest){.object_count = state->symbolic_count};
    input->arguments = mem_zero(((size_t)arguments + 1) * sizeof *input->arguments);
    for (; input->argument_count < (uint32_t)arguments; input->argument_count++)
        input->arguments[input->argument_count] = mem_string(run->options.arguments[input->argument_count]);
    input->objects = mem_zero((state->symbolic_count + 1) * sizeof *input->objects);
    for (uint32_t i = 0; i < state->symbolic_count; i++) {
        const struct input *named = exprs_input(run->exprs, state->symbolics[i].input);
        struct ktest_object *object = &input->objects[i];
        object->name = mem_string(state->symbolics[i].name);
        object->size = named->size;
        object->bytes = model_bytes(model, named->variable, named->size);
    }
}

/* ---- the files ---- */

static bool put(struct tests *tests, const char *test, const char *suffix, const char *bytes, size_t count)
{
    char *name = text_format("%s.%s", test, suffix);
    bool good = output_write(tests->output, name, bytes, count);
    mem_free(name);
    return good;
}

static void put_printed(struct tests *tests, const char *test, const struct run *run,
                        const struct state *state, const struct model *model)
{
    struct text text = {0};
    printed_text(run->exprs, state->output, model, &text);
    put(tests, test, "out", text.data, text.length);
    text_release(&text);
}

/* That of an error is always written. */
static bool put_input(struct tests *tests, const char *test, const struct run *run, const struct error *error,
                      const struct ktest *input)
{
    char *name = text_format("%s.ktest", test), *path = output_path(tests->output, name), *refusal = NULL;
    enum file_end end = ktest_write(input, path, error ? NULL : exprs_budget(run->exprs), &refusal);
    if (end == FILE_REFUSED)
        output_refused(tests->output, refusal);
    tests->late += end == FILE_LATE;
    mem_free(path);
    mem_free(name);
    return end == FILE_WRITTEN;
}

static void put_error(struct tests *tests, const char *test, const struct run *run, const struct state *state,
                      const struct error *error, const struct model *model, const struct ktest *input)
{
    struct text text = {0}, shown = {0};
    char *suffix = text_format("%s.err", error->suffix ? error->suffix : error_suffix(error->kind));
    story_of_error(run, state, error, model, input, &text);
    text_add_visible(&shown, text.data, text.length, VISIBLE_LINES); /* names are the program's */
    put(tests, test, suffix, shown.data, shown.length);
    mem_free(suffix);
    text_release(&shown);
    text_release(&text);
}

static void put_early(struct tests *tests, const char *test, const struct run *run, enum path_end end)
{
    char *line = text_format("%s\n", end == PATH_LIMIT  ? "a limit on the path was reached"
                                     : run->halt_reason ? run->halt_reason
                                                        : "the run was halted");
    put(tests, test, "early", line, strlen(line));
    mem_free(line);
}

/* Lines as KLEE names them; here all that the path executed, not only those
 * that no other path had executed before it. */
static void put_lines(struct tests *tests, const char *test, const struct run *run, const struct state *state)
{
    struct coverage coverage;
    struct text text = {0};
    coverage_init(&coverage, run, state->trail);
    for (size_t i = 0; i < coverage.lines.count; i++) {
        const struct covered_line *line = &coverage.lines.data[i];
        if (line->covered)
            text_add(&text, "%s:%u\n", run->program->files[line->file], line->line);
    }
    put(tests, test, "cov", text_string(&text), text.length);
    text_release(&text);
    coverage_release(&coverage);
}

static unsigned exit_code(const struct run *run, struct value status, const struct model *model)
{
    uint64_t bits =
        value_is_concrete(status) ? status.bits : expr_eval(run->exprs, value_term(status), model);
    return bits & 0xff;
}

static void put_info(struct tests *tests, const char *test, const struct run *run, const struct state *state,
                     enum path_end end, const struct model *model)
{
    struct text text = {0};
    if (end == PATH_EXIT)
        text_add(&text, "Exit code: %u\n", exit_code(run, state->exit_status, model));
    text_add(&text, "Instructions: %" PRIu64 "\nForks: %u\n", state->instructions, state->depth);
    put(tests, test, "info", text.data, text.length);
    text_release(&text);
}

/* What is late is left out. */
static void put_constraints(struct tests *tests, const char *test, const struct run *run,
                            const struct state *state)
{
    const expr_t *terms = constraints_terms(state->constraints);
    size_t count = constraints_count(state->constraints);
    struct text text = {0};
    if (tests->write_smt2) {
        if (expr_print_smtlib(run->exprs, &text, terms, count, true, budget_is_late))
            put(tests, test, "smt2", text_string(&text), text.length);
        else
            tests->late_queries++;
        text.length = 0;
    }
    if (tests->write_kquery) {
        if (expr_print_kquery_query(run->exprs, &text, terms, count, budget_is_late))
            put(tests, test, "kquery", text_string(&text), text.length);
        else
            tests->late_queries++;
    }
    text_release(&text);
}

bool tests_wanted(const struct run *run, const struct state *state, enum path_end end)
{
    if (end == PATH_SILENT || end == PATH_UNDECIDED)
        return false; /* no path, or nobody knows which input takes it */
    return end == PATH_ERROR || !run->options.only_output_states_covering_new || state->covered_new;
}

uint32_t tests_write(struct tests *tests, const struct run *run, const struct state *state, enum path_end end,
                     const struct error *error, const struct model *model, const struct ktest *input)
{
    char *test = test_name(tests->count + 1);
    bool good = put_input(tests, test, run, error, input);
    if (good) {
        tests->count++;
        if (error)
            put_error(tests, test, run, state, error, model, input);
        if (end == PATH_LIMIT || end == PATH_HALTED)
            put_early(tests, test, run, end);
        if (state->output)
            put_printed(tests, test, run, state, model);
        if (tests->write_info)
            put_info(tests, test, run, state, end, model);
        if (tests->write_smt2 || tests->write_kquery)
            put_constraints(tests, test, run, state);
        if (run->options.keep_trails)
            put_lines(tests, test, run, state);
    }
    mem_free(test);
    return good ? tests->count : 0;
}
