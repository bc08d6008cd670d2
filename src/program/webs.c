/* Every write begins a value, and so does the entry of a block for each register
 * that is live there; values that meet at an entry become one. A function that
 * jumps in ways that do not show in its code (setjmp, computed goto) has one web
 * a register. */
#include "program/webs.h"

#include "program/lower.h"

#include <string.h>

struct operand {
    uint32_t reg;
    bool written;
};

struct block {
    uint32_t start, end; /* one past the last instruction */
};

struct work {
    const struct function *function;
    uint32_t fixed, temporaries; /* registers below and from `fixed` */
    VECTOR(struct operand) operands;
    uint32_t *first;
    VECTOR(struct block) blocks;
    uint32_t *block_of;
    size_t words;
    uint64_t *in, *uses, *defines; /* per block: live registers */
    uint32_t *entry, *exit;        /* per block and register: the value there */
    VECTOR(uint32_t) parent;       /* of values: union-find */
};

static void collect(void *context, uint32_t *reg, bool written)
{
    struct work *work = context;
    if (*reg != NO_REGISTER)
        vector_push(&work->operands, (struct operand){*reg, written});
}

static void collect_operands(struct work *work)
{
    const struct function *function = work->function;
    work->first = mem_alloc((function->code_count + 1) * sizeof *work->first);
    for (uint32_t i = 0; i < function->code_count; i++) {
        struct instruction instruction = function->code[i];
        work->first[i] = (uint32_t)work->operands.count;
        visit_operands(&instruction, function->calls, collect, work);
    }
    work->first[function->code_count] = (uint32_t)work->operands.count;
}

static bool jumps(const struct instruction *at) { return opcode_operands(at->op)[3] == 't'; }

static bool falls_through(const struct instruction *at)
{
    return at->op != OP_JUMP && at->op != OP_RETURN && at->op != OP_SWITCH && at->op != OP_UNREACHABLE &&
           at->op != OP_UNSUPPORTED && at->op != OP_JUMP_INDIRECT;
}

static void find_blocks(struct work *work)
{
    const struct function *function = work->function;
    uint32_t count = function->code_count;
    bool *starts = mem_zero(count + 1);
    for (uint32_t i = 0; i < count; i++) {
        if (jumps(&function->code[i]))
            starts[function->code[i].c] = true;
        if (jumps(&function->code[i]) || !falls_through(&function->code[i]))
            starts[i + 1] = true;
    }
    for (uint32_t i = 0; i < function->switch_count; i++) {
        for (uint32_t k = 0; k < function->switches[i].count; k++)
            starts[function->switches[i].targets[k]] = true;
        starts[function->switches[i].otherwise] = true;
    }
    work->block_of = mem_alloc((count + 1) * sizeof *work->block_of);
    for (uint32_t i = 0; i < count; i++) {
        if (!i || starts[i])
            vector_push(&work->blocks, (struct block){.start = i});
        work->blocks.data[work->blocks.count - 1].end = i + 1;
        work->block_of[i] = (uint32_t)work->blocks.count - 1;
    }
    mem_free(starts);
}

/* Calls visit for each block that may follow. */
static void each_successor(struct work *work, uint32_t block,
                           void (*visit)(struct work *, uint32_t block, uint32_t successor))
{
    const struct function *function = work->function;
    uint32_t end = work->blocks.data[block].end;
    const struct instruction *last = &function->code[end - 1];
    if (jumps(last))
        visit(work, block, work->block_of[last->c]);
    if (falls_through(last) && end < function->code_count)
        visit(work, block, work->block_of[end]);
    if (last->op != OP_SWITCH)
        return;
    const struct switch_table *table = &function->switches[last->b];
    for (uint32_t i = 0; i < table->count; i++)
        visit(work, block, work->block_of[table->targets[i]]);
    visit(work, block, work->block_of[table->otherwise]);
}

/* ---- which registers are live ---- */

