/* Two fixed points over the whole program, both from "nowhere" downwards:
 *
 *   to_return[i]    instructions from i to the return of its function; depends
 *                   on the program alone, computed once
 *   to_uncovered[i] instructions from i to uncovered code in its function or
 *                   below; computed again when coverage has grown
 *
 * A call costs 1 and what its cheapest callee takes. Functions are relaxed by
 * sweeps against the direction of their code until nothing changes; when the
 * value at a function's entry changes, its callers are relaxed again. A call
 * through a pointer may reach any function whose address is taken and whose
 * number of parameters fits: such functions form one group a number, which
 * takes part as if it were a function. */
#include "search/distance.h"

#include "base/vector.h"

/* A refresh visits each instruction a few times, some ten nanoseconds each;
 * this many are paid for by one call. */
enum { INSTRUCTIONS_A_CALL = 64, GROUPS = 17 /* the last: 16 parameters and more */, FRAMES = 128 };

/* States that may go for a place in vain before it is given up, at first; steps on the way that are followed
 * to find out which place it is. */
enum { TRIES = 256, MOST_TRIES = 1 << 14, STEPS = 2000 };

struct functions {
    VECTOR(uint32_t) list;
};

struct block {
    uint32_t function, instruction;
};

struct distance {
    const struct program *program;
    const uint8_t *covered;
    uint32_t *to_return, *to_uncovered; /* by instruction */
    struct functions *callers;          /* by function, then by group */
    struct functions members[GROUPS];
    bool *address_taken;         /* by function */
    VECTOR(struct block) blocks; /* whose address is taken */
    VECTOR(uint32_t) work;       /* functions to relax */
    bool *queued;
    /* the least among the members of a group: large programs have thousands, and ask at each call */
    uint32_t group_to_return[GROUPS], group_to_uncovered[GROUPS];
    uint64_t covered_count; /* at the last refresh */
    uint64_t calls;         /* since */
    uint32_t age;           /* refreshes so far, with the first */
    uint16_t *tries;        /* by instruction: of uncovered places; limit and more: given up */
    uint16_t limit;
    bool stale; /* places were given up, or are tried again */
};

