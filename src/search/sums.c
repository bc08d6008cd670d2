#include "search/sums.h"

#include "base/alloc.h"
#include "base/bug.h"

#include <string.h>

void sums_release(struct sums *sums)
{
    mem_free(sums->nodes);
    *sums = (struct sums){0};
}

static void grow(struct sums *sums, uint32_t slot)
{
    uint32_t capacity = sums->capacity ? sums->capacity : 16;
    while (capacity <= slot)
        capacity *= 2;
    double *nodes = mem_zero(2 * (size_t)capacity * sizeof *nodes);
    if (sums->capacity)
        memcpy(nodes + capacity, sums->nodes + sums->capacity, sums->capacity * sizeof *nodes);
    for (uint32_t i = capacity - 1; i; i--)
        nodes[i] = nodes[2 * i] + nodes[2 * i + 1];
    mem_free(sums->nodes);
    sums->nodes = nodes;
    sums->capacity = capacity;
}

void sums_set(struct sums *sums, uint32_t slot, double weight)
{
    if (slot >= sums->capacity)
        grow(sums, slot);
    uint32_t i = sums->capacity + slot;
    sums->nodes[i] = weight;
    while (i /= 2)
        sums->nodes[i] = sums->nodes[2 * i] + sums->nodes[2 * i + 1];
}

double sums_get(const struct sums *sums, uint32_t slot)
{
    return slot < sums->capacity ? sums->nodes[sums->capacity + slot] : 0;
}

double sums_total(const struct sums *sums) { return sums->capacity ? sums->nodes[1] : 0; }

uint32_t sums_choose(const struct sums *sums, double unit)
{
    BUG_ON(!(sums_total(sums) > 0));
    double rest = unit * sums->nodes[1];
    uint32_t i = 1;
    while (i < sums->capacity) {
        i *= 2;
        /* rounding must not lead into a side that is empty */
        if (rest >= sums->nodes[i] && sums->nodes[i + 1] > 0) {
            rest -= sums->nodes[i];
            i++;
        }
    }
    return i - sums->capacity;
}
