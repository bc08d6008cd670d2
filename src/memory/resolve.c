/* Where may a symbolic pointer point? (the model of --memory=fork)
 *
 * The usual pointer has one target and cannot leave it: that is one query. If
 * it can, the other objects are searched by halving: a group of neighbours is
 * asked about as one range of addresses and, if the pointer can be there,
 * halved, unless the model that says so already points into an object. So the
 * number of queries grows with the targets, not with the objects.
 *
 * If the pointer's term names the only objects it can point to, a group is
 * asked about object by object in one query. Such a query holds no address, so
 * that its answer serves other paths too, where the objects lie elsewhere. */
#include "memory/resolve.h"

#include "base/vector.h"
#include "expr/eval.h"
#include "expr/support.h"
#include "memory/content.h"

enum { BASED_DEPTH = 12 }; /* how deep the shape of a pointer is looked into */
enum { GROUP_MAX = 16 };   /* objects asked about one by one in one query */

struct search {
    struct space *space;
    struct chain *chain;
    const struct constraints *constraints;
    const struct model *model; /* of the constraints */
    expr_t pointer;
    uint64_t size;
    size_t limit;
    struct targets *result;
    bool named; /* the pointer's term names all its targets */
};

/* ---- terms ---- */

/* The sum without the base symbol of this object, if it is among its addends; 0 if not. */
static expr_t without_base(struct exprs *exprs, expr_t sum, expr_t base)
{
    if (sum == base)
        return expr_const(exprs, 64, 0);
    if (expr_kind(exprs, sum) != EXPR_ADD)
        return 0;
    expr_t left = expr_arg(exprs, sum, 0), right = expr_arg(exprs, sum, 1);
    expr_t rest = without_base(exprs, left, base);
    if (rest)
        return expr_add(exprs, rest, right);
    rest = without_base(exprs, right, base);
    return rest ? expr_add(exprs, left, rest) : 0;
}

static expr_t offset_in(struct space *space, expr_t pointer, const struct object *object)
{
    struct exprs *exprs = space->exprs;
    expr_t base = value_to_term(exprs, space->objects, value_pointer(object->address, object->id), 64);
    expr_t offset = without_base(exprs, pointer, base);
    return offset ? offset : expr_sub(exprs, pointer, base);
}

static bool is_data(const struct object *object, uint64_t size)
{
    return object->kind != OBJECT_FUNCTION && object->size >= size;
}

static expr_t inside_of(struct search *search, const struct object *object, expr_t *offset)
{
    struct exprs *exprs = search->space->exprs;
    *offset = offset_in(search->space, search->pointer, object);
    if (!is_data(object, search->size))
        return expr_bool(exprs, false);
    return expr_ule(exprs, *offset, expr_const(exprs, 64, object->size - search->size));
}

/* ---- candidates ---- */

/* Every way to read the term as an address begins with a base symbol: then it
 * may point to those objects only, and anything else is out of bounds. */
static bool is_based(struct exprs *exprs, expr_t term, unsigned depth)
{
    if (!depth)
        return false;
    switch (expr_kind(exprs, term)) {
    case EXPR_BASE:
        return true;
    case EXPR_ADD: {
        /* exactly one of them: the sum of two addresses is none */
        expr_t left = expr_arg(exprs, term, 0), right = expr_arg(exprs, term, 1);
        bool left_has = expr_has_base(exprs, left), right_has = expr_has_base(exprs, right);
        return left_has != right_has && is_based(exprs, left_has ? left : right, depth - 1);
    }
    case EXPR_ITE:
        return is_based(exprs, expr_arg(exprs, term, 1), depth - 1) &&
               is_based(exprs, expr_arg(exprs, term, 2), depth - 1);
    default:
        return false;
    }
}

struct candidates {
    const struct object **data;
    size_t count, capacity;
};