static uint32_t plus(uint32_t a, uint32_t b)
{
    if (a == DISTANCE_NONE || b == DISTANCE_NONE)
        return DISTANCE_NONE;
    return b < DISTANCE_NONE - 1 - a ? a + b : DISTANCE_NONE - 1;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t group_of(uint32_t parameters) { return parameters < GROUPS ? parameters : GROUPS - 1; }

/* The function a call reaches, or the group: an index into callers. */
static uint32_t callee_of(const struct distance *self, const struct call_site *site)
{
    return site->function != UINT32_MAX ? site->function
                                        : self->program->function_count + group_of(site->argument_count);
}

/* The value at the entry of a function, or the least in a group. A function
 * the engine answers itself returns at once and covers nothing. */
static uint32_t at_entry(const struct distance *self, const uint32_t *values, uint32_t callee)
{
    const struct program *program = self->program;
    if (callee < program->function_count) {
        const struct function *function = &program->functions[callee];
        if (function->defined && function->code_count)
            return values[function->first_instruction];
        return values == self->to_return ? 0 : DISTANCE_NONE;
    }
    uint32_t group = callee - program->function_count;
    return values == self->to_return ? self->group_to_return[group] : self->group_to_uncovered[group];
}

/* ---- one instruction ---- */

static uint32_t least_successor(const struct distance *self, const struct function *function, uint32_t at,
                                const uint32_t *values)
{
    const struct instruction *instruction = &function->code[at];
    uint32_t best = DISTANCE_NONE;
    switch (instruction->op) {
    case OP_RETURN:
    case OP_UNREACHABLE:
    case OP_UNSUPPORTED:
        return DISTANCE_NONE;
    case OP_JUMP:
        return values[instruction->c];
    case OP_SWITCH: {
        const struct switch_table *table = &function->switches[instruction->b];
        best = values[table->otherwise];
        for (uint32_t i = 0; i < table->count; i++)
            best = least(best, values[table->targets[i]]);
        return best;
    }
    case OP_JUMP_INDIRECT:
        for (size_t i = 0; i < self->blocks.count; i++)
            if (self->blocks.data[i].function == function->index)
                best = least(best, values[self->blocks.data[i].instruction]);
        return best;
    case OP_CALL:
        if (function->calls[instruction->a].never_returns)
            return DISTANCE_NONE;
        break;
    case OP_BRANCH:
    case OP_BRANCH_EQ:
    case OP_BRANCH_NE:
    case OP_BRANCH_ULT:
    case OP_BRANCH_ULE:
    case OP_BRANCH_SLT:
    case OP_BRANCH_SLE:
        best = values[instruction->c];
        break;
    default:
        break;
    }
    return at + 1 < function->code_count ? least(best, values[at + 1]) : best;
}

static uint32_t relaxed_return(const struct distance *self, const struct function *function, uint32_t at,
                               const uint32_t *values)
{
    const struct instruction *instruction = &function->code[at];
    if (instruction->op == OP_RETURN)
        return 1;
    uint32_t after = plus(1, least_successor(self, function, at, values));
    if (instruction->op != OP_CALL || after == DISTANCE_NONE)
        return after;
    return plus(after, at_entry(self, self->to_return, callee_of(self, &function->calls[instruction->a])));
}

static uint32_t relaxed_uncovered(const struct distance *self, const struct function *function, uint32_t at,
                                  const uint32_t *values)
{
    uint32_t number = function->first_instruction + at;
    if (!function->is_library && !self->covered[number]) /* whoever passes it has covered it */
        return self->tries[number] < self->limit ? 1 : DISTANCE_NONE;
    const struct instruction *instruction = &function->code[at];
    uint32_t after = plus(1, least_successor(self, function, at, values));
    if (instruction->op != OP_CALL)
        return after;
    uint32_t callee = callee_of(self, &function->calls[instruction->a]);
    return least(plus(1, at_entry(self, self->to_uncovered, callee)),
                 plus(after, at_entry(self, self->to_return, callee)));
}

/* ---- the fixed points ---- */

static void queue_function(struct distance *self, uint32_t function)
{
    if (self->queued[function])
        return;
    self->queued[function] = true;
    vector_push(&self->work, function);
}

static void queue_callers(struct distance *self, uint32_t callee)
{
    for (size_t i = 0; i < self->callers[callee].list.count; i++)
        queue_function(self, self->callers[callee].list.data[i]);
}

/* Until nothing in the function changes; true if the value at entry did. */
static bool relax(struct distance *self, const struct function *function, uint32_t *all)
{
    uint32_t *values = all + function->first_instruction;
    uint32_t entry = values[0];
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t at = function->code_count; at-- > 0;) {
            uint32_t value = all == self->to_return ? relaxed_return(self, function, at, values)
                                                    : relaxed_uncovered(self, function, at, values);
            if (value < values[at]) {
                values[at] = value;
                changed = true;
            }
        }
    }
    return values[0] != entry;
}

static void compute(struct distance *self, uint32_t *values)
{
    const struct program *program = self->program;
    for (uint32_t i = 0; i < program->instruction_count; i++)
        values[i] = DISTANCE_NONE;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i].defined && program->functions[i].code_count)
            queue_function(self, i);
    uint32_t *groups = values == self->to_return ? self->group_to_return : self->group_to_uncovered;
    for (uint32_t group = 0; group < GROUPS; group++) {
        const struct functions *members = &self->members[group];
        groups[group] = DISTANCE_NONE;
        for (size_t i = 0; i < members->list.count; i++)
            groups[group] = least(groups[group], at_entry(self, values, members->list.data[i]));
    }
    while (self->work.count) {
        uint32_t index = vector_pop(&self->work);
        self->queued[index] = false;
        if (!relax(self, &program->functions[index], values))
            continue;
        queue_callers(self, index);
        if (!self->address_taken[index])
            continue;
        uint32_t group = group_of(program->functions[index].parameter_count);
        uint32_t entry = at_entry(self, values, index);
        if (entry >= groups[group])
            continue;
        groups[group] = entry;
        queue_callers(self, program->function_count + group);
    }
}

