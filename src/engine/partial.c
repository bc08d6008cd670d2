/* What a run leaves out: see partial.h. */
#include "engine/partial.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "engine/run.h"

#include <stdlib.h>
#include <string.h>

void partials_release(struct partials *partials)
{
    for (size_t i = 0; i < partials->count; i++) {
        mem_free(partials->data[i].why);
        mem_free(partials->data[i].help);
    }
    mem_free(partials->data);
    table_release(&partials->places);
}

/* One line of the source is one place, however many instructions it has. */
static uint64_t place_of(const struct program *program, uint32_t location)
{
    if (location == NO_LOCATION)
        return UINT64_MAX;
    const struct location *at = &program->locations[location];
    return (uint64_t)at->file << 32 | at->line;
}

static struct partial *add(struct partials *partials, uint32_t location, const char *why, const char *help)
{
    if (partials->count == partials->capacity) {
        partials->capacity = partials->capacity ? 2 * partials->capacity : 16;
        partials->data = mem_resize(partials->data, partials->capacity * sizeof *partials->data);
    }
    struct partial *made = &partials->data[partials->count++];
    *made = (struct partial){mem_string(why), help ? mem_string(help) : NULL, location, 0};
    return made;
}

static bool count_in(struct run *run, uint32_t location, const char *why, const char *help, uint64_t count)
{
    struct partials *partials = &run->partials;
    uint64_t key = hash_mix(hash_string(why), place_of(run->program, location));
    uint64_t *index = table_slot(&partials->places, key, partials->count);
    bool fresh = *index == partials->count;
    struct partial *found = fresh ? add(partials, location, why, help) : &partials->data[*index];
    found->count += count;
    return fresh;
}

void run_left_out(struct run *run, uint32_t location, const char *why, const char *help, uint64_t count)
{
    if (count)
        count_in(run, location, why, help, count);
}

void run_partial(struct run *run, const struct state *state, const char *why, const char *help)
{
    if (state->ended || state->undecided)
        return;
    uint32_t location = state_location(run, state);
    run->counters.partial++;
    if (!count_in(run, location, why, help, 1))
        return;
    char *where = location_text(run->program, location);
    log_warning(run->log, "%s: not everything is explored: %s%s%s%s", where, why, help ? " (try " : "",
                help ? help : "", help ? ")" : "");
    mem_free(where);
}

static int compare(const void *left, const void *right)
{
    const struct partial *a = *(const struct partial *const *)left,
                         *b = *(const struct partial *const *)right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    if (a->location != b->location)
        return a->location < b->location ? -1 : 1;
    return strcmp(a->why, b->why);
}

const struct partial **partials_sorted(const struct run *run)
{
    const struct partials *partials = &run->partials;
    const struct partial **sorted = mem_alloc((partials->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < partials->count; i++)
        sorted[i] = &partials->data[i];
    qsort(sorted, partials->count, sizeof *sorted, compare);
    return sorted;
}
