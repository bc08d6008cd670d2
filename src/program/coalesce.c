/* Moves that need not be made: where the two registers of a move are never
 * both needed with different values, they become one.
 *
 * Two registers are in each other's way if one is written while the other
 * may still be read, unless the write is a move from that other one. Most
 * moves come from phis; those on the way back to the head of a loop are tried
 * first, as they run most often. */
#include "program/liveness.h"

#include <string.h>

/* A set of registers that have become one. */
struct class
{
    uint32_t *places; /* ascending: 2 * instruction + 1 if written there */
    uint32_t place_count;
    uint32_t next; /* another member, or UINT32_MAX */
    uint32_t parent;
};

struct coalescing {
    struct function_lowering *f;
    struct liveness live;
    struct class *classes; /* per virtual register */
    uint32_t position;
};

static uint32_t class_of(struct coalescing *work, uint32_t reg)
{
    while (work->classes[reg].parent != reg) {
        work->classes[reg].parent = work->classes[work->classes[reg].parent].parent;
        reg = work->classes[reg].parent;
    }
    return reg;
}

static void count_place(void *context, uint32_t *reg, bool written)
{
    struct coalescing *work = context;
    if (is_temporary(work->f, *reg))
        work->classes[*reg].place_count++;
}

static void note_place(void *context, uint32_t *reg, bool written)
{
    struct coalescing *work = context;
    if (!is_temporary(work->f, *reg))
        return;
    struct class *class = &work->classes[*reg];
    class->places[class->place_count++] = 2 * work->position + written;
}

static void find_places(struct coalescing *work)
{
    struct function_lowering *f = work->f;
    work->classes = mem_zero((f->group.count + 1) * sizeof *work->classes);
    for (size_t i = 0; i < f->code.count; i++)
        visit_operands(&f->code.data[i], f->calls.data, count_place, work);
    for (uint32_t i = 0; i < f->group.count; i++) {
        struct class *class = &work->classes[i];
        class->places = mem_alloc((class->place_count + 1) * sizeof *class->places);
        class->place_count = 0;
        class->parent = i;
        class->next = UINT32_MAX;
    }
    for (size_t i = 0; i < f->code.count; i++) {
        work->position = (uint32_t)i;
        visit_operands(&f->code.data[i], f->calls.data, note_place, work);
    }
}

/* May the class be read after this instruction, as it is now? */
static bool is_live_after(struct coalescing *work, uint32_t leader, uint32_t position)
{
    const struct class *class = &work->classes[leader];
    uint32_t low = 0, high = class->place_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (class->places[middle] > 2 * position + 1)
            high = middle;
        else
            low = middle + 1;
    }
    uint32_t block = work->live.block_of[position];
    if (low < class->place_count && work->live.block_of[class->places[low] / 2] == block)
        return class->places[low] % 2 == 0;
    for (uint32_t member = leader; member != UINT32_MAX; member = work->classes[member].next)
        if (live_out(&work->live, block, member))
            return true;
    return false;
}

static bool is_written_over(struct coalescing *work, uint32_t writer, uint32_t other)
{
    const struct class *class = &work->classes[writer];
    for (uint32_t i = 0; i < class->place_count; i++) {
        if (class->places[i] % 2 == 0)
            continue;
        uint32_t position = class->places[i] / 2;
        const struct instruction *instruction = &work->f->code.data[position];
        bool copies = instruction->op == OP_MOVE && is_temporary(work->f, instruction->a) &&
                      class_of(work, instruction->a) == other;
        if (!copies && is_live_after(work, other, position))
            return true;
    }
    return false;
}

static void join(struct coalescing *work, uint32_t into, uint32_t from)
{
    struct class *x = &work->classes[into], *y = &work->classes[from];
    uint32_t *places = mem_alloc((x->place_count + y->place_count + 1) * sizeof *places);
    uint32_t i = 0, j = 0, count = 0;
    while (i < x->place_count || j < y->place_count)
        if (j == y->place_count || (i < x->place_count && x->places[i] <= y->places[j]))
            places[count++] = x->places[i++];
        else
            places[count++] = y->places[j++];
    mem_free(x->places);
    mem_free(y->places);
    x->places = places;
    x->place_count = count;
    y->places = NULL;
    y->parent = into;
    uint32_t last = into;
    while (work->classes[last].next != UINT32_MAX)
        last = work->classes[last].next;
    work->classes[last].next = from;
}

static bool stands_alone(const struct function_lowering *f, uint32_t reg)
{
    return f->group.data[reg] == reg && (reg + 1 == f->group.count || f->group.data[reg + 1] == reg + 1);
}

static bool try_move(struct coalescing *work, const struct instruction *move)
{
    struct function_lowering *f = work->f;
    if (!is_temporary(f, move->dst) || !is_temporary(f, move->a) || !stands_alone(f, move->dst) ||
        !stands_alone(f, move->a))
        return false;
    uint32_t to = class_of(work, move->dst), from = class_of(work, move->a);
    if (to == from || is_written_over(work, to, from) || is_written_over(work, from, to))
        return false;
    join(work, to, from);
    return true;
}

static bool goes_back(const struct coalescing *work, uint32_t position)
{
    const struct code_block *block = &work->live.blocks.data[work->live.block_of[position]];
    const struct instruction *last = &work->f->code.data[block->end];
    return opcode_operands(last->op)[3] == 't' && last->c <= block->start;
}

static void rename_operand(void *context, uint32_t *reg, bool written)
{
    struct coalescing *work = context;
    if (is_temporary(work->f, *reg))
        *reg = class_of(work, *reg);
}

void coalesce_moves(struct function_lowering *f)
{
    struct coalescing work = {.f = f};
    bool changed = false, any = false;
    for (size_t i = 0; i < f->code.count && !any; i++)
        any = f->code.data[i].op == OP_MOVE;
    if (!any || f->keeps_registers)
        return;
    liveness_init(&work.live, f);
    find_places(&work);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < f->code.count; i++)
            if (f->code.data[i].op == OP_MOVE && goes_back(&work, i) == (round == 0))
                changed |= try_move(&work, &f->code.data[i]);
    for (size_t i = 0; changed && i < f->code.count; i++)
        visit_operands(&f->code.data[i], f->calls.data, rename_operand, &work);
    for (size_t i = 0; i < f->group.count; i++)
        mem_free(work.classes[i].places);
    mem_free(work.classes);
    liveness_release(&work.live);
}
