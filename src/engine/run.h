/* A run: one program, all its states, and what they share. */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include "base/log.h"
#include "base/rng.h"
#include "engine/errors.h"
#include "engine/groups.h"
#include "engine/partial.h"
#include "engine/state.h"
#include "solver/chain.h"

#include <setjmp.h>

/* How a path ended. */
enum path_end {
    PATH_EXIT,      /* main returned or exit was called */
    PATH_ERROR,     /* a bug of the program; see struct error */
    PATH_SILENT,    /* klee_silent_exit, klee_assume(false): no test */
    PATH_LIMIT,     /* set aside by a limit on the path: a test is written, counted as partial */
    PATH_UNDECIDED, /* the solver could not say, also not with more time */
    PATH_HALTED     /* the run ended while it was alive */
};

struct stack_entry {
    const struct function *function;
    uint32_t location;         /* program->locations, or NO_LOCATION */
    const struct frame *frame; /* for argument values */
};

struct error {
    enum error_kind kind;
    char *message; /* one line */
    char *details; /* more lines for the .err file, or NULL */
    char *suffix;  /* of that file, before .err, where the program chose one; else NULL */
    uint32_t location;
    const struct function *function;
    uint32_t test; /* number of the test that shows it, 0: none was written */
};

/* Counters: name, summary key */
#define RUN_COUNTERS(X)                   \
    X(instructions, "instructions")       \
    X(forks, "forks")                     \
    X(completed, "completed")             \
    X(errors, "errors")                   \
    X(partial, "partial")                 \
    X(undecided, "undecided")             \
    X(silent, "silent")                   \
    X(evicted, "evicted")                 \
    X(tests, "tests")                     \
    X(max_states, "max_states")           \
    X(created_states, "created_states")   \
    X(merged_accesses, "merged_accesses") \
    X(segments, "segments")               \
    X(segment_bytes, "segment_bytes")     \
    X(splits, "splits")

struct run;

/* A number the operating system inside asks for (__ramify_setting). */
struct run_setting {
    const char *name;
    long value;
};

/* A file or directory of the host that the program may read. */
struct host_file {
    const char *host;
    const char *guest; /* where the program sees it; NULL: a template for symbolic contents */
};

/* What a pointer with several targets does; see engine/dereference.c. */
enum memory_model { MEMORY_FORK, MEMORY_MERGE, MEMORY_SEGMENTS, MEMORY_DYNAMIC, MEMORY_AUTO };

/* Pieces of split objects are as large as seems best for each. */
#define SPLIT_AUTO UINT64_MAX

/* The limits and choices of one run; 0 means no limit. */
struct run_options {
    double max_time, max_path_time;
    double processor_time; /* seconds of the processor that somebody else allows; questions take their time by
                              it */
    double processor_limit; /* seconds of it at which the kernel ends the process; 0: never */
    uint64_t max_memory;    /* bytes */
    uint64_t max_forks, max_depth, max_instructions, max_path_instructions, max_tests;
    uint64_t max_steps; /* of the budget: for tests of how a run stops */
    uint32_t max_stack_frames;
    bool exit_on_error;
    uint32_t exit_on_error_kinds; /* bit per enum error_kind; 0: any, with exit_on_error */
    bool emit_all_errors;
    bool null_on_zero_malloc;
    bool symbolic_environment; /* random numbers, time, the process and the machine are inputs */
    bool silent_assume; /* an assumption that cannot hold is no error */
    bool only_output_states_covering_new;
    bool dump_states_on_halt;
    uint64_t max_output; /* bytes that a path may print */
    bool keep_trails;    /* each state knows what it has executed */
    bool check_leaks, check_uninit, check_overshift, check_division;
    enum memory_model memory;
    uint64_t split;           /* bytes of a piece, a multiple of 8; 0: objects are not split */
    uint64_t split_threshold; /* objects that are larger are */
    bool reuse_segments;      /* the same objects have the same layout in a segment, in all states */
    bool check_memory;        /* compare what is read with a memory kept apart */
    bool use_contexts;        /* to resolve pointers */
    unsigned context_depth;
    bool yes_first;       /* at a branch the path goes on with the side where it holds, of several values with
                             the least, of several objects with the lowest, whatever the models */
    bool readable_inputs; /* prefer printable bytes when a test is written */
    uint64_t batch_instructions; /* search again after so many */
    double batch_time;
    uint64_t seed;
    const char *entry; /* function to start at */
    char **arguments;  /* argv of the program, [0] is its name */
    int argument_count;
    char **environment;
    int environment_count;
    const struct run_setting *settings;
    size_t setting_count;
    const struct host_file *host_files;
    size_t host_file_count;
    bool show_output;
};

