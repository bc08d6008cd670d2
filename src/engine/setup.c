/* From the program to the first state: objects for globals and functions, the
 * values of constant registers, main's arguments, constructors. */
#include "engine/adapt.h"
#include "engine/interpret.h"
#include "engine/placement.h"

#include "base/alloc.h"

/* ---- what every state shares ---- */

static struct value constant_value(struct run *run, const struct constant *constant)
{
    const struct object *object;
    switch (constant->kind) {
    case CONSTANT_INTEGER:
        return value_plain(constant->value);
    case CONSTANT_WIDE:
        return value_of(run, expr_const_words(run->exprs, constant->width, constant->words));
    case CONSTANT_GLOBAL:
        object = object_get(&run->objects, run->global_objects[constant->index]);
        return value_pointer(object->address + constant->value, object->id);
    case CONSTANT_FUNCTION:
        object = object_get(&run->objects, run->function_objects[constant->index]);
        return value_pointer(object->address, object->id);
    case CONSTANT_BLOCK:
        object = object_get(&run->objects, run->function_objects[constant->index]);
        return value_pointer(object->address + 1 + constant->value, object->id);
    }
    BUG("constant of kind %d", constant->kind);
}

void setup_program(struct run *run)
{
    const struct program *program = run->program;
    run->constants = mem_zero(program->function_count * sizeof *run->constants);
    run->builtins = mem_zero(program->function_count * sizeof *run->builtins);
    run->global_objects = mem_zero(program->global_count * sizeof *run->global_objects);
    run->function_objects = mem_zero(program->function_count * sizeof *run->function_objects);
    run->exit = builtin_find("exit");
    run->builtin_conventions = mem_zero(program->function_count * sizeof *run->builtin_conventions);
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (!program->functions[i].defined)
            run->builtins[i] = builtin_find(program->functions[i].name);
        if (run->builtins[i])
            run->builtin_conventions[i] = builtin_convention(run->builtins[i], run->program);
    }
}

void setup_release(struct run *run)
{
    for (uint32_t i = 0; i < run->program->function_count; i++)
        mem_free((void *)run->constants[i]);
    mem_free(run->constants);
    mem_free(run->builtins);
    mem_free(run->builtin_conventions);
    mem_free(run->global_objects);
    mem_free(run->function_objects);
}

static void resolve_constants(struct run *run)
{
    for (uint32_t i = 0; i < run->program->function_count; i++) {
        const struct function *function = &run->program->functions[i];
        struct value *values = mem_alloc(function->constant_count * sizeof *values);
        for (uint32_t k = 0; k < function->constant_count; k++)
            values[k] = constant_value(run, &function->constants[k]);
        run->constants[i] = values;
    }
}

/* ---- the first state's memory ---- */

static void allocate_statics(struct run *run, struct space *space)
{
    const struct program *program = run->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        run->function_objects[i] =
            space_allocate(space, OBJECT_FUNCTION, 1 + (uint64_t)program->functions[i].code_count, 16, i,
                           program->functions[i].location, true)
                ->id;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct global *global = &program->globals[i];
        const struct object *object =
            space_allocate(space, OBJECT_GLOBAL, global->size, global->alignment, i, global->location, true);
        run->global_objects[i] = object->id;
    }
}

static void initialise_global(struct run *run, struct space *space, uint32_t index)
{
    const struct global *global = &run->program->globals[index];
    uint32_t id = run->global_objects[index];
    if (global->bytes && global->size)
        space_write_bytes(space, &run->windows, id, 0, global->bytes, global->size);
    for (uint32_t i = 0; i < global->relocation_count; i++) {
        const struct relocation *relocation = &global->relocations[i];
        struct value value = constant_value(run, &relocation->target);
        if (relocation->has_minus)
            value = value_plain(value.bits - constant_value(run, &relocation->minus).bits);
        value.bits &= width_mask(8 * relocation->size);
        if (relocation->size < 8)
            value.tag = 0;
        space_store(space, &run->windows, id, relocation->offset, 8 * relocation->size, value);
    }
    if (global->constant)
        space_make_constant(space, &run->windows, id);
}

/* An array of pointers to strings, ended by a null pointer, in one object per part. */
static struct value string_array(struct run *run, struct space *space, char **strings, int count)
{
    const struct object *array =
        space_allocate(space, OBJECT_GLOBAL, 8 * ((uint64_t)count + 1), 8, UINT32_MAX, NO_LOCATION, true);
    run->objects.by_id[array->id]->context = CONTEXT_GIVEN;
    for (int i = 0; i < count; i++) {
        uint64_t size = strlen(strings[i]) + 1;
        const struct object *string =
            space_allocate(space, OBJECT_GLOBAL, size, 1, UINT32_MAX, NO_LOCATION, true);
        run->objects.by_id[string->id]->context = CONTEXT_GIVEN;
        space_write_bytes(space, &run->windows, string->id, 0, strings[i], size);
        space_store(space, &run->windows, array->id, 8 * (uint64_t)i, 64,
                    value_pointer(string->address, string->id));
    }
    return value_pointer(array->address, array->id);
}

struct state *setup_state(struct run *run)
{
    const struct program *program = run->program;
    const struct run_options *options = &run->options;
    struct state *state = state_new(run->exprs, &run->objects);
    struct space *space = &state->space;
    space->history.kept = options->check_memory;
    allocate_statics(run, space);
    resolve_constants(run);
    for (uint32_t i = 0; i < program->global_count; i++)
        initialise_global(run, space, i);
    space->track_uninitialised = options->check_uninit;
    space->segments_as_found = !options->reuse_segments;

    const struct function *entry = &program->functions[program_find_function(program, options->entry)];
    const struct passed *passed = convention_int_pointers.passed;
    const struct given given[] = {
        {passed[0], value_plain((uint32_t)options->argument_count)},
        {passed[1], string_array(run, space, options->arguments, options->argument_count)},
        {passed[2], string_array(run, space, options->environment, options->environment_count)},
    };
    enter_given(run, state, entry, given, ARRAY_COUNT(given));
    for (uint32_t i = 1; i < run->objects.count; i++)
        placement_note(run->placement, state, object_get(&run->objects, i));
    for (uint32_t i = program->constructor_count; i-- > 0;)
        enter_given(run, state, &program->functions[program->constructors[i]], given, ARRAY_COUNT(given));
    return state;
}
