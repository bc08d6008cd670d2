/* Gates: a graph of and, xor, multiplexer and majority gates over input bits.
 *
 * A gate_t is a gate or its negation. Gates are hashed by structure, so equal
 * gates are one; constants are folded. The form of a gate (the order of its
 * operands) depends on its structure alone and never on what was made before:
 * operands are ordered by a structural hash, not by number. */
#ifndef SOLVER_GATES_H
#define SOLVER_GATES_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t gate_t; /* 2 * number + negated */

#define GATE_FALSE 0u
#define GATE_TRUE 1u
#define GATE_NONE UINT32_MAX

enum gate_kind {
    GATE_CONSTANT, /* number 0 only: false */
    GATE_INPUT,    /* arg[0]: the label its maker gave it */
    GATE_AND,      /* arg[0] & arg[1] */
    GATE_XOR,      /* arg[0] ^ arg[1], both positive */
    GATE_MUX,      /* arg[0] ? arg[1] : arg[2], the first two positive */
    GATE_MAJORITY, /* at least two of arg[0..2]; at most one is negated */
    GATE_ALL,      /* the and of arg[1] operands, from operands[arg[0]] on */
};

struct gate {
    uint64_t hash; /* of the structure */
    uint32_t arg[3];
    uint32_t kind;
};

struct gates {
    VECTOR(struct gate) all;
    VECTOR(gate_t) operands; /* of GATE_ALL */
    VECTOR(gate_t) scratch;
    uint32_t *table; /* numbers of gates by hash; 0: free */
    uint32_t table_size;
};

void gates_init(struct gates *);
void gates_clear(struct gates *); /* forgets every gate */
void gates_release(struct gates *);

/* A new input; hash must tell it from other inputs and be the same in every run. */
gate_t gates_input(struct gates *, uint64_t hash, uint32_t label);
gate_t gates_and(struct gates *, gate_t, gate_t);
gate_t gates_xor(struct gates *, gate_t, gate_t);
gate_t gates_mux(struct gates *, gate_t condition, gate_t yes, gate_t no);
gate_t gates_majority(struct gates *, gate_t, gate_t, gate_t);
gate_t gates_all(struct gates *, const gate_t *, size_t count);

static inline gate_t gate_not(gate_t gate) { return gate ^ 1; }
static inline gate_t gate_const(bool value) { return value ? GATE_TRUE : GATE_FALSE; }
static inline bool gate_is_const(gate_t gate) { return gate <= GATE_TRUE; }
static inline gate_t gates_or(struct gates *gates, gate_t a, gate_t b)
{
    return gate_not(gates_and(gates, gate_not(a), gate_not(b)));
}
gate_t gates_any(struct gates *, const gate_t *, size_t count);

/* Orders gates by structure: the hash of the gate or of its negation. */
static inline uint64_t gates_hash(const struct gates *gates, gate_t gate)
{
    return gates->all.data[gate >> 1].hash ^ (gate & 1);
}

#endif
