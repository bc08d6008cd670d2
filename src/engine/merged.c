/* Several targets as if they were one: by a choice between them, or as one
 * segment and a position in it.
 *
 * A position is made from the targets' guards: no address is computed. What
 * all targets add alike (the column of a matrix, whichever the row) is added
 * once, after the choice. */
#include "engine/merged.h"

#include "base/vector.h"
#include "engine/position.h"
#include "engine/relocate.h"
#include "expr/support.h"

/* ---- one target ---- */

/* The bytes of the object that an access at the target may touch. */
static struct extent reach_of(struct run *run, const struct target *target, unsigned width)
{
    uint64_t first = target->first, end = target->end, count = (width + 7) / 8;
    struct interval offset = expr_interval(run->exprs, target->offset);
    if (!end)
        end = object_get(&run->objects, target->object)->size;
    if (exprs_folds_reads(run->exprs) && offset.low < end) {
        if (offset.low > first)
            first = offset.low;
        if (offset.high < end - count)
            end = offset.high + count;
    }
    return (struct extent){target->object, first, end};
}

/* What is added to an offset in the object to make it a position in the segment of the target. */
static uint32_t segment_of(struct run *run, struct state *state, const struct target *target, uint64_t *shift)
{
    uint64_t position = 0, first = target_first(run, target);
    uint32_t segment = space_segment_at(&state->space, target->object, first, &position);
    *shift = position - first;
    return segment;
}

enum access_status target_load(struct run *run, struct state *state, const struct target *target,
                               unsigned width, struct value *result)
{
    struct space *space = &state->space;
    if (target_is_constant(run, target))
        return space_load(space, &run->windows, target->object, expr_value(run->exprs, target->offset), width,
                          result);
    if (target->end) {
        uint64_t shift;
        uint32_t segment = segment_of(run, state, target, &shift);
        expr_t position = expr_add(run->exprs, target->offset, expr_const(run->exprs, 64, shift));
        *result = value_of(run, segment_read(space, segment, position, width));
    } else {
        *result = value_of(run, space_read_symbolic(space, target->object, target->offset, width));
    }
    return ACCESS_OK;
}

void target_store(struct run *run, struct state *state, const struct target *target, unsigned width,
                  struct value value)
{
    struct space *space = &state->space;
    if (target_is_constant(run, target))
        space_store(space, &run->windows, target->object, expr_value(run->exprs, target->offset), width,
                    value);
    else if (target->end) {
        uint64_t shift;
        uint32_t segment = segment_of(run, state, target, &shift);
        struct extent reach = reach_of(run, target, width);
        segment_write(space, &run->windows, segment,
                      expr_add(run->exprs, target->offset, expr_const(run->exprs, 64, shift)), width, value,
                      &reach, 1);
    } else
        space_write_symbolic(space, &run->windows, target->object, target->offset, width, value);
}

/* ---- a choice ---- */

/* The value is chosen between the targets by their guards; the last needs none. */
static struct value load_choice(struct run *run, struct state *state, const struct targets *targets,
                                size_t count, unsigned width)
{
    expr_t chosen = 0;
    for (size_t i = count; i-- > 0;) {
        struct value value;
        target_load(run, state, &targets->data[i], width, &value);
        expr_t term = term_of(run, value, width);
        chosen = chosen ? expr_ite(run->exprs, targets->data[i].guard, term, chosen) : term;
    }
    return value_of(run, chosen);
}

/* Each target is written where the pointer is there: at a constant offset the
 * new value or else the old one, at a symbolic offset at an index that is in
 * the object only then. */
static void store_choice(struct run *run, struct state *state, const struct targets *targets, size_t count,
                         unsigned width, struct value value)
{
    struct exprs *exprs = run->exprs;
    expr_t term = term_of(run, value, width);
    for (size_t i = 0; i < count; i++) {
        struct target target = targets->data[i];
        struct value chosen = value;
        if (target_is_constant(run, &target)) {
            struct value old;
            target_load(run, state, &target, width, &old);
            chosen = value_of(run, expr_ite(exprs, target.guard, term, term_of(run, old, width)));
        } else {
            target.offset =
                expr_ite(exprs, target.guard, target.offset, expr_const(exprs, 64, index_nowhere));
        }
        target_store(run, state, &target, width, chosen);
    }
}