/* The object behind a base symbol, if it is live and not there yet; they are kept sorted by address. */
static void add_candidate(struct search *search, expr_t base, struct candidates *candidates)
{
    uint32_t id = expr_arg(search->space->exprs, base, 0);
    if (!space_is_live(search->space, id))
        return;
    const struct object *object = object_get(search->space->objects, id);
    if (!is_data(object, search->size))
        return;
    size_t place = candidates->count;
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->data[i] == object)
            return;
    vector_push(candidates, object);
    for (; place && candidates->data[place - 1]->address > object->address; place--)
        candidates->data[place] = candidates->data[place - 1];
    candidates->data[place] = object;
}

/* The bases of a term that is_based, live ones, each once. */
static void collect_bases(struct search *search, expr_t term, struct candidates *candidates)
{
    struct exprs *exprs = search->space->exprs;
    switch (expr_kind(exprs, term)) {
    case EXPR_ADD: {
        expr_t left = expr_arg(exprs, term, 0);
        collect_bases(search, expr_has_base(exprs, left) ? left : expr_arg(exprs, term, 1), candidates);
        break;
    }
    case EXPR_ITE:
        collect_bases(search, expr_arg(exprs, term, 1), candidates);
        collect_bases(search, expr_arg(exprs, term, 2), candidates);
        break;
    default:
        add_candidate(search, term, candidates);
    }
}

/* The objects that a pointer can point to according to what it is made of;
 * false if that does not say. */
static bool collect_named(struct search *search, struct candidates *candidates)
{
    VECTOR(expr_t) bases = {0};
    size_t count;
    const leaf_t *leaves = chain_pointer_leaves(search->chain, search->pointer, &count);
    for (size_t i = 0; i < count; i++)
        if (leaf_kind(leaves[i]) == LEAF_BASE)
            vector_push(&bases, leaf_number(leaves[i]));
    for (size_t i = 0; i < bases.count; i++)
        add_candidate(search, bases.data[i], candidates);
    vector_release(&bases);
    return leaves;
}

/* Objects the pointer may lie in as far as its interval tells, by address. */
static void collect_interval(struct search *search, struct candidates *candidates)
{
    struct interval interval = expr_interval(search->space->exprs, search->pointer);
    const struct object *const *objects;
    size_t count = space_objects_between(search->space, interval.low, interval.high, &objects);
    for (size_t i = 0; i < count; i++)
        if (is_data(objects[i], search->size))
            vector_push(candidates, objects[i]);
}

/* The candidate that holds the address, size bytes from it included. */
static const struct object *candidate_at(const struct candidates *candidates, size_t first, size_t end,
                                         uint64_t address, uint64_t size)
{
    for (size_t low = first, high = end; low < high;) {
        size_t middle = (low + high) / 2;
        const struct object *object = candidates->data[middle];
        if (address < object->address)
            high = middle;
        else if (address - object->address <= object->size - size)
            return object;
        else
            low = middle + 1;
    }
    return NULL;
}

/* ---- the search ---- */

static struct model *laid_over(const struct model *model, struct model *over)
{
    struct model *whole = model_copy(model);
    model_overlay(whole, over);
    model_unref(over);
    return whole;
}

/* Can the pointer satisfy this and be outside of the targets so far? */
static enum verdict ask(struct search *search, expr_t condition, struct model **model)
{
    struct exprs *exprs = search->space->exprs;
    expr_t term = condition ? expr_and(exprs, search->result->outside, condition) : search->result->outside;
    *model = NULL;
    if (expr_is_false(exprs, term))
        return VERDICT_NO;
    enum verdict verdict = chain_may_resolve(search->chain, search->constraints, term, model);
    if (verdict == VERDICT_YES)
        *model = laid_over(search->model, *model);
    return verdict;
}

/* Takes the model. */
static void add_target(struct search *search, const struct object *object, struct model *model)
{
    struct targets *result = search->result;
    struct target target = {.object = object->id, .model = model};
    target.inside = inside_of(search, object, &target.offset);
    vector_push(result, target);
    result->outside =
        expr_and(search->space->exprs, result->outside, expr_not(search->space->exprs, target.inside));
}

static bool full(const struct search *search)
{
    return search->limit && search->result->count >= search->limit;
}

