/* Removes what lowering left behind: moves of a register to itself, stubs of
 * edges that turned out empty, code that is never reached, jumps to what
 * follows. Jumps written in the source stay where other code has the same line:
 * a path that comes by such a jump only has executed the line, too. */
#include "program/lines.h"
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
    for (size_t i = 0; i < f->marks.count; i++)
        f->marks.data[i].at = moved[f->marks.data[i].at];
    mem_free(moved);
}

/* ---- jumps to what follows ---- */

static uint64_t line_key(const struct function_lowering *f, size_t at)
{
    uint32_t place = f->locations.data[at];
    if (place == NO_LOCATION)
        return 0;
    const struct location *location = &f->module->locations.data[place];
    return (uint64_t)location->file << 32 | location->line;
}

static void note_target(const struct function_lowering *f, const bool *dead, bool *entered, uint32_t target)
{
    entered[skip_dead(f, dead, target)] = true;
}

/* What can be reached otherwise than from the instruction before it. */
static bool *entered_code(const struct function_lowering *f, const bool *dead)
{
    bool *entered = mem_zero(f->code.count + 1);
    for (size_t i = 0; i < f->code.count; i++)
        if (!dead[i] && opcode_operands(f->code.data[i].op)[3] == 't')
            note_target(f, dead, entered, f->code.data[i].c);
    for (size_t i = 0; i < f->switches.count; i++) {
        const struct switch_table *table = &f->switches.data[i];
        for (uint32_t j = 0; j < table->count; j++)
            note_target(f, dead, entered, table->targets[j]);
        note_target(f, dead, entered, table->otherwise);
    }
    for (size_t i = 0; i < f->address_labels.count; i++)
        note_target(f, dead, entered, f->address_labels.data[i]);
    return entered;
}

static bool jumps_to_next(const struct function_lowering *f, const bool *dead, uint32_t at)
{
    const struct instruction *jump = &f->code.data[at];
    return !dead[at] && jump->op == OP_JUMP && jump->c > at &&
           skip_dead(f, dead, at + 1) == skip_dead(f, dead, jump->c);
}

static void drop_idle_jumps(struct function_lowering *f, bool *dead, const bool *kept)
{
    struct table counts = {0}; /* by line: instructions that are left */
    bool *entered = entered_code(f, dead);
    for (size_t i = 0; i < f->code.count; i++)
        if (!dead[i])
            ++*table_slot(&counts, line_key(f, i), 0);
    uint64_t before = 0; /* the line of the instruction before */
    for (uint32_t i = 0; i < f->code.count; i++) {
        if (dead[i])
            continue;
        uint64_t line = line_key(f, i), *count = table_find(&counts, line);
        bool nothing_lost =
            f->function->is_library || !line || *count == 1 || (!entered[i] && line == before);
        if (nothing_lost && !kept[i] && jumps_to_next(f, dead, i)) {
            dead[i] = true;
            --*count;
        } else {
            before = line;
        }
    }
    mem_free(entered);
    table_release(&counts);
}

void tidy_code(struct function_lowering *f)
{
    bool *dead = mem_zero(f->code.count + 1);
    for (size_t i = 0; i < f->code.count; i++)
        dead[i] = f->code.data[i].op == OP_MOVE && f->code.data[i].dst == f->code.data[i].a;
    thread_jumps(f, dead);
    mark_unreached(f, dead);
    bool *kept = mem_zero(f->code.count + 1);
    lines_anchor(f, dead, kept);
    drop_idle_jumps(f, dead, kept);
    mem_free(kept);
    compact(f, dead);
    mem_free(dead);
}
