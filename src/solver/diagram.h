/* Diagrams: functions of a few small terms, by cases.
 *
 * A diagram says which value a term has for which values of its *atoms*: terms
 * (mostly input bytes) that are looked at as plain numbers. A node tests one
 * atom and has one edge for each range of its values; a leaf is a value. Atoms
 * are tested in the order of their numbers, neighbouring ranges lead to
 * different nodes, and equal nodes are one: equal functions have equal ids.
 *
 * Work is bounded by a budget of edges. What would take more is 0, "none",
 * and everything computed from none is none. */
#ifndef SOLVER_DIAGRAM_H
#define SOLVER_DIAGRAM_H

#include "base/table.h"
#include "base/vector.h"
#include "expr/expr.h"

typedef uint32_t diagram_t; /* 0: none */

enum { NO_ATOM = UINT32_MAX };

struct diagram_edge {
    uint64_t last; /* the greatest value of the atom that goes this way */
    diagram_t to;
};

struct diagram_node {
    uint32_t atom;  /* NO_ATOM: a leaf */
    uint32_t count; /* edges */
    uint64_t value; /* of a leaf; of a node: where its edges begin */
    uint32_t next;  /* in the hash chain */
};

struct diagrams {
    VECTOR(struct diagram_node) nodes; /* the first is none */
    VECTOR(struct diagram_edge) edges;
    VECTOR(struct diagram_edge) work; /* edges of the nodes being made, a stack */
    uint32_t *buckets;
    uint32_t bucket_count; /* a power of two, or 0 */
    struct table leaves;   /* value → leaf */
    struct table done;     /* of the operation at work: operands → result */
    struct table triples;  /* of a choice: its last two operands → a number; of a restriction: as done */
    size_t budget;         /* edges that may still be made */
};

void diagrams_release(struct diagrams *);
void diagrams_clear(struct diagrams *); /* every id is void */

diagram_t diagram_leaf(struct diagrams *, uint64_t value);
/* The atom itself: each of its values, of which there are so many, is one leaf. */
diagram_t diagram_identity(struct diagrams *, uint32_t atom, uint64_t values);
/* The node with these edges, in order; the last one reaches to the atom's greatest value. */
diagram_t diagram_node_of(struct diagrams *, uint32_t atom, const struct diagram_edge *, size_t count);

/* Each leaf's value replaced by f of it. */
diagram_t diagram_map(struct diagrams *, diagram_t, uint64_t (*f)(const void *context, uint64_t value),
                      const void *context);
diagram_t diagram_combine(struct diagrams *, diagram_t, diagram_t,
                          uint64_t (*f)(const void *context, uint64_t left, uint64_t right),
                          const void *context);
/* yes where the condition is not 0, no elsewhere */
diagram_t diagram_choose(struct diagrams *, diagram_t condition, diagram_t yes, diagram_t no);
/* Some diagram, no larger as a rule, that agrees where `care` is not 0. */
diagram_t diagram_restrict(struct diagrams *, diagram_t, diagram_t care);

static inline const struct diagram_node *diagram_look(const struct diagrams *diagrams, diagram_t id)
{
    return diagrams->nodes.data + id;
}
static inline bool diagram_is_leaf(const struct diagrams *diagrams, diagram_t id)
{
    return diagrams->nodes.data[id].atom == NO_ATOM;
}
static inline const struct diagram_edge *diagram_edges(const struct diagrams *diagrams, diagram_t id)
{
    return diagrams->edges.data + diagrams->nodes.data[id].value;
}
/* Edges of all nodes below, each node once. */
size_t diagram_size(struct diagrams *, diagram_t);

#endif
