/* A gate is made after its operands: in the order of their numbers every
 * operand is computed before it is needed. */
#include "solver/simulate.h"

#include "base/bug.h"
#include "base/rng.h"

enum { ROUNDS = 48 };

void simulation_release(struct simulation *self)
{
    vector_release(&self->order);
    vector_release(&self->words);
}

static bool belongs(const struct cone *cone, uint32_t number)
{
    return number < cone->marks.count && cone->marks.data[number].epoch == cone->epoch;
}

static void find_order(struct simulation *self, const struct cone *cone, const struct gates *gates)
{
    vector_clear(&self->order);
    vector_reserve(&self->order, cone->inner.count);
    for (uint32_t number = 1; number < gates->all.count; number++)
        if (belongs(cone, number) && gates->all.data[number].kind != GATE_INPUT)
            self->order.data[self->order.count++] = number;
}

static inline uint64_t word_of(const struct simulation *self, gate_t gate)
{
    return self->words.data[gate >> 1] ^ -(uint64_t)(gate & 1);
}

static void compute(struct simulation *self, const struct gates *gates, uint32_t number)
{
    const struct gate *gate = &gates->all.data[number];
    uint64_t a = 0, b = 0, c = 0;
    if (gate->kind != GATE_ALL) {
        a = word_of(self, gate->arg[0]);
        b = word_of(self, gate->arg[1]);
    }
    switch (gate->kind) {
    case GATE_AND:
        a &= b;
        break;
    case GATE_XOR:
        a ^= b;
        break;
    case GATE_MUX:
        c = word_of(self, gate->arg[2]);
        a = (a & b) | (~a & c);
        break;
    case GATE_MAJORITY:
        c = word_of(self, gate->arg[2]);
        a = (a & b) | (a & c) | (b & c);
        break;
    case GATE_ALL:
        a = ~(uint64_t)0;
        for (uint32_t i = 0; i < gate->arg[1]; i++)
            a &= word_of(self, gates->operands.data[gate->arg[0] + i]);
        break;
    default:
        BUG("gate of kind %u in a cone", gate->kind);
    }
    self->words.data[number] = a;
}

/* Inputs that are roots themselves have one value only. */
static void draw(struct simulation *self, const struct cone *cone, const struct gates *gates, struct rng *rng)
{
    for (size_t i = 0; i < cone->inputs.count; i++)
        self->words.data[cone->inputs.data[i]] = rng_next(rng);
    for (size_t i = 0; i < cone->roots.count; i++)
        if (gates->all.data[cone->roots.data[i] >> 1].kind == GATE_INPUT)
            self->words.data[cone->roots.data[i] >> 1] = cone->roots.data[i] & 1 ? 0 : ~(uint64_t)0;
}

bool simulate(struct simulation *self, const struct cone *cone, const struct gates *gates,
              struct budget *budget, uint8_t *values)
{
    struct rng rng = {0};
    find_order(self, cone, gates);
    vector_reserve(&self->words, gates->all.count);
    self->words.data[GATE_FALSE >> 1] = 0;
    for (int round = 0; round < ROUNDS && !budget_spent(budget, self->order.count / 4); round++) {
        draw(self, cone, gates, &rng);
        for (size_t i = 0; i < self->order.count; i++)
            compute(self, gates, self->order.data[i]);
        uint64_t good = ~(uint64_t)0;
        for (size_t i = 0; i < cone->roots.count && good; i++)
            good &= word_of(self, cone->roots.data[i]);
        if (!good)
            continue;
        int sample = __builtin_ctzll(good);
        for (size_t i = 0; i < cone->inputs.count; i++)
            values[i] = self->words.data[cone->inputs.data[i]] >> sample & 1;
        return true;
    }
    return false;
}
