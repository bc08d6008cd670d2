/* Which virtual registers may still be read after each block of the lowered
 * code: the usual backward equations, iterated until nothing changes. */
#include "program/liveness.h"

#include <string.h>

static bool ends_block(const struct instruction *instruction)
{
    switch (instruction->op) {
    case OP_RETURN:
    case OP_SWITCH:
    case OP_JUMP_INDIRECT:
    case OP_UNREACHABLE:
    case OP_UNSUPPORTED:
        return true;
    default:
        return opcode_operands(instruction->op)[3] == 't';
    }
}

static bool falls_through(const struct instruction *instruction)
{
    return instruction->op != OP_JUMP && instruction->op != OP_RETURN && instruction->op != OP_SWITCH &&
           instruction->op != OP_JUMP_INDIRECT && instruction->op != OP_UNREACHABLE;
}

static void find_blocks(struct liveness *live)
{
    struct function_lowering *f = live->f;
    size_t count = f->code.count;
    bool *starts = mem_zero(count + 1);
    starts[0] = true;
    for (size_t i = 0; i < count; i++) {
        if (ends_block(&f->code.data[i]))
            starts[i + 1] = true;
        if (opcode_operands(f->code.data[i].op)[3] == 't')
            starts[f->code.data[i].c] = true;
    }
    for (size_t i = 0; i < f->switches.count; i++) {
        for (uint32_t j = 0; j < f->switches.data[i].count; j++)
            starts[f->switches.data[i].targets[j]] = true;
        starts[f->switches.data[i].otherwise] = true;
    }
    for (size_t i = 0; i < f->address_labels.count; i++)
        starts[f->address_labels.data[i]] = true;
    live->block_of = mem_alloc((count + 1) * sizeof *live->block_of);
    for (size_t i = 0; i < count; i++) {
        if (starts[i])
            vector_push(&live->blocks, (struct code_block){.start = (uint32_t)i, .switch_table = -1});
        live->blocks.data[live->blocks.count - 1].end = (uint32_t)i;
        live->block_of[i] = (uint32_t)live->blocks.count - 1;
    }
    mem_free(starts);
    for (size_t i = 0; i < live->blocks.count; i++) {
        struct code_block *block = &live->blocks.data[i];
        const struct instruction *last = &f->code.data[block->end];
        if (opcode_operands(last->op)[3] == 't')
            block->successors[block->successor_count++] = live->block_of[last->c];
        if (falls_through(last) && block->end + 1 < count)
            block->successors[block->successor_count++] = (uint32_t)i + 1;
        if (last->op == OP_SWITCH)
            block->switch_table = (int32_t)last->b;
        block->indirect = last->op == OP_JUMP_INDIRECT;
    }
}

bool is_temporary(const struct function_lowering *f, uint32_t reg)
{
    return reg != NO_REGISTER && !(reg & CONSTANT_TAG) && reg >= f->parameter_count;
}

static void note_home(void *context, uint32_t *reg, bool written)
{
    struct liveness *live = context;
    if (!is_temporary(live->f, *reg))
        return;
    if (live->home[*reg] == UINT32_MAX)
        live->home[*reg] = live->block;
    else if (live->home[*reg] != live->block && live->number[*reg] == UINT32_MAX) {
        live->global[live->global_count] = *reg;
        live->number[*reg] = live->global_count++;
    }
}

static void note_first(void *context, uint32_t *reg, bool written)
{
    struct liveness *live = context;
    if (!is_temporary(live->f, *reg) || live->number[*reg] == UINT32_MAX)
        return;
    uint32_t number = live->number[*reg];
    size_t word = live->block * live->words + number / 64;
    uint64_t bit = UINT64_C(1) << number % 64;
    if (written)
        live->defines[word] |= bit;
    else if (!(live->defines[word] & bit))
        live->uses[word] |= bit;
}

static void each_operand(struct liveness *live, operand_visitor *visit)
{
    struct function_lowering *f = live->f;
    for (size_t i = 0; i < f->code.count; i++) {
        live->block = live->block_of[i];
        visit_operands(&f->code.data[i], f->calls.data, visit, live);
    }
}

static void join(struct liveness *live, size_t block, uint32_t successor)
{
    uint64_t *out = live->out + block * live->words, *in = live->in + successor * live->words;
    for (size_t i = 0; i < live->words; i++)
        out[i] |= in[i];
}

static void join_successors(struct liveness *live, size_t index)
{
    const struct code_block *block = &live->blocks.data[index];
    for (uint32_t i = 0; i < block->successor_count; i++)
        join(live, index, block->successors[i]);
    if (block->switch_table >= 0) {
        const struct switch_table *table = &live->f->switches.data[block->switch_table];
        for (uint32_t i = 0; i < table->count; i++)
            join(live, index, live->block_of[table->targets[i]]);
        join(live, index, live->block_of[table->otherwise]);
    }
    for (size_t i = 0; block->indirect && i < live->f->address_labels.count; i++)
        join(live, index, live->block_of[live->f->address_labels.data[i]]);
}

static void find_liveness(struct liveness *live)
{
    size_t size = live->blocks.count * live->words * sizeof(uint64_t) + 1;
    live->in = mem_zero(size);
    live->out = mem_zero(size);
    live->uses = mem_zero(size);
    live->defines = mem_zero(size);
    each_operand(live, note_first);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = live->blocks.count; b-- > 0;) {
            join_successors(live, b);
            for (size_t i = b * live->words; i < (b + 1) * live->words; i++) {
                uint64_t in = live->uses[i] | (live->out[i] & ~live->defines[i]);
                changed |= in != live->in[i];
                live->in[i] = in;
            }
        }
    }
}

bool live_out(const struct liveness *live, uint32_t block, uint32_t reg)
{
    uint32_t number = live->number[reg];
    return number != UINT32_MAX && live->out[block * live->words + number / 64] >> number % 64 & 1;
}

void liveness_init(struct liveness *live, struct function_lowering *f)
{
    *live = (struct liveness){.f = f};
    size_t size = (f->group.count + 1) * sizeof(uint32_t);
    live->home = mem_alloc(size);
    live->number = mem_alloc(size);
    live->global = mem_alloc(size);
    memset(live->home, 0xff, size);
    memset(live->number, 0xff, size);
    find_blocks(live);
    each_operand(live, note_home);
    live->words = (live->global_count + 63) / 64;
    find_liveness(live);
}

void liveness_release(struct liveness *live)
{
    vector_release(&live->blocks);
    mem_free(live->block_of);
    mem_free(live->home);
    mem_free(live->number);
    mem_free(live->global);
    mem_free(live->in);
    mem_free(live->out);
    mem_free(live->uses);
    mem_free(live->defines);
}
