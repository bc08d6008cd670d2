/* What the files of the points-to analysis share.
 *
 *   summary    what one function does with pointers, in constraints on its webs
 *   clone      which functions are looked at once for each call
 *   generate   instances of summaries become nodes and constraints of the program
 *   solve      the sets of all nodes
 *   partition  classes of objects
 *
 * A node is a set of objects that a word may point to: a web of an instance, or
 * the content of an object. Constraints: the set has an object; includes
 * another node's; includes the content of what it points to (load); is included
 * in the content of what it points to (store). */
#ifndef PROGRAM_POINTSTO_INTERNAL_H
#define PROGRAM_POINTSTO_INTERNAL_H

#include "base/arena.h"
#include "base/sparse.h"
#include "base/table.h"
#include "base/vector.h"
#include "program/pointsto.h"

#define NO_NODE UINT32_MAX

/* ---- summaries: local numbers are those of the webs that matter ---- */

enum rule_kind {
    RULE_GLOBAL,   /* a has global b */
    RULE_FUNCTION, /* a has function b */
    RULE_STACK,    /* a has the local variable that instruction b allocates */
    RULE_COPY,     /* a includes b */
    RULE_LOAD,     /* a includes what b points to holds */
    RULE_IS_LOAD,  /* a is what b points to holds */
    RULE_STORE,    /* what a points to holds b */
    RULE_MOVE,     /* what a points to holds what b points to holds */
    RULE_VARIADIC, /* what a points to holds the variadic arguments */
    RULE_CALL      /* call a */
};

struct rule {
    enum rule_kind kind;
    uint32_t a, b;
};

struct dereference {
    uint32_t instruction; /* in the function, ascending */
    uint32_t local;
};

/* Locals are NO_NODE where nothing can be a pointer. */
struct summary_call {
    uint32_t instruction;
    const struct call_site *site;
    uint32_t pointer;
    uint32_t *arguments, *variadic, *results;
};

struct summary {
    uint32_t function;
    uint32_t local_count;
    uint32_t *parameters, *returns; /* locals or NO_NODE */
    struct rule *rules;
    uint32_t rule_count;
    struct summary_call *calls;
    uint32_t call_count;
    struct dereference *dereferences;
    uint32_t dereference_count;
    enum { CLONE_UNKNOWN, CLONE_NO, CLONE_YES } clone;
};

/* Kept until the arena is released. */
struct summary *summary_new(struct arena *, const struct program *, uint32_t function);

/* ---- functions that the engine answers: pointsto_external.c ---- */

struct external {
    const char *name; /* a trailing * matches any rest */
    int8_t result;    /* argument that is returned, or -1 */
    int8_t to, from;  /* what argument `to` points to is copied from what `from` points to, or -1 */
    uint8_t accesses; /* bit k: what argument k points to */
    enum heap_effect {
        HEAP_NO,
        HEAP_RESULT,
        HEAP_RESIZED,
        HEAP_STORED
    } heap;           /* resized: argument 0; stored: there */
    int8_t calls;     /* argument that is called, or -1 */
    int8_t given, as; /* with argument `given` as its argument `as`, or -1 */
};
/* NULL: none of ours. */
const struct external *external_find(const char *name);

/* ---- the program ---- */

struct site {
    enum points_to_kind kind;
    uint32_t index, instance;
    uint32_t content;  /* node; NO_NODE: it can hold no pointers */
    uint64_t size;     /* 0: not known */
    uint32_t location; /* or NO_LOCATION */
    uint32_t class;
    bool is_library;
};

struct instance {
    uint32_t function;
    uint32_t base;         /* node of local 0 */
    uint32_t parent, call; /* the instance that calls it, and the instruction in the program */
    uint32_t depth;
};

/* A call through a pointer, or a call that has the engine call one later. */
struct indirect_call {
    uint32_t instance, call; /* of its summary */
    const struct external *by;
};

/* An access by a call that the engine answers, or of what a call passes by value. */
struct access {
    uint32_t instance, instruction; /* in the program */
    uint32_t node;
};

struct node {
    uint32_t parent;     /* union-find */
    struct sparse set;   /* sites that the constraints below know of; in the end, all */
    struct sparse fresh; /* others */
    struct sparse next;  /* nodes that include this one */
    uint32_t loaded;     /* node that includes the content of what this points to; NO_NODE: none is needed */
    uint32_t stored;     /* node that the content of what this points to includes; NO_NODE */
    VECTOR(uint32_t) calls; /* indirect_calls through this pointer */
};

struct points_to {
    const struct program *program;
    struct arena arena;
    struct summary **summaries; /* per function; NULL: not needed yet */
    uint32_t *plain;            /* per function: its instance for everybody; UINT32_MAX: none yet */
    bool *has_instances;        /* per function */
    VECTOR(struct site) sites;
    VECTOR(struct instance) instances;
    VECTOR(struct node) nodes;
    VECTOR(struct indirect_call) indirect;
    VECTOR(struct access) accesses;
    VECTOR(uint32_t) new_globals; /* sites whose initial bytes have not been looked at */
    VECTOR(uint32_t) pending;     /* instances whose rules are to be made */
    struct table site_of;         /* by kind, index and instance */
    struct table instance_of;     /* by calling instance and instruction */
    uint64_t cloned_rules;
    bool changed; /* since the last wave: an edge or an element is new */
    uint32_t class_count;
    uint32_t *class_sizes;
};

/* pointsto_clone.c */
struct summary *points_to_summary(struct points_to *, uint32_t function);
bool summary_is_cloned(struct points_to *, uint32_t function);

/* pointsto_generate.c */
void generate_start(struct points_to *, uint32_t entry);
/* Makes the rules of the instances that are pending. */
void generate_pending(struct points_to *);
/* The call may call this function. */
void generate_call(struct points_to *, struct indirect_call, uint32_t function);

/* pointsto_solve.c */
uint32_t node_new(struct points_to *);
uint32_t node_find(struct points_to *, uint32_t node);
void node_add_site(struct points_to *, uint32_t node, uint32_t site);
void node_include(struct points_to *, uint32_t node, uint32_t from);
/* The node that holds what all that the pointer points to holds. */
uint32_t node_loaded(struct points_to *, uint32_t pointer);
/* A node that nothing else is ever added to is that node. */
void node_is_loaded(struct points_to *, uint32_t node, uint32_t pointer);
void node_store(struct points_to *, uint32_t pointer, uint32_t from);
void node_call(struct points_to *, uint32_t pointer, uint32_t indirect);
void points_to_solve(struct points_to *);

/* pointsto_partition.c */
void points_to_partition(struct points_to *);

/* pointsto.c */
uint64_t site_key(enum points_to_kind, uint32_t index, uint32_t instance);

#endif
