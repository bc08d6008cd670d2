/* From virtual registers to those of the frame: linear scan.
 *
 * Frames are copied when states fork, so they should be small: a register is
 * used again after the last place its value may still be read. Where that is
 * comes from liveness over the blocks of the lowered code. Only registers
 * that are read in another block than they are written in take part in it.
 * Constants come first in the frame, then the parameters; neither is reused. */
#include "program/lower.h"

#include <stdlib.h>
#include <string.h>

struct interval {
    uint32_t first, last; /* 2 * instruction for a read, + 1 for a write */
    uint32_t leader;      /* virtual register */
    uint32_t count;
    uint32_t reg;
};

struct block {
    uint32_t start, end;
    uint32_t successors[2];
    uint32_t successor_count;
    int32_t switch_table; /* more successors, or -1 */
    bool indirect;
};

struct scan {
    struct function_lowering *f;
    uint32_t virtual_count;
    uint32_t *block_of; /* per instruction */
    VECTOR(struct block) blocks;
    uint32_t *home;   /* per virtual register: the one block that knows it; UINT32_MAX none yet */
    uint32_t *number; /* of those that live across blocks, UINT32_MAX for the others */
    uint32_t *global; /* the reverse */
    uint32_t global_count;
    size_t words;
    uint64_t *in, *out, *uses, *defines; /* per block, words of bits each */
    struct interval *intervals;          /* per virtual register, used at leaders */
    uint32_t position;                   /* of the instruction visited */
    uint32_t block;
};

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

static void find_blocks(struct scan *scan)
{
    struct function_lowering *f = scan->f;
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
    scan->block_of = mem_alloc((count + 1) * sizeof *scan->block_of);
    for (size_t i = 0; i < count; i++) {
        if (starts[i])
            vector_push(&scan->blocks, (struct block){.start = (uint32_t)i, .switch_table = -1});
        scan->blocks.data[scan->blocks.count - 1].end = (uint32_t)i;
        scan->block_of[i] = (uint32_t)scan->blocks.count - 1;
    }
    mem_free(starts);
    for (size_t i = 0; i < scan->blocks.count; i++) {
        struct block *block = &scan->blocks.data[i];
        const struct instruction *last = &f->code.data[block->end];
        if (opcode_operands(last->op)[3] == 't')
            block->successors[block->successor_count++] = scan->block_of[last->c];
        if (falls_through(last) && block->end + 1 < count)
            block->successors[block->successor_count++] = (uint32_t)i + 1;
        if (last->op == OP_SWITCH)
            block->switch_table = (int32_t)last->b;
        block->indirect = last->op == OP_JUMP_INDIRECT;
    }
}

static bool is_temporary(const struct scan *scan, uint32_t reg)
{
    return reg != NO_REGISTER && !(reg & CONSTANT_TAG) && reg >= scan->f->parameter_count;
}

static void note_home(void *context, uint32_t *reg, bool written)
{
    struct scan *scan = context;
    if (!is_temporary(scan, *reg))
        return;
    if (scan->home[*reg] == UINT32_MAX)
        scan->home[*reg] = scan->block;
    else if (scan->home[*reg] != scan->block && scan->number[*reg] == UINT32_MAX) {
        scan->global[scan->global_count] = *reg;
        scan->number[*reg] = scan->global_count++;
    }
}

static void note_first(void *context, uint32_t *reg, bool written)
{
    struct scan *scan = context;
    if (!is_temporary(scan, *reg) || scan->number[*reg] == UINT32_MAX)
        return;
    uint32_t number = scan->number[*reg];
    size_t word = scan->block * scan->words + number / 64;
    uint64_t bit = UINT64_C(1) << number % 64;
    if (written)
        scan->defines[word] |= bit;
    else if (!(scan->defines[word] & bit))
        scan->uses[word] |= bit;
}

