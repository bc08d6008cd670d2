/* Loops test at the bottom.
 *
 *     head: test, branch out              jump head
 *     body: ...                  ->  body: ...
 *           jump head                head: test, branch to body
 *     out:                           out:
 *
 * saves a jump per turn. The test is moved, not copied, so a branch of the
 * source stays one branch, which coverage counts. */
#include "program/lower.h"

struct loop {
    uint32_t head, branch; /* first and last instruction of the test */
    uint32_t jump;         /* back to the head */
};

static bool is_branch(const struct instruction *instruction)
{
    return instruction->op >= OP_BRANCH && instruction->op <= OP_BRANCH_SLE;
}

static bool goes_on(const struct instruction *instruction)
{
    switch (instruction->op) {
    case OP_JUMP:
    case OP_RETURN:
    case OP_SWITCH:
    case OP_JUMP_INDIRECT:
    case OP_UNREACHABLE:
    case OP_UNSUPPORTED:
        return false;
    default:
        return true;
    }
}

static bool *find_targets(const struct function_lowering *f)
{
    bool *targets = mem_zero(f->code.count + 1);
    for (size_t i = 0; i < f->code.count; i++)
        if (opcode_operands(f->code.data[i].op)[3] == 't')
            targets[f->code.data[i].c] = true;
    for (size_t i = 0; i < f->switches.count; i++) {
        for (uint32_t j = 0; j < f->switches.data[i].count; j++)
            targets[f->switches.data[i].targets[j]] = true;
        targets[f->switches.data[i].otherwise] = true;
    }
    for (size_t i = 0; i < f->address_labels.count; i++)
        targets[f->address_labels.data[i]] = true;
    return targets;
}

enum { FARTHEST = 4096 }; /* instructions looked at before a loop is given up */

/* Is there a way from one place to the back jump, but not through the head?
 * returns -1 if it is too far to say */
static int comes_back(const struct function_lowering *f, const struct loop *loop, uint32_t from)
{
    VECTOR(uint32_t) work = {0};
    bool *seen = mem_zero(f->code.count + 1);
    unsigned steps = 0;
    int found = 0;
    vector_push(&work, from);
    while (work.count && !found) {
        for (uint32_t at = vector_pop(&work); at < f->code.count && !seen[at] && at != loop->head; at++) {
            const struct instruction *instruction = &f->code.data[at];
            seen[at] = true;
            if (at == loop->jump)
                found = 1;
            else if (++steps > FARTHEST || instruction->op == OP_JUMP_INDIRECT)
                found = -1;
            if (found)
                break;
            if (opcode_operands(instruction->op)[3] == 't')
                vector_push(&work, instruction->c);
            if (instruction->op == OP_SWITCH) {
                const struct switch_table *table = &f->switches.data[instruction->b];
                for (uint32_t i = 0; i < table->count; i++)
                    vector_push(&work, table->targets[i]);
                vector_push(&work, table->otherwise);
            }
            if (!goes_on(instruction))
                break;
        }
    }
    vector_release(&work);
    mem_free(seen);
    return found;
}

/* The test that begins at the head: straight code, then a branch out. */
static bool find_test(const struct function_lowering *f, const bool *targets, struct loop *loop)
{
    for (uint32_t i = loop->head; i < loop->jump; i++) {
        const struct instruction *instruction = &f->code.data[i];
        if (i > loop->head && targets[i])
            return false;
        if (is_branch(instruction)) {
            loop->branch = i;
            return comes_back(f, loop, i + 1) == 1 && comes_back(f, loop, instruction->c) == 0;
        }
        if (!goes_on(instruction))
            return false;
    }
    return false;
}

/* Per instruction: 1 + index of the loop whose head or back jump it is. */
struct loops {
    VECTOR(struct loop) list;
    uint32_t *head_of, *jump_of;
};

