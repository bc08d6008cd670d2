/* Splitting, and the pieces that an access may be in: those in the interval of
 * the offset, and of these, by halving, those that the solver finds possible. */
#include "engine/pieces.h"

#include "base/vector.h"
#include "engine/relocate.h"
#include "expr/eval.h"
#include "expr/support.h"

enum { GRID = 8 };                            /* pieces begin at its multiples */
enum { FEWEST_BYTES = 64, MOST_PIECES = 16 }; /* of an object, with --split=auto */

struct piece_search {
    struct run *run;
    struct state *state;
    const struct target *target; /* the whole of it */
    uint64_t size;               /* bytes that are accessed */
    struct targets *result;
};

/* ---- cutting ---- */

/* The smallest piece that holds all the access may reach, so that it has one target still: every piece more
 * is another state or another question. The size of the object, or more, where there is none. */
static uint64_t choose_size(struct exprs *exprs, const struct target *target, uint64_t object_size,
                            uint64_t accessed)
{
    struct interval offset = expr_interval(exprs, target->offset);
    uint64_t last = offset.high < object_size - accessed ? offset.high + accessed - 1 : object_size - 1;
    uint64_t piece = FEWEST_BYTES;
    while (piece < object_size && (object_size / piece > MOST_PIECES || offset.low / piece != last / piece))
        piece *= 2;
    return piece;
}

static void cut(struct run *run, struct state *state, const struct target *target, uint64_t accessed)
{
    const struct object *object = object_get(&run->objects, target->object);
    if (!run->options.split || object->size <= run->options.split_threshold ||
        object->size > SPACE_ARRAY_LIMIT || space_is_split(&state->space, object->id))
        return;
    uint64_t piece = run->options.split == SPLIT_AUTO
                         ? choose_size(run->exprs, target, object->size, accessed)
                         : run->options.split;
    if (piece < object->size)
        relocate_split(run, state, object->id, piece);
}

/* ---- the pieces of a target ---- */

static expr_t offset_between(const struct piece_search *search, uint64_t low, uint64_t high)
{
    struct exprs *exprs = search->run->exprs;
    expr_t from = expr_sub(exprs, search->target->offset, expr_const(exprs, 64, low));
    return expr_ule(exprs, from, expr_const(exprs, 64, high - low));
}

static void add_piece(struct piece_search *search, const struct extent *piece, struct model *model)
{
    struct exprs *exprs = search->run->exprs;
    struct target target = *search->target;
    if (piece->end - piece->first < search->size) { /* the last of an object: no such access fits */
        model_unref(model);
        return;
    }
    expr_t here = offset_between(search, piece->first, piece->end - search->size);
    target.inside = expr_and(exprs, target.inside, here);
    target.guard = expr_and(exprs, target.guard, here);
    target.first = piece->first;
    target.end = piece->end;
    target.model = model;
    vector_push(search->result, target);
}

static struct model *laid_over(const struct model *model, struct model *over)
{
    struct model *whole = model_copy(model);
    model_overlay(whole, over);
    model_unref(over);
    return whole;
}

/* The pieces with offsets low .. high, which begin and end with a piece. The
 * model, if it is not NULL, is one in which the offset is there. */
static void search_pieces(struct piece_search *search, uint64_t low, uint64_t high, struct model *model)
{
    struct run *run = search->run;
    struct space *space = &search->state->space;
    uint32_t object = search->target->object;
    if (!model) {
        expr_t here = expr_and(run->exprs, search->target->inside, offset_between(search, low, high));
        enum verdict verdict =
            chain_may_resolve(run->chain, search->state->constraints, here, search->state->model, &model);
        if (verdict == VERDICT_NO)
            return;
        model = verdict == VERDICT_YES ? laid_over(search->state->model, model) : NULL;
    }
    struct extent piece = space_piece_at(space, object, low);
    if (piece.end > high) {
        add_piece(search, &piece, model ? model_ref(model) : NULL);
    } else {
        uint64_t middle = space_piece_at(space, object, low + (high - low) / 2).end;
        if (middle > high)
            middle = space_piece_at(space, object, high).first;
        uint64_t at = model ? expr_eval(run->exprs, search->target->offset, model) : 0;
        search_pieces(search, low, middle - 1, model && at < middle ? model_ref(model) : NULL);
        search_pieces(search, middle, high, model && at >= middle ? model_ref(model) : NULL);
    }
    model_unref(model);
}