static void each_operand(struct scan *scan, operand_visitor *visit)
{
    struct function_lowering *f = scan->f;
    for (size_t i = 0; i < f->code.count; i++) {
        scan->position = (uint32_t)i;
        scan->block = scan->block_of[i];
        visit_operands(&f->code.data[i], f->calls.data, visit, scan);
    }
}

static void join(struct scan *scan, size_t block, uint32_t successor)
{
    uint64_t *out = scan->out + block * scan->words, *in = scan->in + successor * scan->words;
    for (size_t i = 0; i < scan->words; i++)
        out[i] |= in[i];
}

static void join_successors(struct scan *scan, size_t index)
{
    const struct block *block = &scan->blocks.data[index];
    for (uint32_t i = 0; i < block->successor_count; i++)
        join(scan, index, block->successors[i]);
    if (block->switch_table >= 0) {
        const struct switch_table *table = &scan->f->switches.data[block->switch_table];
        for (uint32_t i = 0; i < table->count; i++)
            join(scan, index, scan->block_of[table->targets[i]]);
        join(scan, index, scan->block_of[table->otherwise]);
    }
    for (size_t i = 0; block->indirect && i < scan->f->address_labels.count; i++)
        join(scan, index, scan->block_of[scan->f->address_labels.data[i]]);
}

static void find_liveness(struct scan *scan)
{
    size_t size = scan->blocks.count * scan->words * sizeof(uint64_t) + 1;
    scan->in = mem_zero(size);
    scan->out = mem_zero(size);
    scan->uses = mem_zero(size);
    scan->defines = mem_zero(size);
    each_operand(scan, note_first);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = scan->blocks.count; b-- > 0;) {
            join_successors(scan, b);
            for (size_t i = b * scan->words; i < (b + 1) * scan->words; i++) {
                uint64_t in = scan->uses[i] | (scan->out[i] & ~scan->defines[i]);
                changed |= in != scan->in[i];
                scan->in[i] = in;
            }
        }
    }
}

static void extend(struct scan *scan, uint32_t reg, uint32_t position)
{
    struct interval *interval = &scan->intervals[scan->f->group.data[reg]];
    if (position < interval->first)
        interval->first = position;
    if (position > interval->last)
        interval->last = position;
}

/* Results that lie side by side may not share a register with an operand:
 * the first would be written before the last operand is read. */
static void note_position(void *context, uint32_t *reg, bool written)
{
    struct scan *scan = context;
    if (!is_temporary(scan, *reg))
        return;
    bool alone = scan->intervals[scan->f->group.data[*reg]].count == 1;
    extend(scan, *reg, 2 * scan->position + (written && alone));
    if (written)
        extend(scan, *reg, 2 * scan->position + 1);
}

static void extend_across_blocks(struct scan *scan)
{
    for (size_t b = 0; b < scan->blocks.count; b++)
        for (size_t i = 0; i < scan->words; i++) {
            uint64_t in = scan->in[b * scan->words + i], out = scan->out[b * scan->words + i];
            for (; in; in &= in - 1)
                extend(scan, scan->global[64 * i + (size_t)__builtin_ctzll(in)],
                       2 * scan->blocks.data[b].start);
            for (; out; out &= out - 1)
                extend(scan, scan->global[64 * i + (size_t)__builtin_ctzll(out)],
                       2 * scan->blocks.data[b].end + 1);
        }
}

static void find_intervals(struct scan *scan)
{
    for (uint32_t i = 0; i < scan->virtual_count; i++)
        scan->intervals[i] = (struct interval){.first = UINT32_MAX, .leader = i};
    for (uint32_t i = 0; i < scan->virtual_count; i++)
        scan->intervals[scan->f->group.data[i]].count++;
    each_operand(scan, note_position);
    extend_across_blocks(scan);
}

static int by_first(const void *left, const void *right)
{
    const struct interval *x = *(struct interval *const *)left, *y = *(struct interval *const *)right;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->leader < y->leader ? -1 : x->leader > y->leader;
}

