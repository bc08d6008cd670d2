#include "result/story.h"

#include "base/alloc.h"
#include "base/visible.h"
#include "expr/eval.h"
#include "result/place.h"
#include "result/show.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_FRAMES = 256, BYTES_OF_OBJECT = 64, BYTES_IN_LINE = 16 };

static void add_number(const struct parameter *parameter, uint64_t bits, struct text *text)
{
    if (parameter->is_pointer)
        text_add(text, "0x%" PRIx64, bits);
    else if (parameter->is_signed && parameter->width > 1 && parameter->width <= 64)
        text_add(text, "%" PRId64, (int64_t)(bits << (64 - parameter->width)) >> (64 - parameter->width));
    else
        text_add(text, "%" PRIu64, bits);
}

static void add_argument(const struct run *run, const struct model *model, const struct frame *frame,
                         uint32_t index, struct text *text)
{
    const struct function *function = frame->function;
    const struct parameter *parameter = &function->parameters[index];
    struct value value = frame->registers[function->constant_count + index];
    if (parameter->name)
        text_add(text, "%s=", parameter->name);
    if (value_is_concrete(value)) {
        add_number(parameter, value.bits, text);
    } else if (expr_width(run->exprs, value_term(value)) > 64) {
        text_add_string(text, expr_is_const(run->exprs, value_term(value)) ? "(wide)" : "symbolic");
    } else {
        add_number(parameter, expr_eval(run->exprs, value_term(value), model), text);
        text_add_string(text, " (symbolic)");
    }
}

static void add_place(const struct program *program, uint32_t location, struct text *text)
{
    if (location < program->location_count)
        text_add(text, " at %s:%u", place_file(program, location), place_line(program, location));
    text_add_char(text, '\n');
}

/* One frame; functions that were inlined into it stand above it. */
static unsigned add_frame(const struct run *run, const struct model *model, const struct stack_entry *entry,
                          unsigned number, struct text *text)
{
    const struct program *program = run->program;
    uint32_t location = entry->location;
    while (location < program->location_count && program->locations[location].inlined_at != NO_LOCATION) {
        const struct location *inlined = &program->locations[location];
        text_add(text, "\t#%u in %s(inlined)", number++,
                 inlined->function_name < program->name_count ? program->names[inlined->function_name] : "?");
        add_place(program, location, text);
        location = inlined->inlined_at;
    }
    text_add(text, "\t#%u in %s(", number++, entry->function->name);
    for (uint32_t i = 0; entry->frame && i < entry->function->parameter_count; i++) {
        if (i)
            text_add_string(text, ", ");
        add_argument(run, model, entry->frame, i, text);
    }
    text_add_char(text, ')');
    add_place(program, location, text);
    return number;
}

static void add_stack(const struct run *run, const struct state *state, const struct model *model,
                      struct text *text)
{
    struct stack_entry *entries = mem_zero(MOST_FRAMES * sizeof *entries);
    size_t count = run_stack(run, state, entries, MOST_FRAMES);
    unsigned number = 0;
    text_add_string(text, "Stack: \n");
    for (size_t i = 0; i < count; i++)
        number = add_frame(run, model, &entries[i], number, text);
    if (state->top && state->top->depth > count)
        text_add(text, "\t(%zu more)\n", (size_t)state->top->depth - count);
    mem_free(entries);
}

static void add_indented(const char *lines, struct text *text)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        text_add_char(text, '\t');
        text_add_bytes(text, lines, length);
        text_add_char(text, '\n');
        lines += length + (lines[length] == '\n');
    }
}

/* One line, whatever the program has written. */
static void add_named(struct text *text, const char *name, const char *value)
{
    text_add(text, "%s: ", name);
    text_add_visible(text, value, strlen(value), VISIBLE_ONE_LINE);
    text_add_char(text, '\n');
}

void story_of_error(const struct run *run, const struct state *state, const struct error *error,
                    const struct model *model, const struct ktest *input, struct text *text)
{
    add_named(text, "Error", error->message ? error->message : error_meaning(error->kind));
    add_named(text, "File", place_file(run->program, error->location));
    text_add(text, "Line: %u\n", place_line(run->program, error->location));
    text_add(text, "Kind: %s\n", error_name(error->kind));
    text_add(text, "State: %u\n", state->id);
    add_stack(run, state, model, text);
    if (error->details) {
        text_add_string(text, "Info: \n");
        add_indented(error->details, text);
    }
    text_add_string(text, "Input: \n");
    for (uint32_t i = 0; i < input->object_count; i++) {
        text_add_char(text, '\t');
        show_object_short(text, &input->objects[i], BYTES_OF_OBJECT);
        text_add_char(text, '\n');
    }
}

void story_of_input(const struct ktest *input, size_t most, struct text *text)
{
    size_t start = text->length;
    for (uint32_t i = 0; i < input->object_count; i++) {
        if (text->length - start > most) {
            text_add_string(text, ", …");
            return;
        }
        if (i)
            text_add_string(text, ", ");
        show_object_short(text, &input->objects[i], BYTES_IN_LINE);
    }
}