/* ---- what the program looks like ---- */

static void note_constant(struct distance *self, const struct constant *constant)
{
    if (constant->kind == CONSTANT_FUNCTION)
        self->address_taken[constant->index] = true;
    if (constant->kind == CONSTANT_BLOCK)
        vector_push(&self->blocks, (struct block){constant->index, (uint32_t)constant->value});
}

static void note_addresses(struct distance *self)
{
    const struct program *program = self->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t k = 0; k < program->functions[i].constant_count; k++)
            note_constant(self, &program->functions[i].constants[k]);
    for (uint32_t i = 0; i < program->global_count; i++)
        for (uint32_t k = 0; k < program->globals[i].relocation_count; k++) {
            note_constant(self, &program->globals[i].relocations[k].target);
            if (program->globals[i].relocations[k].has_minus)
                note_constant(self, &program->globals[i].relocations[k].minus);
        }
    for (uint32_t i = 0; i < program->function_count; i++)
        if (self->address_taken[i])
            vector_push(&self->members[group_of(program->functions[i].parameter_count)].list, i);
}

static void note_calls(struct distance *self)
{
    const struct program *program = self->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t k = 0; k < program->functions[i].call_count; k++) {
            struct functions *callers = &self->callers[callee_of(self, &program->functions[i].calls[k])];
            if (!callers->list.count || callers->list.data[callers->list.count - 1] != i)
                vector_push(&callers->list, i);
        }
}

struct distance *distance_new(const struct program *program, const uint8_t *covered)
{
    struct distance *self = NEW(struct distance);
    self->program = program;
    self->covered = covered;
    self->to_return = mem_zero(((size_t)program->instruction_count + 1) * sizeof *self->to_return);
    self->to_uncovered = mem_zero(((size_t)program->instruction_count + 1) * sizeof *self->to_uncovered);
    self->callers = mem_zero(((size_t)program->function_count + GROUPS) * sizeof *self->callers);
    self->address_taken = mem_zero((size_t)program->function_count + 1);
    self->queued = mem_zero((size_t)program->function_count + 1);
    self->tries = mem_zero(((size_t)program->instruction_count + 1) * sizeof *self->tries);
    self->limit = TRIES;
    self->age = 1;
    note_addresses(self);
    note_calls(self);
    compute(self, self->to_return);
    compute(self, self->to_uncovered);
    return self;
}

void distance_free(struct distance *self)
{
    if (!self)
        return;
    for (uint32_t i = 0; i < self->program->function_count + GROUPS; i++)
        vector_release(&self->callers[i].list);
    for (uint32_t i = 0; i < GROUPS; i++)
        vector_release(&self->members[i].list);
    mem_free(self->to_return);
    mem_free(self->to_uncovered);
    mem_free(self->callers);
    mem_free(self->address_taken);
    mem_free(self->queued);
    mem_free(self->tries);
    vector_release(&self->blocks);
    vector_release(&self->work);
    mem_free(self);
}

void distance_refresh(struct distance *self, uint64_t covered_count)
{
    self->calls++;
    if ((covered_count == self->covered_count && !self->stale) ||
        self->calls * INSTRUCTIONS_A_CALL < self->program->instruction_count)
        return;
    self->covered_count = covered_count;
    self->calls = 0;
    self->stale = false;
    self->age++;
    compute(self, self->to_uncovered);
}

/* ---- the way to the nearest place ---- */

struct spot {
    const struct function *function;
    uint32_t at;
};

