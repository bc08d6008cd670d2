/* From virtual registers to those of the frame: linear scan.
 *
 * Frames are copied when states fork, so they should be small: a register is
 * used again after the last place its value may still be read. Constants come
 * first in the frame, then the parameters; neither is reused. */
#include "program/liveness.h"

#include <stdlib.h>
#include <string.h>

struct interval {
    uint32_t first, last; /* 2 * instruction for a read, + 1 for a write */
    uint32_t leader;      /* virtual register */
    uint32_t count;
    uint32_t reg;
};

struct scan {
    struct function_lowering *f;
    uint32_t virtual_count;
    struct interval *intervals; /* per virtual register, used at leaders */
    uint32_t position;          /* of the instruction visited */
};

static void each_operand(struct scan *scan, operand_visitor *visit)
{
    for (size_t i = 0; i < scan->f->code.count; i++) {
        scan->position = (uint32_t)i;
        visit_operands(&scan->f->code.data[i], scan->f->calls.data, visit, scan);
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
    if (!is_temporary(scan->f, *reg))
        return;
    bool alone = scan->intervals[scan->f->group.data[*reg]].count == 1;
    extend(scan, *reg, 2 * scan->position + (written && alone));
    if (written)
        extend(scan, *reg, 2 * scan->position + 1);
}

static void extend_across_blocks(struct scan *scan, const struct liveness *live)
{
    for (size_t b = 0; b < live->blocks.count; b++)
        for (size_t i = 0; i < live->words; i++) {
            uint64_t in = live->in[b * live->words + i], out = live->out[b * live->words + i];
            for (; in; in &= in - 1)
                extend(scan, live->global[64 * i + (size_t)__builtin_ctzll(in)],
                       2 * live->blocks.data[b].start);
            for (; out; out &= out - 1)
                extend(scan, live->global[64 * i + (size_t)__builtin_ctzll(out)],
                       2 * live->blocks.data[b].end + 1);
        }
}

static void find_intervals(struct scan *scan, const struct liveness *live)
{
    for (uint32_t i = 0; i < scan->virtual_count; i++)
        scan->intervals[i] = (struct interval){.first = UINT32_MAX, .leader = i};
    for (uint32_t i = 0; i < scan->virtual_count; i++)
        scan->intervals[scan->f->group.data[i]].count++;
    each_operand(scan, note_position);
    extend_across_blocks(scan, live);
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
    struct liveness live;
    scan.intervals = mem_zero((scan.virtual_count + 1) * sizeof *scan.intervals);
    liveness_init(&live, f);
    find_intervals(&scan, &live);
    liveness_release(&live);
    uint32_t used = assign(&scan);
    each_operand(&scan, rename_register);
    f->function->register_count = (uint32_t)f->constants.count + f->parameter_count + used;
    f->function->calls_setjmp = f->keeps_registers;
    mem_free(scan.intervals);
}