static int by_last(const void *left, const void *right)
{
    const struct interval *x = *(struct interval *const *)left, *y = *(struct interval *const *)right;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return x->leader < y->leader ? -1 : x->leader > y->leader;
}

/* The lowest run of free registers. */
static uint32_t take(bool *busy, uint32_t *lowest, uint32_t count)
{
    while (busy[*lowest])
        ++*lowest;
    for (uint32_t start = *lowest;; start++) {
        uint32_t length = 0;
        while (length < count && !busy[start + length])
            length++;
        if (length == count) {
            memset(busy + start, true, count);
            return start;
        }
        start += length;
    }
}

static uint32_t assign(struct scan *scan)
{
    struct interval **starting = mem_alloc((scan->virtual_count + 1) * sizeof *starting);
    struct interval **ending = mem_alloc((scan->virtual_count + 1) * sizeof *ending);
    size_t count = 0;
    for (uint32_t i = 0; i < scan->virtual_count; i++)
        if (scan->intervals[i].count && scan->intervals[i].first != UINT32_MAX)
            starting[count++] = &scan->intervals[i];
    memcpy(ending, starting, count * sizeof *ending);
    qsort(starting, count, sizeof *starting, by_first);
    qsort(ending, count, sizeof *ending, by_last);
    bool *busy = mem_zero(2 * (size_t)scan->virtual_count + 2);
    uint32_t lowest = 0, used = 0;
    size_t ended = 0;
    for (size_t i = 0; i < count; i++) {
        struct interval *interval = starting[i];
        while (!scan->f->keeps_registers && ended < count && ending[ended]->last < interval->first) {
            memset(busy + ending[ended]->reg, false, ending[ended]->count);
            if (ending[ended]->reg < lowest)
                lowest = ending[ended]->reg;
            ended++;
        }
        interval->reg = take(busy, &lowest, interval->count);
        if (interval->reg + interval->count > used)
            used = interval->reg + interval->count;
    }
    mem_free(busy);
    mem_free(starting);
    mem_free(ending);
    return used;
}

static void rename_register(void *context, uint32_t *reg, bool written)
{
    struct scan *scan = context;
    if (*reg == NO_REGISTER)
        return;
    uint32_t constants = (uint32_t)scan->f->constants.count, virtual = *reg;
    if (virtual & CONSTANT_TAG) {
        *reg = virtual & ~CONSTANT_TAG;
    } else if (virtual < scan->f->parameter_count) {
        *reg = constants + virtual;
    } else {
        uint32_t leader = scan->f->group.data[virtual];
        *reg = constants + scan->f->parameter_count + scan->intervals[leader].reg + (virtual - leader);
    }
}

void allocate_registers(struct function_lowering *f)
{
    struct scan scan = {.f = f, .virtual_count = (uint32_t)f->group.count};
    size_t size = (scan.virtual_count + 1) * sizeof(uint32_t);
    scan.home = mem_alloc(size);
    scan.number = mem_alloc(size);
    scan.global = mem_alloc(size);
    memset(scan.home, 0xff, size);
    memset(scan.number, 0xff, size);
    scan.intervals = mem_zero((scan.virtual_count + 1) * sizeof *scan.intervals);
    find_blocks(&scan);
    each_operand(&scan, note_home);
    scan.words = (scan.global_count + 63) / 64;
    find_liveness(&scan);
    find_intervals(&scan);
    uint32_t used = assign(&scan);
    each_operand(&scan, rename_register);
    f->function->register_count = (uint32_t)f->constants.count + f->parameter_count + used;
    vector_release(&scan.blocks);
    mem_free(scan.block_of);
    mem_free(scan.home);
    mem_free(scan.number);
    mem_free(scan.global);
    mem_free(scan.in);
    mem_free(scan.out);
    mem_free(scan.uses);
    mem_free(scan.defines);
    mem_free(scan.intervals);
}