static bool has(const uint64_t *bits, uint32_t number) { return bits[number / 64] >> number % 64 & 1; }

static void note_block(struct work *work, uint32_t block)
{
    uint64_t *uses = work->uses + block * work->words, *defines = work->defines + block * work->words;
    uint32_t end = work->first[work->blocks.data[block].end];
    for (uint32_t i = work->first[work->blocks.data[block].start]; i < end; i++) {
        const struct operand *operand = &work->operands.data[i];
        if (operand->reg < work->fixed)
            continue;
        uint32_t number = operand->reg - work->fixed;
        uint64_t bit = (uint64_t)1 << number % 64;
        if (operand->written)
            defines[number / 64] |= bit;
        else if (!has(defines, number))
            uses[number / 64] |= bit;
    }
}

/* What follows needs is needed here unless it is written here. */
static void join_live(struct work *work, uint32_t block, uint32_t successor)
{
    uint64_t *in = work->in + block * work->words;
    const uint64_t *defines = work->defines + block * work->words;
    const uint64_t *next = work->in + successor * work->words;
    for (size_t i = 0; i < work->words; i++)
        in[i] |= next[i] & ~defines[i];
}

static void find_live(struct work *work)
{
    size_t size = work->blocks.count * work->words * sizeof(uint64_t) + 1;
    uint64_t *before = mem_alloc(work->words * sizeof *before + 1);
    work->in = mem_zero(size);
    work->uses = mem_zero(size);
    work->defines = mem_zero(size);
    for (uint32_t i = 0; i < work->blocks.count; i++)
        note_block(work, i);
    memcpy(work->in, work->uses, size);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = (uint32_t)work->blocks.count; i-- > 0;) {
            uint64_t *in = work->in + i * work->words;
            memcpy(before, in, work->words * sizeof *before);
            each_successor(work, i, join_live);
            changed |= memcmp(before, in, work->words * sizeof *before) != 0;
        }
    }
    mem_free(before);
}

/* ---- values ---- */

static uint32_t find(struct work *work, uint32_t value)
{
    uint32_t *parent = work->parent.data;
    while (parent[value] != value)
        value = parent[value] = parent[parent[value]];
    return value;
}

static uint32_t new_value(struct work *work)
{
    uint32_t value = (uint32_t)work->parent.count;
    vector_push(&work->parent, value);
    return value;
}

/* What leaves the block is what the next one begins with. */
static void join_values(struct work *work, uint32_t block, uint32_t successor)
{
    const uint64_t *in = work->in + successor * work->words;
    const uint32_t *from = work->exit + (size_t)block * work->temporaries;
    const uint32_t *to = work->entry + (size_t)successor * work->temporaries;
    for (uint32_t word = 0; word < work->words; word++)
        for (uint64_t bits = in[word]; bits; bits &= bits - 1) {
            uint32_t reg = 64 * word + (uint32_t)__builtin_ctzll(bits);
            if (from[reg] != UINT32_MAX)
                work->parent.data[find(work, from[reg])] = find(work, to[reg]);
        }
}

/* A value for each operand. */
static void name_values(struct work *work, uint32_t *values)
{
    size_t size = work->blocks.count * work->temporaries * sizeof(uint32_t) + 1;
    work->entry = mem_alloc(size);
    work->exit = mem_alloc(size);
    memset(work->entry, 0xff, size);
    for (uint32_t reg = 0; reg < work->fixed; reg++)
        new_value(work);
    for (uint32_t block = 0; block < work->blocks.count; block++) {
        uint32_t *entry = work->entry + (size_t)block * work->temporaries;
        uint32_t *now = work->exit + (size_t)block * work->temporaries;
        for (uint32_t reg = 0; reg < work->temporaries; reg++)
            if (has(work->in + block * work->words, reg))
                entry[reg] = new_value(work);
        memcpy(now, entry, work->temporaries * sizeof *now);
        uint32_t end = work->first[work->blocks.data[block].end];
        for (uint32_t i = work->first[work->blocks.data[block].start]; i < end; i++) {
            const struct operand *operand = &work->operands.data[i];
            if (operand->reg < work->fixed) {
                values[i] = operand->reg;
                continue;
            }
            uint32_t *value = &now[operand->reg - work->fixed];
            if (operand->written)
                *value = new_value(work);
            values[i] = *value;
        }
    }
    for (uint32_t block = 0; block < work->blocks.count; block++)
        each_successor(work, block, join_values);
}

