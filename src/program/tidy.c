/* Removes what lowering left behind: moves of a register to itself, stubs of
 * edges that turned out empty, code that is never reached, jumps to what
 * follows. Jumps written in the source stay: they are lines to cover. */
#include "program/lower.h"

static uint32_t skip_dead(const struct function_lowering *f, const bool *dead, uint32_t at)
{
    while (at < f->code.count && dead[at])
        at++;
    return at;
}

/* Where a jump really ends: through stubs that only jump on. */
static uint32_t final_target(const struct function_lowering *f, const bool *dead, uint32_t target)
{
    for (;;) {
        target = skip_dead(f, dead, target);
        if (target < f->stubs_start || f->code.data[target].op != OP_JUMP)
            return target;
        target = f->code.data[target].c;
    }
}

static void thread_jumps(struct function_lowering *f, const bool *dead)
{
    for (size_t i = 0; i < f->code.count; i++)
        if (opcode_operands(f->code.data[i].op)[3] == 't')
            f->code.data[i].c = final_target(f, dead, f->code.data[i].c);
    for (size_t i = 0; i < f->switches.count; i++) {
        struct switch_table *table = &f->switches.data[i];
        for (uint32_t j = 0; j < table->count; j++)
            ((uint32_t *)table->targets)[j] = final_target(f, dead, table->targets[j]);
        table->otherwise = final_target(f, dead, table->otherwise);
    }
    for (size_t i = 0; i < f->address_labels.count; i++)
        f->address_labels.data[i] = final_target(f, dead, f->address_labels.data[i]);
}

typedef VECTOR(uint32_t) worklist;

static void mark_run(const struct function_lowering *f, uint32_t at, bool *reached, worklist *work)
{
    for (; at < f->code.count && !reached[at]; at++) {
        const struct instruction *instruction = &f->code.data[at];
        reached[at] = true;
        if (opcode_operands(instruction->op)[3] == 't')
            vector_push(work, instruction->c);
        if (instruction->op == OP_SWITCH) {
            const struct switch_table *table = &f->switches.data[instruction->b];
            for (uint32_t i = 0; i < table->count; i++)
                vector_push(work, table->targets[i]);
            vector_push(work, table->otherwise);
        }
        if (instruction->op == OP_JUMP || instruction->op == OP_RETURN || instruction->op == OP_SWITCH ||
            instruction->op == OP_JUMP_INDIRECT || instruction->op == OP_UNREACHABLE)
            return;
    }
}

static void mark_unreached(struct function_lowering *f, bool *dead)
{
    bool *reached = mem_zero(f->code.count + 1);
    worklist work = {0};
    mark_run(f, 0, reached, &work);
    for (size_t i = 0; i < f->address_labels.count; i++)
        mark_run(f, f->address_labels.data[i], reached, &work);
    while (work.count)
        mark_run(f, vector_pop(&work), reached, &work);
    for (size_t i = 0; i < f->code.count; i++)
        dead[i] |= !reached[i];
    vector_release(&work);
    mem_free(reached);
}

static void compact(struct function_lowering *f, const bool *dead)
{
    uint32_t *moved = mem_alloc((f->code.count + 1) * sizeof *moved);
    uint32_t kept = 0;
    for (size_t i = 0; i < f->code.count; i++) {
        moved[i] = kept;
        if (dead[i])
            continue;
        f->code.data[kept] = f->code.data[i];
        f->locations.data[kept++] = f->locations.data[i];
    }
    f->code.count = f->locations.count = kept;
    for (size_t i = 0; i < f->code.count; i++)
        if (opcode_operands(f->code.data[i].op)[3] == 't')
            f->code.data[i].c = moved[f->code.data[i].c];
    for (size_t i = 0; i < f->switches.count; i++) {
        struct switch_table *table = &f->switches.data[i];
        for (uint32_t j = 0; j < table->count; j++)
            ((uint32_t *)table->targets)[j] = moved[table->targets[j]];
        table->otherwise = moved[table->otherwise];
    }
    for (size_t i = 0; i < f->address_labels.count; i++)
        f->address_labels.data[i] = moved[f->address_labels.data[i]];
    mem_free(moved);
}

void tidy_code(struct function_lowering *f)
{
    bool *dead = mem_zero(f->code.count + 1);
    for (size_t i = 0; i < f->code.count; i++)
        dead[i] = f->code.data[i].op == OP_MOVE && f->code.data[i].dst == f->code.data[i].a;
    thread_jumps(f, dead);
    mark_unreached(f, dead);
    for (size_t i = 0; i < f->code.count; i++)
        if (!dead[i] && f->code.data[i].op == OP_JUMP &&
            skip_dead(f, dead, (uint32_t)i + 1) == skip_dead(f, dead, f->code.data[i].c) &&
            f->code.data[i].c > i)
            dead[i] = true;
    compact(f, dead);
    mem_free(dead);
}