/* ---- a segment ---- */

/* x + constant apart. */
static expr_t without_constant(struct exprs *exprs, expr_t term, uint64_t *constant)
{
    *constant = 0;
    if (expr_is_const(exprs, term)) {
        *constant = expr_value(exprs, term);
        return 0;
    }
    if (expr_kind(exprs, term) != EXPR_ADD || !expr_is_const(exprs, expr_arg(exprs, term, 1)))
        return term;
    *constant = expr_value(exprs, expr_arg(exprs, term, 1));
    return expr_arg(exprs, term, 0);
}

/* Where in the segment the pointer points. */
static expr_t position_of(struct run *run, struct state *state, const struct targets *targets, size_t count)
{
    struct exprs *exprs = run->exprs;
    uint64_t constant, shift;
    expr_t common = without_constant(exprs, targets->data[0].offset, &constant);
    bool alike = common;
    for (size_t i = 1; i < count; i++)
        alike = alike && without_constant(exprs, targets->data[i].offset, &constant) == common;
    struct chosen *choices = mem_alloc(count * sizeof *choices);
    for (size_t i = 0; i < count; i++) {
        const struct target *target = &targets->data[i];
        expr_t rest = without_constant(exprs, target->offset, &constant);
        segment_of(run, state, target, &shift);
        expr_t here = expr_const(exprs, 64, shift + constant);
        if (rest && !alike)
            here = expr_add(exprs, here, rest);
        choices[i] = (struct chosen){target->guard, here};
    }
    expr_t chosen = choose_number(exprs, choices, count);
    mem_free(choices);
    return alike ? expr_add(exprs, chosen, common) : chosen;
}

/* One segment for all targets. 0: they cannot be, or an access might reach
 * from one piece of an object into another that is not beside it. */
static uint32_t unite(struct run *run, struct state *state, const struct extent *reach, size_t count)
{
    uint32_t segment = relocate_unite(run, state, reach, count);
    for (size_t i = 0; i < count; i++)
        if (space_piece_at(&state->space, reach[i].object, reach[i].first).end < reach[i].end)
            return 0;
    return segment;
}

bool targets_are_in_pages(struct run *run, struct state *state, const struct targets *targets, size_t count,
                          unsigned width)
{
    for (size_t i = 0; i < count; i++) {
        const struct target *target = &targets->data[i];
        if (!target_is_constant(run, target))
            return false;
        uint64_t first = expr_value(run->exprs, target->offset);
        if (space_lives_in_array(&state->space, target->object, first, first + (width + 7) / 8))
            return false;
    }
    return true;
}

struct value merged_load(struct run *run, struct state *state, const struct targets *targets, size_t count,
                         unsigned width, bool united)
{
    struct extent *reach = mem_alloc(count * sizeof *reach);
    uint32_t segment = 0;
    for (size_t i = 0; i < count; i++)
        reach[i] = reach_of(run, &targets->data[i], width);
    if (united)
        segment = unite(run, state, reach, count);
    mem_free(reach);
    if (!segment)
        return load_choice(run, state, targets, count, width);
    return value_of(run,
                    segment_read(&state->space, segment, position_of(run, state, targets, count), width));
}

void merged_store(struct run *run, struct state *state, const struct targets *targets, size_t count,
                  unsigned width, struct value value, bool united)
{
    struct extent *reach = mem_alloc(count * sizeof *reach);
    for (size_t i = 0; i < count; i++)
        reach[i] = reach_of(run, &targets->data[i], width);
    uint32_t segment = united ? unite(run, state, reach, count) : 0;
    if (segment)
        segment_write(&state->space, &run->windows, segment, position_of(run, state, targets, count), width,
                      value, reach, count);
    else
        store_choice(run, state, targets, count, width, value);
    mem_free(reach);
}