/* Can the access reach from one piece into the next? An offset that is asked
 * for a number of bytes inside of the grid cannot. */
static bool may_straddle(const struct piece_search *search)
{
    struct run *run = search->run;
    expr_t low = expr_extract(run->exprs, search->target->offset, 0, 3);
    if (search->size <= GRID && expr_is_const(run->exprs, low) &&
        expr_value(run->exprs, low) + search->size <= GRID)
        return false;
    expr_t crosses = expr_bool(run->exprs, false);
    uint64_t size = object_get(&run->objects, search->target->object)->size;
    struct interval reach = expr_interval(run->exprs, search->target->offset);
    for (uint64_t at = 0, end; at < size && search->size > 1; at = end) {
        end = space_piece_at(&search->state->space, search->target->object, at).end;
        uint64_t first = end < search->size ? 0 : end - search->size + 1; /* that reaches beyond the end */
        if (end < size && reach.low < end && reach.high >= first)
            crosses = expr_or(run->exprs, crosses, offset_between(search, first, end - 1));
    }
    crosses = expr_and(run->exprs, crosses, search->target->inside);
    if (expr_is_false(run->exprs, crosses))
        return false;
    return chain_may_resolve(run->chain, search->state->constraints, crosses, search->state->model, NULL) !=
           VERDICT_NO;
}

/* With --split=auto an access that may be in several pieces goes through all of them: no states, no
 * questions. */
static bool takes_all(const struct piece_search *search, struct interval reach)
{
    return search->run->options.split == SPLIT_AUTO &&
           space_piece_at(&search->state->space, search->target->object, reach.low).end <= reach.high;
}

static void add_pieces(struct piece_search *search)
{
    struct run *run = search->run;
    const struct target *target = search->target;
    struct space *space = &search->state->space;
    uint64_t size = object_get(&run->objects, target->object)->size;
    struct interval reach = expr_interval(run->exprs, target->offset);
    if (!space_is_split(space, target->object) || expr_is_const(run->exprs, target->offset) ||
        reach.low >= size || takes_all(search, reach) || may_straddle(search)) {
        struct target whole = *target;
        if (whole.model)
            model_ref(whole.model);
        vector_push(search->result, whole);
        return;
    }
    uint64_t high = reach.high < size ? reach.high : size - 1;
    search_pieces(search, space_piece_at(space, target->object, reach.low).first,
                  space_piece_at(space, target->object, high).end - 1,
                  target->model ? model_ref(target->model) : NULL);
}

void split_targets(struct run *run, struct state *state, struct targets *targets, unsigned width)
{
    struct targets pieces = {0};
    bool split = false;
    for (size_t i = 0; i < targets->count; i++) {
        if (!expr_is_const(run->exprs, targets->data[i].offset))
            cut(run, state, &targets->data[i], (width + 7) / 8);
        split |= space_is_split(&state->space, targets->data[i].object);
    }
    if (!split)
        return;
    for (size_t i = 0; i < targets->count; i++)
        add_pieces(&(struct piece_search){run, state, &targets->data[i], (width + 7) / 8, &pieces});
    for (size_t i = 0; i < targets->count; i++)
        model_unref(targets->data[i].model);
    mem_free(targets->data);
    targets->data = pieces.data;
    targets->count = pieces.count;
    targets->capacity = pieces.capacity;
}