/* Who is told what happens. All may be NULL. */
struct observer {
    void *context;
    /* A path ended; error is NULL unless PATH_ERROR. Returns the number of the
     * test it wrote, or 0. */
    uint32_t (*ended)(void *context, struct run *, struct state *, enum path_end, const struct error *error);
    void (*tick)(void *context, struct run *); /* a few times a second */
    void (*save)(void *context,
                 struct run *); /* what was found until now, for good: it may be the last word */
    void (*printed)(void *context, struct run *, struct state *, int stream, const char *bytes, size_t count);
};

/* Which state next: search/ implements it. */
struct search;
struct search_ops {
    const char *name;
    struct state *(*pick)(struct search *);
    void (*add)(struct search *, struct state *, struct state *parent); /* parent NULL: the first */
    void (*remove)(struct search *, struct state *);
    void (*ran)(struct search *, struct state *); /* it has just run; its weight may have changed */
    void (*release)(struct search *);
};
struct search {
    const struct search_ops *ops;
};

struct run {
    struct run_options options;
    struct program *program;
    struct exprs *exprs;
    struct chain *chain;
    struct objects objects;
    struct windows windows;
    struct log *log;
    struct observer observer;
    struct search *search;
    struct rng rng;

    struct state **states; /* live, in no particular order */
    size_t state_count, state_capacity;
    struct state *running;  /* NULL once it ended or was set aside */
    bool forked;            /* since the running state last left the interpreter */
    struct state *last_run; /* whose windows are filled */
    struct state **ended;   /* to be freed when no one looks at them any more */
    size_t ended_count, ended_capacity;
    struct state **aside; /* undecided, to be asked again with more time */
    size_t aside_count, aside_capacity;
    uint32_t next_state_id;
    struct groups groups;

    const struct value **constants;  /* per function: the values of its constant registers */
    uint32_t *global_objects;        /* per global: its object */
    uint32_t *function_objects;      /* per function: its object */
    const struct builtin **builtins; /* per function without code: what answers calls, or NULL */
    const struct convention **builtin_conventions; /* how it is called; NULL: as the caller likes */
    const struct builtin *exit;                    /* what main's return does */

    /* Coverage, by instruction number of the program; see engine/cover.h. */
    uint8_t *covered;       /* executed by any state */
    uint8_t *branch_taken;  /* conditional branches: bit 0 fell through, bit 1 jumped */
    uint64_t covered_count; /* of the user's code */
    int32_t *block_cost;    /* of entering the block that starts there */
    int32_t *edge_cost;     /* [2 * i] of falling through at i, [2 * i + 1] of jumping */
    uint32_t *block_length; /* known so far, 0 else; NULL unless states keep their trails */

    struct error *errors; /* deduplicated */
    size_t error_count, error_capacity;
    struct table error_places;
    struct partials partials; /* what was left out, and where */

