/* Models: a byte and a "defined" bit per variable, as two flat arrays, because
 * variables are few and dense and reading one must cost nothing. */
#include "expr/model_private.h"

#include "base/alloc.h"
#include "base/bug.h"

#include <string.h>

enum { GROWTH = 64 };

static size_t defined_bytes(uint32_t limit) { return limit / 64 * sizeof(uint64_t); }

struct model *model_new(void)
{
    struct model *model = NEW(struct model);
    model->references = 1;
    return model;
}

struct model *model_ref(struct model *model)
{
    model->references++;
    return model;
}

void model_unref(struct model *model)
{
    if (!model || --model->references)
        return;
    mem_free(model->bytes);
    mem_free(model->defined);
    mem_free(model);
}

struct model *model_copy(const struct model *model)
{
    struct model *copy = model_new();
    if (!model || !model->limit)
        return copy;
    copy->limit = model->limit;
    copy->count = model->count;
    copy->bytes = mem_alloc(copy->limit);
    copy->defined = mem_alloc(defined_bytes(copy->limit));
    memcpy(copy->bytes, model->bytes, copy->limit);
    memcpy(copy->defined, model->defined, defined_bytes(copy->limit));
    return copy;
}

uint8_t model_get(const struct model *model, uint32_t variable)
{
    return model && variable < model->limit ? model->bytes[variable] : 0;
}

bool model_defines(const struct model *model, uint32_t variable)
{
    return model && variable < model->limit && model->defined[variable / 64] >> (variable % 64) & 1;
}

uint8_t *model_bytes(const struct model *model, uint32_t first, size_t count)
{
    uint8_t *bytes = mem_zero(count + 1);
    if (model && first < model->limit)
        memcpy(bytes, model->bytes + first, count < model->limit - first ? count : model->limit - first);
    return bytes;
}

static void grow(struct model *model, uint32_t limit)
{
    uint32_t wanted = model->limit + model->limit / 2;
    if (wanted < limit)
        wanted = limit;
    wanted = (wanted + GROWTH - 1) / GROWTH * GROWTH;
    model->bytes = mem_resize(model->bytes, wanted);
    model->defined = mem_resize(model->defined, defined_bytes(wanted));
    memset(model->bytes + model->limit, 0, wanted - model->limit);
    memset(model->defined + model->limit / 64, 0, defined_bytes(wanted) - defined_bytes(model->limit));
    model->limit = wanted;
}

void model_set(struct model *model, uint32_t variable, uint8_t byte)
{
    BUG_ON(model->references != 1);
    if (variable >= model->limit)
        grow(model, variable + 1);
    model->count += !model_defines(model, variable);
    model->bytes[variable] = byte;
    model->defined[variable / 64] |= 1ull << (variable % 64);
    model->evaluated_by = NULL;
}

static void set_visited(void *model, uint32_t variable, uint8_t byte) { model_set(model, variable, byte); }

void model_overlay(struct model *model, const struct model *over)
{
    if (over)
        model_each(over, set_visited, model);
}

void model_each(const struct model *model, void (*visit)(void *context, uint32_t variable, uint8_t byte),
                void *context)
{
    if (!model)
        return;
    for (uint32_t word = 0; word < model->limit / 64; word++)
        for (uint64_t left = model->defined[word]; left; left &= left - 1) {
            uint32_t variable = 64 * word + (uint32_t)__builtin_ctzll(left);
            visit(context, variable, model->bytes[variable]);
        }
}