static void find_loops(const struct function_lowering *f, struct loops *loops)
{
    bool *targets = find_targets(f);
    loops->head_of = mem_zero((f->code.count + 1) * sizeof *loops->head_of);
    loops->jump_of = mem_zero((f->code.count + 1) * sizeof *loops->jump_of);
    for (uint32_t i = (uint32_t)f->code.count; i-- > 0;) {
        struct loop loop = {.head = f->code.data[i].c, .jump = i};
        if (f->code.data[i].op != OP_JUMP || loop.head >= i || loops->head_of[loop.head] ||
            !find_test(f, targets, &loop))
            continue;
        vector_push(&loops->list, loop);
        loops->head_of[loop.head] = loops->jump_of[i] = (uint32_t)loops->list.count;
    }
    mem_free(targets);
}

static void invert(struct function_lowering *f, struct instruction *branch, uint32_t target)
{
    uint32_t a = branch->a;
    switch (branch->op) {
    case OP_BRANCH:
        branch->op = OP_BRANCH_EQ;
        branch->b = integer_register(f, 1, 0);
        break;
    case OP_BRANCH_EQ:
        branch->op = OP_BRANCH_NE;
        break;
    case OP_BRANCH_NE:
        branch->op = OP_BRANCH_EQ;
        break;
    default: /* not a < b: b <= a */
        branch->op = branch->op == OP_BRANCH_ULT   ? OP_BRANCH_ULE
                     : branch->op == OP_BRANCH_ULE ? OP_BRANCH_ULT
                     : branch->op == OP_BRANCH_SLT ? OP_BRANCH_SLE
                                                   : OP_BRANCH_SLT;
        branch->a = branch->b;
        branch->b = a;
    }
    branch->c = target;
}

struct output {
    VECTOR(struct instruction) code;
    VECTOR(uint32_t) locations;
    uint32_t *moved; /* old to new place; targets stay old until all is placed */
};

static void put(struct output *out, struct instruction instruction, uint32_t location)
{
    vector_push(&out->code, instruction);
    vector_push(&out->locations, location);
}

static void put_jump(struct output *out, uint32_t target, uint32_t location)
{
    put(out, (struct instruction){.op = OP_JUMP, .c = target}, location);
}

static void put_test(struct function_lowering *f, const struct loops *loops, const struct loop *loop,
                     struct output *out)
{
    for (uint32_t i = loop->head; i <= loop->branch; i++) {
        out->moved[i] = (uint32_t)out->code.count;
        put(out, f->code.data[i], f->locations.data[i]);
    }
    uint32_t exit = f->code.data[loop->branch].c;
    invert(f, &out->code.data[out->code.count - 1], loop->branch + 1);
    if (exit != loop->jump + 1 || loops->head_of[exit])
        put_jump(out, exit, f->locations.data[loop->branch]);
}

static void place_code(struct function_lowering *f, const struct loops *loops, struct output *out)
{
    for (uint32_t i = 0; i < f->code.count; i++) {
        if (loops->head_of[i]) {
            const struct loop *loop = &loops->list.data[loops->head_of[i] - 1];
            if (i == 0 || (out->code.count && goes_on(&out->code.data[out->code.count - 1])))
                put_jump(out, i, f->locations.data[i]);
            i = loop->branch;
        } else if (loops->jump_of[i]) {
            out->moved[i] = (uint32_t)out->code.count;
            put_test(f, loops, &loops->list.data[loops->jump_of[i] - 1], out);
        } else {
            out->moved[i] = (uint32_t)out->code.count;
            put(out, f->code.data[i], f->locations.data[i]);
        }
    }
}

static void settle_targets(struct function_lowering *f, const uint32_t *moved)
{
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
}

void rotate_loops(struct function_lowering *f)
{
    struct loops loops = {0};
    struct output out = {0};
    find_loops(f, &loops);
    if (loops.list.count) {
        out.moved = mem_zero((f->code.count + 1) * sizeof *out.moved);
        place_code(f, &loops, &out);
        vector_clear(&f->code);
        vector_clear(&f->locations);
        for (size_t i = 0; i < out.code.count; i++) {
            vector_push(&f->code, out.code.data[i]);
            vector_push(&f->locations, out.locations.data[i]);
        }
        settle_targets(f, out.moved);
    }
    vector_release(&loops.list);
    mem_free(loops.head_of);
    mem_free(loops.jump_of);
    vector_release(&out.code);
    vector_release(&out.locations);
    mem_free(out.moved);
}