/* One web a register. */
static void name_registers(struct work *work, uint32_t *values)
{
    for (uint32_t reg = 0; reg < work->function->register_count; reg++)
        new_value(work);
    for (size_t i = 0; i < work->operands.count; i++)
        values[i] = work->operands.data[i].reg;
}

/* May control come back where no jump shows it? */
static bool is_opaque(const struct function *function)
{
    for (uint32_t i = 0; i < function->code_count; i++)
        if (function->code[i].op == OP_JUMP_INDIRECT)
            return true;
    return function->calls_setjmp;
}

void webs_init(struct webs *webs, const struct function *function)
{
    struct work work = {.function = function, .fixed = function->constant_count + function->parameter_count};
    work.temporaries = function->register_count - work.fixed;
    work.words = (work.temporaries + 63) / 64;
    collect_operands(&work);
    uint32_t *values = mem_alloc((work.operands.count + 1) * sizeof *values);
    if (is_opaque(function)) {
        name_registers(&work, values);
    } else {
        find_blocks(&work);
        find_live(&work);
        name_values(&work, values);
    }
    /* the values that are left, numbered densely; those of constants and parameters are first */
    uint32_t *number = mem_alloc((work.parent.count + 1) * sizeof *number), count = work.fixed;
    memset(number, 0xff, (work.parent.count + 1) * sizeof *number);
    for (uint32_t i = 0; i < work.fixed; i++)
        number[i] = i;
    *webs = (struct webs){.function = function, .web = values, .first = work.first};
    for (size_t i = 0; i < work.operands.count; i++) {
        uint32_t value = find(&work, values[i]);
        if (number[value] == UINT32_MAX)
            number[value] = count++;
        values[i] = number[value];
    }
    webs->count = count;
    webs->writes = mem_zero((count + 1) * sizeof *webs->writes);
    for (size_t i = 0; i < work.operands.count; i++)
        webs->writes[values[i]] += work.operands.data[i].written;
    mem_free(number);
    mem_free(work.block_of);
    mem_free(work.in);
    mem_free(work.uses);
    mem_free(work.defines);
    mem_free(work.entry);
    mem_free(work.exit);
    vector_release(&work.operands);
    vector_release(&work.blocks);
    vector_release(&work.parent);
}

void webs_release(struct webs *webs)
{
    mem_free(webs->web);
    mem_free(webs->first);
    mem_free(webs->writes);
}

struct search {
    const struct webs *webs;
    uint32_t reg, at, found;
    bool written;
};

static void look(void *context, uint32_t *reg, bool written)
{
    struct search *search = context;
    if (*reg == NO_REGISTER)
        return;
    if (*reg == search->reg && written == search->written)
        search->found = search->webs->web[search->at];
    search->at++;
}

static uint32_t web_of(const struct webs *webs, uint32_t instruction, uint32_t reg, bool written)
{
    struct search search = {webs, reg, webs->first[instruction], UINT32_MAX, written};
    struct instruction at = webs->function->code[instruction];
    visit_operands(&at, webs->function->calls, look, &search);
    BUG_ON(search.found == UINT32_MAX);
    return search.found;
}

uint32_t web_read(const struct webs *webs, uint32_t instruction, uint32_t reg)
{
    return web_of(webs, instruction, reg, false);
}

uint32_t web_written(const struct webs *webs, uint32_t instruction, uint32_t reg)
{
    return web_of(webs, instruction, reg, true);
}
