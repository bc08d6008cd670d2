/* The history: chunks of events, each with what came before it. A chunk that
 * others see too is never written again. */
#include "memory/history.h"

#include "base/alloc.h"

#include <string.h>

enum { CHUNK_EVENTS = 128 };

struct history_chunk {
    struct history_chunk *before;
    uint32_t before_used; /* events of that one */
    uint32_t refs;
    uint32_t count;
    uint32_t round; /* of marking that came by last */
    struct history_event events[CHUNK_EVENTS];
};

static void chunk_unref(struct history_chunk *chunk)
{
    while (chunk && !--chunk->refs) {
        struct history_chunk *before = chunk->before;
        for (uint32_t i = 0; i < chunk->count; i++)
            if (chunk->events[i].kind == HISTORY_BYTES)
                mem_free(chunk->events[i].bytes);
        mem_free(chunk);
        chunk = before;
    }
}

void history_copy(struct history *to, const struct history *from)
{
    *to = *from;
    if (to->last)
        to->last->refs++;
}

void history_release(struct history *history)
{
    chunk_unref(history->last);
    *history = (struct history){0};
}

void history_note(struct history *history, struct history_event event)
{
    struct history_chunk *last = history->last;
    if (!last || last->refs > 1 || history->used == CHUNK_EVENTS) {
        struct history_chunk *fresh = mem_alloc(sizeof *fresh);
        fresh->before = last;
        fresh->before_used = history->used;
        fresh->refs = 1;
        fresh->count = fresh->round = 0;
        history->last = last = fresh;
        history->used = 0;
    }
    last->events[last->count++] = event;
    history->used = last->count;
}

void history_list(const struct history *history, history_events *events)
{
    VECTOR(const struct history_chunk *) chunks = {0};
    VECTOR(uint32_t) used = {0};
    vector_clear(events);
    uint32_t count = history->used;
    for (const struct history_chunk *chunk = history->last; chunk;
         count = chunk->before_used, chunk = chunk->before) {
        vector_push(&chunks, chunk);
        vector_push(&used, count);
    }
    for (size_t i = chunks.count; i-- > 0;)
        for (uint32_t k = 0; k < used.data[i]; k++)
            vector_push(events, &chunks.data[i]->events[k]);
    vector_release(&chunks);
    vector_release(&used);
}

static void mark_value(struct exprs *exprs, struct value value)
{
    if (value_is_term(value))
        exprs_mark(exprs, value_term(value));
}

void history_mark(const struct history *history, struct exprs *exprs, const struct objects *objects)
{
    for (struct history_chunk *chunk = history->last; chunk; chunk = chunk->before) {
        if (objects->marking && chunk->round == objects->round)
            return;
        if (objects->marking)
            chunk->round = objects->round;
        for (uint32_t i = 0; i < chunk->count; i++) {
            const struct history_event *event = &chunk->events[i];
            mark_value(exprs, event->pointer);
            if (event->kind == HISTORY_INPUT)
                exprs_mark(exprs, event->input);
            else if (event->kind != HISTORY_MOVE && event->kind != HISTORY_BYTES)
                mark_value(exprs, event->value);
        }
    }
}
