/* One path under exploration. Forking a state is O(what changes): frames,
 * contents, constraints and the model are shared and copied when written.
 *
 * Invariants: the model satisfies the constraints; the running state owns its
 * top frame (frame->references == 1). */
#ifndef ENGINE_STATE_H
#define ENGINE_STATE_H

#include "engine/trail.h"
#include "expr/eval.h"
#include "memory/space.h"
#include "program/code.h"
#include "solver/constraints.h"

/* A called function. Frames form a list from the innermost to main. */
struct frame {
    uint32_t references;
    uint32_t depth; /* of main: 1 */
    struct frame *caller;
    const struct function *function;
    const struct instruction *resume; /* where the caller goes on, in the caller's code */
    uint32_t result;                  /* the caller's register for the result */
    uint32_t variadic;                /* object with the variadic arguments, or 0 */
    struct variadic_area area;        /* how they lie in it */
    bool adapts_result;               /* the caller expects another type */
    uint32_t object_count, object_capacity;
    uint32_t *objects; /* stack objects to free on return */
    struct value registers[];
};

/* A symbolic object, in order of creation: becomes an object of the .ktest. */
struct symbolic {
    const char *name; /* owned by the pool's input */
    uint32_t input;   /* number */
};

/* What a path has printed, shared between states: the newest piece first. */
struct output_piece {
    uint32_t references;
    uint32_t length;
    struct output_piece *older;
    const struct output_piece *symbolic; /* the newest symbolic piece, from this one on */
    int stream;                          /* 1 or 2 */
    bool is_symbolic;                    /* bytes are a struct shown: see engine/printed.h */
    _Alignas(8) char bytes[];
};

/* A live setjmp. A list shared between states, the newest first. */
struct jump_point {
    uint32_t references;
    uint32_t id;    /* what the jmp_buf holds */
    uint32_t depth; /* of the frame that called setjmp */
    const struct instruction *resume;
    struct jump_point *older;
};

struct state {
    uint32_t id; /* 1, 2, … in order of creation */
    struct frame *top;
    const struct instruction *pc; /* in top->function->code */
    struct space space;
    struct constraints *constraints;
    struct model *model;
    struct symbolic *symbolics; /* shared by copy: small */
    uint32_t symbolic_count;
    struct output_piece *output;
    struct jump_point *jumps; /* live setjmp points; see engine/jump.c */
    struct trail *trail;      /* what it executed, or NULL: see engine/trail.h */
    expr_t *preferences;      /* klee_prefer_cex */
    uint32_t preference_count;

    uint32_t depth;                  /* branches with both sides feasible passed so far */
    uint64_t instructions;           /* executed on this path */
    uint64_t instructions_since_new; /* since it last covered an instruction first of all states */
    uint64_t printed;                /* bytes of output, as its models had them */
    double solver_seconds;           /* spent on its queries */
    double seconds;                  /* running time on this path */
    bool covered_new;                /* an instruction no test has covered before */
    bool forking_disabled;           /* klee_set_forking(0) */
    bool undecided;                  /* set aside: a query about it was unknown */
    uint8_t aside_edge;              /* of the branch that it took then: counted once it is decided */
    uint32_t aside_branch;           /* and the number of that instruction */
    bool ended;                      /* by run_end; freed when the engine is back in its loop */
    struct value exit_status;        /* what exit or main gave, once it ended so; 32 bits */
    uint32_t merged_at;              /* 1 + number of the instruction that last merged targets; 0: none */
    uint32_t merge_depth;            /* open klee_open_merge */
    uint32_t exit_object;            /* holds what runs when the program ends; 0: nothing yet (exit.c) */

    uint32_t group;       /* of its input among those the user listed; see engine/groups.h */
    size_t position;      /* in run->states; kept by the run */
    uint64_t search_data; /* scratch of the searcher that holds it */
};

/* decisions of the whole run are kept by run.h */
struct state *state_new(struct exprs *, struct objects *);
/* A copy that shares everything; the id is the caller's to set. */
struct state *state_fork(struct state *);
void state_free(struct state *, struct windows *);

struct frame *frame_push(struct state *, const struct function *, const struct value *constants);
/* Frees the frame's stack objects and the frame. */
void frame_pop(struct state *, struct windows *);
/* Make the top frame ours alone. */
void frame_own(struct state *);
/* The object lives as long as the frame. */
void frame_adopt(struct frame *, uint32_t object);

/* Hash of the chain of calls that it is in. */
uint64_t state_calls(const struct state *);

void state_output(struct state *, int stream, const char *bytes, size_t count);
void state_mark(const struct state *, struct objects *); /* roots */
void state_check(const struct state *);

#endif