/* The pointer lies in one of the candidates first .. end - 1, or between them. */
static expr_t range_of(struct search *search, const struct candidates *candidates, size_t first, size_t end)
{
    struct exprs *exprs = search->space->exprs;
    const struct object *lowest = candidates->data[first], *highest = candidates->data[end - 1];
    expr_t offset, range;
    if (search->named || end - first == 1) {
        range = expr_bool(exprs, false);
        for (size_t i = first; i < end; i++)
            range = expr_or(exprs, range, inside_of(search, candidates->data[i], &offset));
        return range;
    }
    uint64_t span = highest->address + highest->size - search->size - lowest->address;
    offset = expr_sub(exprs, search->pointer, expr_const(exprs, 64, lowest->address));
    return expr_ule(exprs, offset, expr_const(exprs, 64, span));
}

/* All targets among the candidates first .. end - 1. */
static void search_group(struct search *search, const struct candidates *candidates, size_t first, size_t end)
{
    struct exprs *exprs = search->space->exprs;
    while (first < end && !(full(search) && search->result->incomplete)) {
        expr_t range = range_of(search, candidates, first, end);
        struct model *model;
        enum verdict verdict = ask(search, range, &model);
        if (verdict == VERDICT_NO)
            return;
        if (verdict == VERDICT_YES) {
            uint64_t address = expr_eval(exprs, search->pointer, model);
            const struct object *object = candidate_at(candidates, first, end, address, search->size);
            if (object && full(search)) {
                model_unref(model);
                search->result->incomplete = true;
                return;
            }
            if (object) {
                add_target(search, object, model);
                continue;
            }
            model_unref(model);
        }
        if (end - first == 1) {
            search->result->incomplete = true; /* unknown, or a model that does not fit */
            return;
        }
        size_t middle = (first + end) / 2;
        search_group(search, candidates, first, middle);
        first = middle;
    }
}

void resolve_pointer(struct space *space, struct chain *chain, const struct constraints *constraints,
                     const struct model *model, expr_t pointer, uint64_t size, size_t limit,
                     struct targets *result)
{
    struct exprs *exprs = space->exprs;
    struct search search = {space, chain, constraints, model, pointer, size, limit, result, false};
    struct candidates candidates = {0};
    *result = (struct targets){.outside = expr_bool(exprs, true), .may_fail = VERDICT_NO};
    if (is_based(exprs, pointer, BASED_DEPTH)) {
        collect_bases(&search, pointer, &candidates);
        search.named = true;
    } else if (!(search.named = collect_named(&search, &candidates))) {
        collect_interval(&search, &candidates);
    }

    /* where the model points: nearly always the only target */
    uint64_t address = expr_eval(exprs, pointer, model);
    const struct object *object = candidate_at(&candidates, 0, candidates.count, address, size);
    struct model *outside = NULL, *given = model ? model_ref((struct model *)model) : model_new();
    if (object) {
        add_target(&search, object, given);
        result->may_fail = ask(&search, 0, &outside);
    } else {
        outside = given;
        result->may_fail = VERDICT_YES;
    }

    if (result->may_fail == VERDICT_YES) {
        size_t group = search.named ? GROUP_MAX : candidates.count;
        for (size_t first = 0; first < candidates.count; first += group)
            search_group(&search, &candidates, first,
                         candidates.count - first < group ? candidates.count : first + group);
        /* the model found first may lie in a target found since */
        if (!expr_is_true(exprs, result->outside) && !expr_eval(exprs, result->outside, outside)) {
            model_unref(outside);
            result->may_fail = ask(&search, 0, &outside);
        }
        result->fail_model = outside;
    }
    if (result->may_fail == VERDICT_NO)
        result->outside = expr_bool(exprs, false);
    if (result->may_fail == VERDICT_UNKNOWN)
        result->incomplete = true;
    vector_release(&candidates);
}

void targets_release(struct targets *targets)
{
    for (size_t i = 0; i < targets->count; i++)
        model_unref(targets->data[i].model);
    model_unref(targets->fail_model);
    vector_release(targets);
    targets->fail_model = NULL;
}