    struct run_counters {
#define X(name, key) uint64_t name;
        RUN_COUNTERS(X)
#undef X
    } counters;
    double start;           /* clock_seconds */
    double step_start;      /* of the time for which a state runs now */
    uint64_t step_executed; /* instructions that it had executed then */
    double last_tick;
    size_t bytes_at_start,
        bytes_at_most_states; /* taken with the first state; since then, when most were alive */
    size_t foreign_memory;    /* bytes that others had taken before the run: LLVM with its module, the program
                                 itself */
    double resolution_seconds;
    size_t collect_terms_at; /* collect the garbage when there are so many */
    size_t collect_objects_at;
    bool is_counted;            /* what was alive at its end */
    volatile int stop_signal;   /* that asks the run to stop, or 0 */
    volatile double stopped_at; /* when it came */
    jmp_buf way_out;            /* of what does not return when the run is over; see budget_on_overrun() */
    bool abandoned; /* it was taken: what was at work then is half done and nobody looks at it again */
    struct state *left_behind;     /* which state that was, or NULL */
    struct contexts *contexts;     /* of objects, by instruction; see engine/contexts.h */
    struct placement *placement;   /* for MEMORY_SEGMENTS, from the caller and freed with the run, or NULL */
    struct experience *experience; /* of the memory models; see engine/experience.h */
    struct memory_check *memory_check; /* NULL: memory is not checked; see engine/memory_check.h */
    const char *halt_reason; /* why the run stops: a sentence; NULL while it runs; "finished" when all paths
                                were explored */
};

/* program, chain, log, search and observer stay the caller's. */
struct run *run_new(struct program *, struct exprs *, struct chain *, struct log *,
                    const struct run_options *);
void run_free(struct run *);
/* Explore until done or halted. */
void run_explore(struct run *);

/* ---- for the parts of the engine ---- */

/* Both sides of a branch on a condition (width 1).
 * returns the state for each side; a side that is infeasible is NULL. One of
 * them is `state` itself; a new one is already among the run's states.
 * An unknown answer keeps the side as an undecided state, to be asked again. */
struct branches {
    struct state *yes, *no;
};
struct branches run_branch(struct run *, struct state *, expr_t condition);
/* Do the limits allow another state? If not, that is said and counted. */
bool run_may_fork(struct run *, const struct state *);
/* A new state in which the condition holds too, as the model `over`, laid over
 * the state's own, shows; NULL: nobody knows yet whether it can, and the new
 * state is set aside. It starts at the same instruction. */
struct state *run_fork(struct run *, struct state *, expr_t condition, struct model *over);
/* Add a condition that is known to be possible; `over`, laid over the state's
 * model, satisfies it (NULL: the model does already). */
void state_learn(struct state *, expr_t condition, struct model *over);
/* Add a condition to the state. false: it cannot hold, and the state is
 * unchanged; or the solver could not say, and the state has ended. */
bool run_assume(struct run *, struct state *, expr_t condition);
/* The path ends here. The state is freed when the engine is back in its loop. */
void run_end(struct run *, struct state *, enum path_end);
/* Do paths that are still alive when the run ends get tests? */
bool run_wants_tests(const struct run *);
/* Counts a path of which the solver could not say whether it exists. */
void run_left_undecided(struct run *, const struct state *);
/* The path ends with an error; format gives its message. */
void run_error(struct run *, struct state *, enum error_kind, const char *details, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The value of a term, at most 64 bits wide, that the state goes on with where
 * it can go on with one only: its model's; with yes_first the least possible,
 * which the model then has too. */
uint64_t run_choose(struct run *, struct state *, expr_t term);
/* A concrete value for a value, made the only one by a constraint; if it was not
 * the only one, the others are left out: see run_partial() for why and help. */
uint64_t run_concretise(struct run *, struct state *, struct value, unsigned width, const char *why,
                        const char *help);
/* The path ends with an error of kind ERROR_USER, whose .err file has this suffix. */
void run_report(struct run *, struct state *, const char *suffix, const char *details, const char *message);
/* The stack, innermost first; returns the count, at most `capacity`. */
size_t run_stack(const struct run *, const struct state *, struct stack_entry *, size_t capacity);
/* Where the state is now. */
uint32_t state_location(const struct run *, const struct state *);
/* The function of the library that the program called and that is running; NULL: none is. */
const char *state_library_call(const struct state *);
/* "file:line" of a location; "?" if unknown. The string is the caller's. */
char *location_text(const struct program *, uint32_t location);

#endif
