/* Finding things in a lowered program, and giving it back. */
#include "program/code.h"

#include "base/hash.h"
#include "program/lower.h"

#include <string.h>

static const char *const names[] = {
#define X(name, text, operands) text,
    OPCODES(X)
#undef X
};

static const char *const operands[] = {
#define X(name, text, letters) letters,
    OPCODES(X)
#undef X
};

const char *opcode_name(enum opcode op)
{
    BUG_ON(op >= OPCODE_COUNT);
    return names[op];
}

const char *opcode_operands(enum opcode op)
{
    BUG_ON(op >= OPCODE_COUNT);
    return operands[op];
}

/* The table knows one name per hash: where two names share one, look at all. */
uint32_t program_find_function(const struct program *program, const char *name)
{
    const struct program_memory *memory = program->memory;
    uint64_t *found = table_find(&memory->functions, hash_string(name));
    if (!found)
        return UINT32_MAX;
    if (!strcmp(program->functions[*found].name, name))
        return (uint32_t)*found;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (!strcmp(program->functions[i].name, name))
            return i;
    return UINT32_MAX;
}

uint32_t program_find_global(const struct program *program, const char *name)
{
    const struct program_memory *memory = program->memory;
    uint64_t *found = table_find(&memory->globals, hash_string(name));
    if (!found)
        return UINT32_MAX;
    if (!strcmp(program->globals[*found].name, name))
        return (uint32_t)*found;
    for (uint32_t i = 0; i < program->global_count; i++)
        if (!strcmp(program->globals[i].name, name))
            return i;
    return UINT32_MAX;
}

void program_free(struct program *program)
{
    if (!program)
        return;
    struct program_memory *memory = program->memory;
    table_release(&memory->functions);
    table_release(&memory->globals);
    arena_release(&memory->arena);
    mem_free(memory);
    mem_free(program);
}