/* The function among those a call may reach that has this value at its entry; NULL: none */
static const struct function *callee_with(const struct distance *self, const struct call_site *site,
                                          uint32_t value)
{
    uint32_t callee = callee_of(self, site);
    const struct program *program = self->program;
    if (callee < program->function_count)
        return at_entry(self, self->to_uncovered, callee) == value ? &program->functions[callee] : NULL;
    const struct functions *members = &self->members[callee - program->function_count];
    for (size_t i = 0; i < members->list.count; i++)
        if (at_entry(self, self->to_uncovered, members->list.data[i]) == value)
            return &program->functions[members->list.data[i]];
    return NULL;
}

/* One step nearer. false: the values do not show one, as when they are old */
static bool step(const struct distance *self, struct spot *spot)
{
    const struct function *function = spot->function;
    const struct instruction *instruction = &function->code[spot->at];
    const uint32_t *values = self->to_uncovered + function->first_instruction;
    uint32_t value = values[spot->at];
    if (instruction->op == OP_CALL) {
        const struct function *callee = callee_with(self, &function->calls[instruction->a], value - 1);
        if (callee) {
            *spot = (struct spot){callee, 0};
            return true;
        }
    } else if (instruction->op == OP_SWITCH) {
        const struct switch_table *table = &function->switches[instruction->b];
        uint32_t next = table->otherwise;
        for (uint32_t i = 0; i < table->count && values[next] != value - 1; i++)
            next = table->targets[i];
        spot->at = next;
        return values[next] < value;
    } else if (instruction->op == OP_JUMP ||
               (instruction->op >= OP_BRANCH && instruction->op <= OP_BRANCH_SLE &&
                values[instruction->c] == value - 1)) {
        spot->at = instruction->c;
        return values[spot->at] < value;
    }
    return ++spot->at < function->code_count && values[spot->at] < value;
}

static uint32_t follow(const struct distance *self, struct spot spot)
{
    for (int steps = 0; steps < STEPS; steps++) {
        uint32_t number = spot.function->first_instruction + spot.at;
        if (self->to_uncovered[number] == 1)
            return number;
        if (self->to_uncovered[number] == DISTANCE_NONE || !step(self, &spot))
            break;
    }
    return DISTANCE_NONE;
}

void distance_try(struct distance *self, const struct state *state)
{
    uint32_t target = distance_target(self, state);
    if (target == DISTANCE_NONE || self->covered[target])
        return;
    if (++self->tries[target] == self->limit)
        self->stale = true;
}

void distance_try_again(struct distance *self)
{
    if (self->limit < MOST_TRIES)
        self->limit *= 4;
    self->stale = true;
}

/* ---- questions ---- */

uint32_t distance_age(const struct distance *self) { return self->age; }
uint32_t distance_local(const struct distance *self, uint32_t number) { return self->to_uncovered[number]; }
uint32_t distance_return(const struct distance *self, uint32_t number) { return self->to_return[number]; }

/* The least, and the frame from whose code it is, which it gets to by returning. */
static uint32_t least_of(const struct distance *self, const struct state *state, struct spot *spot)
{
    const struct instruction *pc = state->pc;
    uint32_t best = DISTANCE_NONE, passed = 0;
    int left = FRAMES; /* deep recursion must not make every look at a state slow */
    for (const struct frame *frame = state->top; frame && passed < best && left--; frame = frame->caller) {
        uint32_t at = (uint32_t)(pc - frame->function->code),
                 number = frame->function->first_instruction + at;
        uint32_t distance = plus(passed, self->to_uncovered[number]);
        if (distance < best) {
            best = distance;
            *spot = (struct spot){frame->function, at};
        }
        passed = plus(passed, self->to_return[number]);
        pc = frame->resume;
    }
    return best;
}

uint32_t distance_of(const struct distance *self, const struct state *state)
{
    struct spot spot;
    return least_of(self, state, &spot);
}

uint32_t distance_target(const struct distance *self, const struct state *state)
{
    struct spot spot;
    return least_of(self, state, &spot) == DISTANCE_NONE ? DISTANCE_NONE : follow(self, spot);
}
