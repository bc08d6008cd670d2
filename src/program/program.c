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

static bool same_passed(const struct passed *left, const struct passed *right, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (left[i].place != right[i].place || left[i].bytes != right[i].bytes ||
            left[i].width != right[i].width || left[i].is_signed != right[i].is_signed)
            return false;
    return true;
}

static uint64_t hash_passed(uint64_t hash, const struct passed *passed, uint32_t count)
{
    hash = hash_mix(hash, count);
    for (uint32_t i = 0; i < count; i++)
        hash = hash_mix(hash_mix(hash, passed[i].place), (uint64_t)passed[i].width << 32 | passed[i].bytes);
    return hash;
}

static const struct passed *keep_passed(struct arena *arena, const struct passed *passed, uint32_t count)
{
    struct passed *copy = arena_alloc(arena, (count + 1) * sizeof *copy);
    if (count)
        memcpy(copy, passed, count * sizeof *copy);
    return copy;
}

const struct convention *program_convention(struct program *program, const struct convention *like)
{
    struct program_memory *memory = program->memory;
    uint64_t key =
        hash_passed(hash_passed(0, like->passed, like->passed_count), like->returned, like->returned_count);
    for (uint64_t *known; (known = table_find(&memory->conventions, key)); key++) {
        const struct convention *found = (const struct convention *)(uintptr_t)*known;
        if (found->passed_count == like->passed_count && found->returned_count == like->returned_count &&
            same_passed(found->passed, like->passed, like->passed_count) &&
            same_passed(found->returned, like->returned, like->returned_count))
            return found;
    }
    struct convention *made = arena_alloc(&memory->arena, sizeof *made);
    *made = *like;
    made->passed = keep_passed(&memory->arena, like->passed, like->passed_count);
    made->returned = keep_passed(&memory->arena, like->returned, like->returned_count);
    table_set(&memory->conventions, key, (uint64_t)(uintptr_t)made);
    return made;
}

void program_free(struct program *program)
{
    if (!program)
        return;
    struct program_memory *memory = program->memory;
    table_release(&memory->functions);
    table_release(&memory->globals);
    table_release(&memory->conventions);
    arena_release(&memory->arena);
    mem_free(memory);
    mem_free(program);
}
