/* Making gates: fold, bring into the one canonical form, look up, add. */
#include "solver/gates.h"

#include "base/bug.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_TABLE = 1 << 12 };

void gates_init(struct gates *gates)
{
    memset(gates, 0, sizeof *gates);
    gates_clear(gates);
}

void gates_clear(struct gates *gates)
{
    gates_release(gates);
    gates->table = mem_zero(FIRST_TABLE * sizeof *gates->table);
    gates->table_size = FIRST_TABLE;
    vector_push(&gates->all,
                (struct gate){.kind = GATE_CONSTANT, .hash = hash_mix(GATE_CONSTANT, 0) & ~1ull});
}

void gates_release(struct gates *gates)
{
    vector_release(&gates->all);
    vector_release(&gates->operands);
    vector_release(&gates->scratch);
    mem_free(gates->table);
    gates->table = NULL;
    gates->table_size = 0;
}

/* ---- the table ---- */

static void grow_table(struct gates *gates)
{
    uint32_t size = gates->table_size * 2, mask = size - 1;
    uint32_t *table = mem_zero(size * sizeof *table);
    for (uint32_t i = 0; i < gates->table_size; i++) {
        uint32_t number = gates->table[i];
        if (!number)
            continue;
        uint32_t slot = (uint32_t)(gates->all.data[number].hash >> 8) & mask;
        while (table[slot])
            slot = (slot + 1) & mask;
        table[slot] = number;
    }
    mem_free(gates->table);
    gates->table = table;
    gates->table_size = size;
}

static gate_t add(struct gates *gates, struct gate gate)
{
    BUG_ON(gates->all.count >= UINT32_MAX / 2);
    vector_push(&gates->all, gate);
    return (gate_t)(gates->all.count - 1) << 1;
}

/* The slot of the hash's first gate, or the free one where it would go. */
#define TABLE_EACH(gates, slot, hash)                                                       \
    for (uint32_t mask_ = (gates)->table_size - 1, slot = (uint32_t)((hash) >> 8) & mask_;; \
         slot = (slot + 1) & mask_)

static gate_t intern(struct gates *gates, enum gate_kind kind, gate_t a, gate_t b, gate_t c)
{
    /* the lowest bit is kept for negation */
    uint64_t hash = hash_mix(hash_mix(kind, gates_hash(gates, a)), gates_hash(gates, b));
    if (c != GATE_NONE)
        hash = hash_mix(hash, gates_hash(gates, c));
    hash &= ~1ull;
    if (gates->all.count * 2 >= gates->table_size)
        grow_table(gates);
    TABLE_EACH(gates, slot, hash)
    {
        uint32_t number = gates->table[slot];
        if (!number) {
            gates->table[slot] = (uint32_t)gates->all.count;
            return add(gates, (struct gate){.hash = hash, .arg = {a, b, c}, .kind = kind});
        }
        const struct gate *gate = &gates->all.data[number];
        if (gate->arg[0] == a && gate->arg[1] == b && gate->arg[2] == c && gate->kind == (uint32_t)kind)
            return number << 1;
    }
}

static gate_t intern_all(struct gates *gates, const gate_t *operands, size_t count)
{
    uint64_t hash = hash_mix(GATE_ALL, count);
    for (size_t i = 0; i < count; i++)
        hash = hash_mix(hash, gates_hash(gates, operands[i]));
    hash &= ~1ull;
    if (gates->all.count * 2 >= gates->table_size)
        grow_table(gates);
    TABLE_EACH(gates, slot, hash)
    {
        uint32_t number = gates->table[slot];
        if (!number) {
            uint32_t first = (uint32_t)gates->operands.count;
            vector_reserve(&gates->operands, first + count);
            memcpy(gates->operands.data + first, operands, count * sizeof *operands);
            gates->operands.count += count;
            gates->table[slot] = (uint32_t)gates->all.count;
            return add(
                gates,
                (struct gate){.hash = hash, .arg = {first, (uint32_t)count, GATE_NONE}, .kind = GATE_ALL});
        }
        const struct gate *gate = &gates->all.data[number];
        if (gate->kind == GATE_ALL && gate->hash == hash && gate->arg[1] == count &&
            !memcmp(gates->operands.data + gate->arg[0], operands, count * sizeof *operands))
            return number << 1;
    }
}

/* ---- the order of operands ---- */

static bool before(const struct gates *gates, gate_t a, gate_t b)
{
    uint64_t ha = gates_hash(gates, a), hb = gates_hash(gates, b);
    return ha != hb ? ha < hb : a < b;
}

