#include "engine/trail.h"

#include "base/alloc.h"

#include <string.h>

struct trail {
    uint32_t references;
    uint32_t word_count;
    uint64_t words[]; /* one bit an instruction */
};

static size_t size_of(uint32_t word_count) { return sizeof(struct trail) + word_count * sizeof(uint64_t); }

struct trail *trail_new(uint32_t instruction_count)
{
    uint32_t word_count = instruction_count / 64 + 1;
    struct trail *trail = mem_zero(size_of(word_count));
    trail->references = 1;
    trail->word_count = word_count;
    return trail;
}

struct trail *trail_ref(struct trail *trail)
{
    if (trail)
        trail->references++;
    return trail;
}

void trail_unref(struct trail *trail)
{
    if (trail && !--trail->references)
        mem_free(trail);
}

bool trail_has(const struct trail *trail, uint32_t instruction)
{
    return trail && trail->words[instruction / 64] >> instruction % 64 & 1;
}

static struct trail *own(struct trail *trail)
{
    if (trail->references == 1)
        return trail;
    trail->references--;
    struct trail *copy = memcpy(mem_alloc(size_of(trail->word_count)), trail, size_of(trail->word_count));
    copy->references = 1;
    return copy;
}

struct trail *trail_add(struct trail *trail, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        if (!trail_has(trail, i)) {
            trail = own(trail);
            trail->words[i / 64] |= (uint64_t)1 << i % 64;
        }
    return trail;
}
