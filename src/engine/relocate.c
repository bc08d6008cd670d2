/* Bytes of objects move between arrays: counted. */
#include "engine/relocate.h"

static void count_segment(struct run *run, const struct state *state, uint32_t segment)
{
    uint64_t size = space_segment_size(&state->space, segment);
    run->counters.segments++;
    if (size > run->counters.segment_bytes)
        run->counters.segment_bytes = size;
}

uint32_t relocate_unite(struct run *run, struct state *state, const struct extent *extents, size_t count)
{
    uint32_t before = space_segment_at(&state->space, extents[0].object, extents[0].first, NULL);
    uint32_t segment = space_unite(&state->space, &run->windows, extents, count);
    if (segment && segment != before)
        count_segment(run, state, segment);
    return segment;
}

bool relocate_join(struct run *run, struct state *state, uint32_t segment, const struct extent *extents,
                   size_t count)
{
    bool joined = space_join(&state->space, &run->windows, segment, extents, count);
    if (joined)
        count_segment(run, state, segment);
    return joined;
}

bool relocate_split(struct run *run, struct state *state, uint32_t object, uint64_t piece)
{
    bool cut = space_split(&state->space, &run->windows, object, piece);
    run->counters.splits += cut;
    return cut;
}
