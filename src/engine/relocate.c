/* Bytes of objects move between arrays: counted and checked. What the program
 * sees must not change: each byte is the same term as before, or else the
 * solver proves it equal under the path condition. */
#include "engine/relocate.h"

#include "base/table.h"
#include "base/vector.h"

#include <stdlib.h>

enum { CHECKED_ANYWAY = 512 }; /* bytes, in debug builds */

/* What the bytes of some objects were. */
struct snapshot {
    VECTOR(struct extent) objects; /* whole */
    VECTOR(expr_t) bytes;          /* of all, one after the other */
    struct table seen;
};

static void add_object(struct run *run, struct snapshot *snapshot, uint32_t object)
{
    if (!(*table_slot(&snapshot->seen, object, 0))++)
        vector_push(&snapshot->objects, (struct extent){object, 0, object_get(&run->objects, object)->size});
}

static void add_members(struct run *run, const struct state *state, struct snapshot *snapshot,
                        uint32_t segment)
{
    size_t count;
    const struct member *members = space_segment_members(&state->space, segment, &count);
    for (size_t i = 0; i < count; i++)
        add_object(run, snapshot, members[i].extent.object);
}

/* The objects of the extents, and those in segments with them. */
static void collect_objects(struct run *run, const struct state *state, struct snapshot *snapshot,
                            const struct extent *extents, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_object(run, snapshot, extents[i].object);
        for (uint64_t at = 0; at < object_get(&run->objects, extents[i].object)->size;) {
            add_members(run, state, snapshot, space_segment_at(&state->space, extents[i].object, at, NULL));
            at = space_piece_at(&state->space, extents[i].object, at).end;
        }
    }
}

/* With the members of the segment, if it is not 0. */
static void take(struct run *run, struct state *state, struct snapshot *snapshot, uint32_t segment,
                 const struct extent *extents, size_t count)
{
    uint64_t size = 0, most = run->options.check_memory ? UINT64_MAX : 0;
    *snapshot = (struct snapshot){0};
#ifdef RAMIFY_DEBUG
    if (!most)
        most = CHECKED_ANYWAY;
#endif
    if (!most)
        return;
    collect_objects(run, state, snapshot, extents, count);
    add_members(run, state, snapshot, segment);
    for (size_t i = 0; i < snapshot->objects.count; i++)
        size += snapshot->objects.data[i].end;
    if (size > most)
        vector_clear(&snapshot->objects);
    for (size_t i = 0; i < snapshot->objects.count; i++)
        for (uint64_t at = 0; at < snapshot->objects.data[i].end; at++)
            vector_push(&snapshot->bytes, space_byte(&state->space, snapshot->objects.data[i].object, at));
}

/* Some byte is not what it was. */
static expr_t find_differences(struct run *run, struct state *state, const struct snapshot *snapshot)
{
    struct exprs *exprs = run->exprs;
    expr_t differ = expr_bool(exprs, false);
    const expr_t *before = snapshot->bytes.data;
    for (size_t i = 0; i < snapshot->objects.count; i++)
        for (uint64_t at = 0; at < snapshot->objects.data[i].end; at++, before++) {
            expr_t now = space_byte(&state->space, snapshot->objects.data[i].object, at);
            if (now != *before)
                differ = expr_or(exprs, differ, expr_not(exprs, expr_eq(exprs, now, *before)));
        }
    return differ;
}

static void compare(struct run *run, struct state *state, struct snapshot *snapshot)
{
    expr_t differ = find_differences(run, state, snapshot);
    vector_release(&snapshot->objects);
    vector_release(&snapshot->bytes);
    table_release(&snapshot->seen);
    if (expr_is_false(run->exprs, differ))
        return;
    struct model *model = NULL;
    enum verdict verdict = chain_may(run->chain, state->constraints, differ, state->model, 1, &model);
    if (verdict == VERDICT_UNKNOWN)
        log_warning(run->log, "--check-memory: nobody could say whether memory is what it was");
    model_unref(model);
    if (verdict != VERDICT_YES)
        return;
    log_message(run->log, "error: --check-memory: memory is not what it was before it moved");
    exit(1);
}

static void count_segment(struct run *run, const struct state *state, uint32_t segment)
{
    uint64_t size = space_segment_size(&state->space, segment);
    run->counters.segments++;
    if (size > run->counters.segment_bytes)
        run->counters.segment_bytes = size;
}

uint32_t relocate_unite(struct run *run, struct state *state, const struct extent *extents, size_t count)
{
    struct snapshot snapshot;
    uint32_t before = space_segment_at(&state->space, extents[0].object, extents[0].first, NULL);
    take(run, state, &snapshot, 0, extents, count);
    uint32_t segment = space_unite(&state->space, &run->windows, extents, count);
    if (segment && segment != before)
        count_segment(run, state, segment);
    compare(run, state, &snapshot);
    return segment;
}

bool relocate_join(struct run *run, struct state *state, uint32_t segment, const struct extent *extents,
                   size_t count)
{
    struct snapshot snapshot;
    take(run, state, &snapshot, segment, extents, count);
    bool joined = space_join(&state->space, &run->windows, segment, extents, count);
    if (joined)
        count_segment(run, state, segment);
    compare(run, state, &snapshot);
    return joined;
}

bool relocate_split(struct run *run, struct state *state, uint32_t object, uint64_t piece)
{
    struct snapshot snapshot;
    take(run, state, &snapshot, 0, &(struct extent){object, 0, object_get(&run->objects, object)->size}, 1);
    bool cut = space_split(&state->space, &run->windows, object, piece);
    run->counters.splits += cut;
    compare(run, state, &snapshot);
    return cut;
}