static void order(const struct gates *gates, gate_t *a, gate_t *b)
{
    if (before(gates, *b, *a)) {
        gate_t swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

static int compare(const void *left, const void *right, void *gates)
{
    gate_t a = *(const gate_t *)left, b = *(const gate_t *)right;
    return a == b ? 0 : before(gates, a, b) ? -1 : 1;
}

/* ---- the gates ---- */

gate_t gates_input(struct gates *gates, uint64_t hash, uint32_t label)
{
    return add(gates,
               (struct gate){.hash = hash_mix(GATE_INPUT, hash) & ~1ull, .arg = {label}, .kind = GATE_INPUT});
}

/* What a & b is if a is an and, or the negation of one, that b has a part in;
 * GATE_NONE if that says nothing. */
static gate_t and_of_and(struct gates *gates, gate_t a, gate_t b)
{
    const struct gate *gate = &gates->all.data[a >> 1];
    if (gate->kind != GATE_AND)
        return GATE_NONE;
    for (int side = 0; side < 2; side++) {
        gate_t part = gate->arg[side];
        if (!(a & 1) && part == b)
            return a; /* match: (x & y) & x  result: x & y */
        if (!(a & 1) && part == gate_not(b))
            return GATE_FALSE; /* match: (x & y) & !x  result: false */
        if ((a & 1) && part == gate_not(b))
            return b; /* match: !(x & y) & !x  result: !x */
        if ((a & 1) && part == b)
            return gates_and(gates, b, gate_not(gate->arg[!side])); /* match: !(x & y) & x  result: x & !y */
    }
    return GATE_NONE;
}

gate_t gates_and(struct gates *gates, gate_t a, gate_t b)
{
    if (a == b || b == GATE_TRUE)
        return a;
    if (a == GATE_TRUE)
        return b;
    if (a == GATE_FALSE || b == GATE_FALSE || a == gate_not(b))
        return GATE_FALSE;
    gate_t known = and_of_and(gates, a, b);
    if (known == GATE_NONE)
        known = and_of_and(gates, b, a);
    if (known != GATE_NONE)
        return known;
    order(gates, &a, &b);
    return intern(gates, GATE_AND, a, b, GATE_NONE);
}

gate_t gates_xor(struct gates *gates, gate_t a, gate_t b)
{
    gate_t negated = (a ^ b) & 1;
    a &= ~1u;
    b &= ~1u;
    if (a == b)
        return negated;
    if (a == GATE_FALSE)
        return b ^ negated;
    if (b == GATE_FALSE)
        return a ^ negated;
    order(gates, &a, &b);
    return intern(gates, GATE_XOR, a, b, GATE_NONE) ^ negated;
}

gate_t gates_mux(struct gates *gates, gate_t condition, gate_t yes, gate_t no)
{
    if (condition & 1) {
        gate_t swapped = yes;
        yes = no;
        no = swapped;
        condition ^= 1;
    }
    if (condition == GATE_FALSE)
        return no;
    if (yes == no)
        return yes;
    if (yes == gate_not(no))
        return gates_xor(gates, condition, no);
    if (yes == GATE_TRUE || yes == condition)
        return gates_or(gates, condition, no);
    if (yes == GATE_FALSE || yes == gate_not(condition))
        return gates_and(gates, gate_not(condition), no);
    if (no == GATE_TRUE || no == gate_not(condition))
        return gates_or(gates, gate_not(condition), yes);
    if (no == GATE_FALSE || no == condition)
        return gates_and(gates, condition, yes);
    gate_t negated = yes & 1;
    return intern(gates, GATE_MUX, condition, yes ^ negated, no ^ negated) ^ negated;
}

gate_t gates_majority(struct gates *gates, gate_t a, gate_t b, gate_t c)
{
    order(gates, &a, &b);
    order(gates, &b, &c);
    order(gates, &a, &b);
    if (a == b || b == c)
        return b;
    if (a == c)
        return a;
    if (a == gate_not(b))
        return c;
    if (b == gate_not(c))
        return a;
    if (a == gate_not(c))
        return b;
    gate_t parts[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (gate_is_const(parts[i])) {
            gate_t x = parts[(i + 1) % 3], y = parts[(i + 2) % 3];
            return parts[i] == GATE_TRUE ? gates_or(gates, x, y) : gates_and(gates, x, y);
        }
    /* majority is its own dual: at most one operand stays negated */
    gate_t negated = (a & 1) + (b & 1) + (c & 1) >= 2;
    a ^= negated, b ^= negated, c ^= negated;
    order(gates, &a, &b);
    order(gates, &b, &c);
    order(gates, &a, &b);
    return intern(gates, GATE_MAJORITY, a, b, c) ^ negated;
}

gate_t gates_all(struct gates *gates, const gate_t *operands, size_t count)
{
    vector_reserve(&gates->scratch, count);
    gate_t *kept = gates->scratch.data;
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (operands[i] == GATE_FALSE)
            return GATE_FALSE;
        if (operands[i] != GATE_TRUE)
            kept[n++] = operands[i];
    }
    qsort_r(kept, n, sizeof *kept, compare, gates);
    /* a gate and its negation are neighbours: their hashes differ in the lowest bit */
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        if (distinct && kept[distinct - 1] == kept[i])
            continue;
        if (distinct && kept[distinct - 1] == gate_not(kept[i]))
            return GATE_FALSE;
        kept[distinct++] = kept[i];
    }
    switch (distinct) {
    case 0:
        return GATE_TRUE;
    case 1:
        return kept[0];
    case 2:
        return gates_and(gates, kept[0], kept[1]);
    default:
        return intern_all(gates, kept, distinct);
    }
}

gate_t gates_any(struct gates *gates, const gate_t *operands, size_t count)
{
    gate_t few[64], *negated = count <= 64 ? few : mem_alloc(count * sizeof *negated);
    for (size_t i = 0; i < count; i++)
        negated[i] = gate_not(operands[i]);
    gate_t all = gates_all(gates, negated, count);
    if (negated != few)
        mem_free(negated);
    return gate_not(all);
}
