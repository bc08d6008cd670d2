/* Where may a symbolic pointer point?
 *
 * A pointer that shows its cases has no other targets than these; they are
 * asked about in the order in which models turn up. Otherwise: the usual pointer has one target and cannot
 * leave it: that is one query. If it can, the other objects are searched by halving: a group of neighbours is
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
#include "memory/cases.h"
#include "memory/content.h"

enum { GROUP_MAX = 16 }; /* objects asked about one by one in one query */

struct search {
    struct space *space;
    struct chain *chain;
    const struct constraints *constraints;
    const struct model *model; /* of the constraints */
    expr_t pointer;
    uint64_t size;
    struct targets *result;
    const struct resolution *asked;
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
        if (is_data(objects[i], search->size) && space_is_live(search->space, objects[i]->id))
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
    enum verdict verdict = chain_may_resolve(search->chain, search->constraints, term, search->model, model);
    if (verdict == VERDICT_YES)
        *model = laid_over(search->model, *model);
    return verdict;
}

static void add(struct search *search, struct target target)
{
    struct targets *result = search->result;
    vector_push(result, target);
    result->outside =
        expr_and(search->space->exprs, result->outside, expr_not(search->space->exprs, target.inside));
}

/* Takes the model. */
static void add_target(struct search *search, const struct object *object, struct model *model)
{
    struct target target = {.object = object->id, .model = model};
    target.guard = target.inside = inside_of(search, object, &target.offset);
    add(search, target);
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
    while (first < end) {
        expr_t range = range_of(search, candidates, first, end);
        struct model *model;
        enum verdict verdict = ask(search, range, &model);
        if (verdict == VERDICT_NO)
            return;
        if (verdict == VERDICT_YES) {
            uint64_t address = expr_eval(exprs, search->pointer, model);
            const struct object *object = candidate_at(candidates, first, end, address, search->size);
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

/* ---- a pointer that shows its cases ---- */

struct possible {
    struct target *data;
    size_t count, capacity;
    expr_t fail; /* a case that is in no object: what `outside` is once all of these are targets */
};

/* The cases that lie in a live object, as far as is known without asking. */
static void collect_cases(struct search *search, const struct pointer_cases *cases, struct possible *possible)
{
    struct space *space = search->space;
    struct exprs *exprs = space->exprs;
    for (size_t i = 0; i < cases->count; i++) {
        const struct pointer_case *one = &cases->data[i];
        struct target target = {.object = one->object, .guard = one->guard, .offset = one->offset};
        const struct object *object = NULL;
        if (one->object) {
            object = space_is_live(space, one->object) ? object_get(space->objects, one->object) : NULL;
        } else if (expr_is_const(exprs, one->offset)) { /* nobody remembers it to be a pointer */
            uint64_t address = expr_value(exprs, one->offset);
            object = space_find(space, address, false);
            if (object)
                target.object = object->id, target.offset = expr_const(exprs, 64, address - object->address);
        }
        expr_t fits = expr_bool(exprs, false);
        if (object && is_data(object, search->size))
            fits = expr_ule(exprs, target.offset, expr_const(exprs, 64, object->size - search->size));
        expr_t misses = expr_and(exprs, one->guard, expr_not(exprs, fits));
        possible->fail = expr_or(exprs, possible->fail, misses);
        target.inside = expr_and(exprs, one->guard, fits);
        if (!expr_is_false(exprs, constraints_simplify(search->constraints, target.inside)))
            vector_push(possible, target);
    }
}

/* The first of them in which the model's pointer lies is now a target. false: it lies in none. */
static bool take_possible(struct search *search, struct possible *possible, struct model *model)
{
    for (size_t i = 0; i < possible->count; i++) {
        if (!expr_eval(search->space->exprs, possible->data[i].inside, model))
            continue;
        struct target target = possible->data[i];
        target.model = model_ref(model);
        possible->data[i] = possible->data[--possible->count];
        add(search, target);
        return true;
    }
    return false;
}

/* Enough are known: the others are targets too, possible or not. */
static void take_rest(struct search *search, struct possible *possible)
{
    for (size_t i = 0; i < possible->count; i++)
        add(search, possible->data[i]);
    possible->count = 0;
}

static expr_t any_of(struct exprs *exprs, const struct possible *possible)
{
    expr_t any = expr_bool(exprs, false);
    for (size_t i = 0; i < possible->count; i++)
        any = expr_or(exprs, any, possible->data[i].inside);
    return any;
}

/* What is to be asked next: while it is not known that the pointer can fail,
 * whether it can be anywhere else; then, which of the rest is possible. */
static enum verdict ask_next(struct search *search, const struct possible *possible, struct model **model)
{
    struct targets *result = search->result;
    *model = NULL;
    if (!possible->count) {
        result->outside = possible->fail;
        return result->may_fail == VERDICT_NO ? ask(search, 0, model) : VERDICT_NO;
    }
    bool may_fail = result->may_fail == VERDICT_YES;
    return ask(search, may_fail ? any_of(search->space->exprs, possible) : 0, model);
}

static void search_cases(struct search *search, const struct pointer_cases *cases, size_t exact)
{
    struct exprs *exprs = search->space->exprs;
    struct targets *result = search->result;
    struct possible possible = {.fail = expr_bool(exprs, false)};
    struct model *model = model_copy(search->model);
    enum verdict verdict = VERDICT_YES;
    collect_cases(search, cases, &possible);
    result->by_cases = true;
    while (verdict == VERDICT_YES) {
        if (!take_possible(search, &possible, model)) {
            /* the guards leave nothing out: it can only be the error side */
            BUG_ON(result->may_fail == VERDICT_YES || !expr_eval(exprs, possible.fail, model));
            result->may_fail = VERDICT_YES;
            result->fail_model = model_ref(model);
        }
        model_unref(model);
        if (exact && result->count >= exact)
            take_rest(search, &possible);
        verdict = ask_next(search, &possible, &model);
        if (verdict == VERDICT_UNKNOWN && exact && result->count && possible.count) {
            take_rest(search, &possible);
            verdict = ask_next(search, &possible, &model);
        }
    }
    if (verdict == VERDICT_UNKNOWN) {
        result->incomplete = true;
        if (result->may_fail == VERDICT_NO)
            result->may_fail = VERDICT_UNKNOWN;
    }
    model_unref(model);
    vector_release(&possible);
}

void targets_by_object(struct exprs *exprs, struct targets *targets)
{
    size_t kept = 0;
    for (size_t i = 0; i < targets->count; i++) {
        struct target *one = &targets->data[i], *same = NULL;
        for (size_t k = 0; k < kept && !same; k++)
            if (targets->data[k].object == one->object && targets->data[k].first == one->first)
                same = &targets->data[k];
        if (!same) {
            targets->data[kept++] = *one;
            continue;
        }
        same->offset = expr_ite(exprs, one->guard, one->offset, same->offset);
        same->guard = expr_or(exprs, same->guard, one->guard);
        same->inside = expr_or(exprs, same->inside, one->inside);
        if (!same->model)
            same->model = one->model;
        else
            model_unref(one->model);
    }
    targets->count = kept;
}

/* ---- */

/* All targets among the candidates; *outside shows that there may be some. */
static void search_all(struct search *search, const struct candidates *candidates, struct model **outside)
{
    struct exprs *exprs = search->space->exprs;
    struct targets *result = search->result;
    size_t group = search->named ? GROUP_MAX : candidates->count;
    for (size_t first = 0; first < candidates->count; first += group)
        search_group(search, candidates, first,
                     candidates->count - first < group ? candidates->count : first + group);
    /* the model found first may lie in a target found since */
    if (!expr_is_true(exprs, result->outside) && !expr_eval(exprs, result->outside, *outside)) {
        model_unref(*outside);
        result->may_fail = ask(search, 0, outside);
    }
}

/* The familiar candidates first; the others only if the pointer may then still be elsewhere. */
static void search_familiar_first(struct search *search, const struct candidates *candidates,
                                  struct model **outside)
{
    struct candidates familiar = {0}, others = {0};
    for (size_t i = 0; i < candidates->count; i++)
        if (search->asked->familiar && search->asked->familiar(search->asked->context, candidates->data[i]))
            vector_push(&familiar, candidates->data[i]);
        else
            vector_push(&others, candidates->data[i]);
    if (familiar.count)
        search_all(search, &familiar, outside);
    if (search->result->may_fail == VERDICT_YES)
        search_all(search, &others, outside);
    vector_release(&familiar);
    vector_release(&others);
}

static void search_addresses(struct search *search)
{
    struct exprs *exprs = search->space->exprs;
    struct targets *result = search->result;
    struct candidates candidates = {0};
    search->named = collect_named(search, &candidates);
    if (!search->named)
        collect_interval(search, &candidates);

    /* where the model points: nearly always the only target */
    uint64_t address = expr_eval(exprs, search->pointer, search->model);
    const struct object *object = candidate_at(&candidates, 0, candidates.count, address, search->size);
    struct model *outside = NULL,
                 *given = search->model ? model_ref((struct model *)search->model) : model_new();
    if (object) {
        add_target(search, object, given);
        result->may_fail = ask(search, 0, &outside);
    } else {
        outside = given;
        result->may_fail = VERDICT_YES;
    }

    if (result->may_fail == VERDICT_YES) {
        search_familiar_first(search, &candidates, &outside);
        result->fail_model = outside;
    }
    if (result->may_fail == VERDICT_UNKNOWN)
        result->incomplete = true;
    vector_release(&candidates);
}

void resolve_pointer(struct space *space, struct chain *chain, const struct constraints *constraints,
                     const struct model *model, const struct resolution *asked, struct targets *result)
{
    struct exprs *exprs = space->exprs;
    struct search search = {space,       chain,  constraints, model, asked->pointer,
                            asked->size, result, asked,       false};
    struct pointer_cases cases;
    *result = (struct targets){.outside = expr_bool(exprs, true), .may_fail = VERDICT_NO};
    if (pointer_cases(exprs, asked->pointer, &cases)) {
        search_cases(&search, &cases, asked->exact);
        pointer_cases_release(&cases);
    } else {
        search_addresses(&search);
    }
    if (result->may_fail == VERDICT_NO)
        result->outside = expr_bool(exprs, false);
}

void targets_release(struct targets *targets)
{
    for (size_t i = 0; i < targets->count; i++)
        model_unref(targets->data[i].model);
    model_unref(targets->fail_model);
    vector_release(targets);
    targets->fail_model = NULL;
}
