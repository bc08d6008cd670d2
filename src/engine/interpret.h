/* The parts of the interpreter to each other. The loop (interpret.c) runs what
 * is concrete; everything else is a function here, called with state->pc at the
 * instruction. A function that returns bool says true when the instruction is
 * done and the state goes on behind it, false when the state has ended, was
 * set aside, or has its pc set to where it goes on (the loop then leaves). */
#ifndef ENGINE_INTERPRET_H
#define ENGINE_INTERPRET_H

#include "engine/builtin.h"
#include "engine/run.h"

/* Run the state for about so many instructions, or until it forks or ends. */
void interpret(struct run *, struct state *, int32_t budget);

/* symbolic.c: arithmetic on terms, pointers as integers, wide values */
bool step_binary(struct run *, struct state *);
bool step_compare(struct run *, struct state *);
bool step_convert(struct run *, struct state *);
bool step_select(struct run *, struct state *);
bool step_pointer(struct run *, struct state *);
bool step_bits(struct run *, struct state *);
bool step_overflow(struct run *, struct state *);

/* landing.c */
bool step_signature(struct run *, struct state *);
expr_t compare_term(struct run *, uint16_t op, expr_t left, expr_t right);

/* floats.c */
bool step_float(struct run *, struct state *);

/* access.c */
bool step_load(struct run *, struct state *);
bool step_store(struct run *, struct state *);
bool step_memory(struct run *, struct state *); /* COPY, MOVE_MEMORY, FILL, OBJECT_SIZE */
/* The value made concrete: the state goes on with one value, other states
 * execute the instruction again for the rest. false as above. */
bool fork_value(struct run *, struct state *, struct value, unsigned width, uint64_t *concrete);
/* End the side on which `bad` holds with an error; true: this state goes on without it. */
bool check_never(struct run *, struct state *, expr_t bad, enum error_kind, const char *message);
/* Copy memory, as memmove does, or as memcpy does, where an overlap is an error. */
bool access_copy(struct run *, struct state *, struct value to, struct value from, struct value length,
                 bool may_overlap);
bool access_fill(struct run *, struct state *, struct value to, struct value byte, struct value length);

/* calls.c: these set state->pc themselves */
void step_call(struct run *, struct state *);
void step_return(struct run *, struct state *);
bool step_frame(struct run *, struct state *); /* ALLOCA, PARAMETER_COPY, STACK_*, SCOPE, VA_START */
/* main has returned, or the initial frame is done */
void step_branch(struct run *, struct state *); /* conditional, symbolic */
void step_switch(struct run *, struct state *);
void step_jump_indirect(struct run *, struct state *);

/* collect.c */
bool garbage_due(const struct run *);
void collect_garbage(struct run *);

/* leaks.c: heap objects nobody can reach any more; reports the first as an error */
bool check_leaks(struct run *, struct state *);

/* setup.c */
void setup_program(struct run *);
void setup_release(struct run *);
struct state *setup_state(struct run *);

static inline struct value *reg(struct state *state, uint32_t index) { return &state->top->registers[index]; }
static inline expr_t term_of(struct run *run, struct value value, unsigned width)
{
    return value_to_term(run->exprs, &run->objects, value, width);
}
static inline struct value value_of(struct run *run, expr_t term)
{
    return value_from_term(run->exprs, &run->objects, term);
}
/* The number of the instruction the state is at. */
static inline uint32_t instruction_number(const struct state *state)
{
    const struct function *function = state->top->function;
    return function->first_instruction + (uint32_t)(state->pc - function->code);
}

#endif
