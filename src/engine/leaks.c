/* --check-leaks: at the end of a path, heap objects that no pointer in a
 * global, in a live local or in a reachable object points to any more. When
 * main has returned, its locals are no longer alive; at exit() they are. */
#include "engine/interpret.h"

#include "base/alloc.h"
#include "base/text.h"
#include "base/vector.h"

struct search_state {
    struct state *state;
    bool returned; /* from main */
    struct table reached;
    VECTOR(uint32_t) work;
};

static void reach(struct search_state *search, struct value value)
{
    if (!value_has_object(value))
        return;
    uint64_t *seen = table_slot(&search->reached, value_object(value), 0);
    bool holds_nothing =
        object_get(search->state->space.objects, value_object(value))->kind == OBJECT_FUNCTION;
    if (!(*seen)++ && !holds_nothing && space_is_live(&search->state->space, value_object(value)))
        vector_push(&search->work, value_object(value));
}

/* Objects a term names: a pointer chosen by a symbolic index keeps all its targets. */
static void reach_term(struct run *run, struct search_state *search, expr_t term)
{
    struct table seen = {0};
    VECTOR(expr_t) work = {0};
    vector_push(&work, term);
    while (work.count) {
        expr_t next = vector_pop(&work);
        if (!expr_has_base(run->exprs, next) || (*table_slot(&seen, next, 0))++)
            continue;
        const struct expr_node *node = expr_node(run->exprs, next);
        if (node->kind == EXPR_BASE)
            reach(search, value_pointer(0, node->arg[0]));
        for (unsigned i = 0; i < expr_children(node->kind); i++)
            vector_push(&work, node->arg[i]);
    }
    vector_release(&work);
    table_release(&seen);
}

static void reach_value(struct run *run, struct search_state *search, struct value value)
{
    if (value_is_term(value))
        reach_term(run, search, value_term(value));
    else
        reach(search, value);
}

static bool visit_root(void *context, const struct object *object)
{
    struct search_state *search = context;
    bool local = object->kind == OBJECT_STACK || object->kind == OBJECT_VARIADIC;
    if (object->kind != OBJECT_HEAP && !(local && search->returned))
        reach(search, value_pointer(object->address, object->id));
    return true;
}

struct lost {
    struct search_state *search;
    const struct object *first;
    uint64_t count, bytes;
};

static bool visit_heap(void *context, const struct object *object)
{
    struct lost *lost = context;
    if (object->kind == OBJECT_HEAP && !table_find(&lost->search->reached, object->id)) {
        if (!lost->first)
            lost->first = object;
        lost->count++;
        lost->bytes += object->size;
    }
    return true;
}

bool check_leaks(struct run *run, struct state *state)
{
    struct search_state search = {.state = state, .returned = state->pc->op == OP_RETURN};
    space_each(&state->space, visit_root, &search);
    for (const struct frame *frame = state->top; frame && !search.returned; frame = frame->caller)
        for (uint32_t i = 0; i < frame->function->register_count; i++)
            reach_value(run, &search, frame->registers[i]);
    while (search.work.count) {
        uint32_t id = vector_pop(&search.work);
        const struct object *object = object_get(&run->objects, id);
        for (uint64_t offset = 0; offset + 8 <= object->size; offset += 8) {
            struct value value;
            space_load(&state->space, &run->windows, id, offset, 64, &value);
            reach_value(run, &search, value);
        }
    }
    struct lost lost = {.search = &search};
    space_each(&state->space, visit_heap, &lost);
    if (lost.first) {
        char *where = location_text(run->program, lost.first->site);
        char *details = text_format("Allocated at: %s\n", where); /* also what tells leaks apart */
        run_error(run, state, ERROR_LEAK, details,
                  "memory leak: %llu bytes in %llu object%s, the first of %llu bytes allocated at %s",
                  (unsigned long long)lost.bytes, (unsigned long long)lost.count, lost.count == 1 ? "" : "s",
                  (unsigned long long)lost.first->size, where);
        mem_free(details);
        mem_free(where);
    }
    vector_release(&search.work);
    table_release(&search.reached);
    return !lost.first;
}
