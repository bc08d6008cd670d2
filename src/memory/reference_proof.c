/* The question for Z3. What was written before anything depends on the inputs
 * is taken from a replay; from there on every write is a store. */
#include "memory/reference_proof.h"

#include "solver/z3.h"

#include <stdlib.h>

enum { MOST_STORES = 1 << 13, BYTE_BITS = 8 };

struct region {
    uint64_t first, end;
    bool wanted;
};

struct proof {
    struct exprs *exprs;
    const history_events *events;
    const settled_loads *settled;
    struct reference before;       /* what the wanted regions hold when event `first` comes */
    VECTOR(struct region) regions; /* by address, as they were last allocated */
    VECTOR(expr_t) terms;
    size_t first; /* event that depends on the inputs */
    size_t stores;
    struct z3_terms *z3;
    VECTOR(Z3_ast) kept; /* one reference each */
};

/* ---- which objects matter ---- */

static int by_address(const void *left, const void *right)
{
    uint64_t a = ((const struct region *)left)->first, b = ((const struct region *)right)->first;
    return a < b ? -1 : a > b;
}

static struct region *region_at(const struct proof *proof, uint64_t address)
{
    size_t low = 0, high = proof->regions.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (proof->regions.data[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    struct region *found = low < proof->regions.count ? &proof->regions.data[low] : NULL;
    return found && found->first <= address ? found : NULL;
}

static bool is_wanted(const struct proof *proof, uint64_t address)
{
    const struct region *region = region_at(proof, address);
    return region && region->wanted;
}

static void want(struct proof *proof, uint64_t address)
{
    struct region *region = region_at(proof, address);
    if (region)
        region->wanted = true;
}

/* Does the write go where a load may look? */
static bool matters(const struct proof *proof, const struct history_event *event)
{
    return value_is_term(event->pointer) || is_wanted(proof, event->pointer.bits);
}

static void find_regions(struct proof *proof, const struct table *touched)
{
    const history_events *events = proof->events;
    for (size_t i = 0; i < events->count; i++) {
        const struct history_event *event = events->data[i];
        if (event->kind == HISTORY_ALLOCATE && event->count)
            vector_push(&proof->regions,
                        (struct region){event->pointer.bits, event->pointer.bits + event->count, false});
    }
    if (proof->regions.count)
        qsort(proof->regions.data, proof->regions.count, sizeof *proof->regions.data, by_address);
    table_each(entry, touched) want(proof, entry->key);
    for (size_t i = events->count; i-- > 0;)
        if (events->data[i]->kind == HISTORY_MOVE && matters(proof, events->data[i]))
            want(proof, events->data[i]->from);
}

/* ---- what the question mentions ---- */

static void mention(struct proof *proof, struct value value)
{
    if (value_is_term(value))
        vector_push(&proof->terms, value_term(value));
}

static expr_t input_byte(const struct proof *proof, const struct history_event *event, uint64_t index)
{
    return expr_read(proof->exprs, event->input, expr_const(proof->exprs, 64, index));
}

static void find_terms(struct proof *proof)
{
    const history_events *events = proof->events;
    for (size_t i = 0; i < events->count; i++) {
        const struct history_event *event = events->data[i];
        bool load = event->kind == HISTORY_LOAD;
        if (load ? proof->settled->data[i] : !matters(proof, event))
            continue;
        mention(proof, event->pointer);
        if (event->kind == HISTORY_INPUT) {
            for (uint64_t k = 0; k < event->count && k < MOST_STORES; k++)
                vector_push(&proof->terms, input_byte(proof, event, k));
        } else if (event->kind != HISTORY_MOVE && event->kind != HISTORY_BYTES) {
            mention(proof, event->value);
        }
    }
}

/* Everything before the first event that depends on the inputs. */
static void replay_beginning(struct proof *proof)
{
    const history_events *events = proof->events;
    for (; proof->first < events->count; proof->first++) {
        const struct history_event *event = events->data[proof->first];
        if (event->kind == HISTORY_LOAD ? !proof->settled->data[proof->first] : value_is_term(event->pointer))
            return;
        if (event->kind != HISTORY_LOAD)
            reference_write(&proof->before, proof->first);
    }
}

/* ---- in Z3's words ---- */

static Z3_ast keep(struct proof *proof, Z3_ast ast)
{
    Z3_inc_ref(proof->z3->context, ast);
    vector_push(&proof->kept, ast);
    return ast;
}

static Z3_ast number(struct proof *proof, unsigned width, uint64_t value)
{
    Z3_context context = proof->z3->context;
    Z3_sort sort = Z3_mk_bv_sort(context, width);
    keep(proof, Z3_sort_to_ast(context, sort));
    return keep(proof, Z3_mk_unsigned_int64(context, value, sort));
}

static Z3_ast value_bits(struct proof *proof, struct value value, unsigned width)
{
    Z3_context context = proof->z3->context;
    if (!value_is_term(value))
        return number(proof, width, value.bits & width_mask(width));
    Z3_ast ast = keep(proof, z3_terms_get(proof->z3, value_term(value)));
    if (width > 1)
        return ast;
    return keep(proof, Z3_mk_ite(context, ast, number(proof, 1, 1), number(proof, 1, 0)));
}

/* Byte k of what the event wrote. */
static Z3_ast written_byte(struct proof *proof, const struct history_event *event, uint64_t k)
{
    Z3_context context = proof->z3->context;
    switch (event->kind) {
    case HISTORY_BYTES:
        return number(proof, BYTE_BITS, event->bytes[k]);
    case HISTORY_INPUT:
        return keep(proof, z3_terms_get(proof->z3, input_byte(proof, event, k)));
    case HISTORY_ALLOCATE:
    case HISTORY_FILL:
        return value_bits(proof, event->value, BYTE_BITS);
    default:
        break;
    }
    unsigned width = (unsigned)event->count, bytes = (width + 7) / 8;
    Z3_ast bits = value_bits(proof, event->value, width);
    if (width % 8)
        bits = keep(proof, Z3_mk_zero_ext(context, 8 * bytes - width, bits));
    if (bytes == 1)
        return bits;
    return keep(proof, Z3_mk_extract(context, 8 * (unsigned)k + 7, 8 * (unsigned)k, bits));
}

static Z3_ast address_plus(struct proof *proof, struct value pointer, uint64_t k)
{
    if (!value_is_term(pointer))
        return number(proof, 64, pointer.bits + k);
    Z3_ast base = value_bits(proof, pointer, 64);
    return k ? keep(proof, Z3_mk_bvadd(proof->z3->context, base, number(proof, 64, k))) : base;
}

static Z3_ast store(struct proof *proof, Z3_ast memory, Z3_ast address, Z3_ast byte)
{
    proof->stores++;
    return keep(proof, Z3_mk_store(proof->z3->context, memory, address, byte));
}

static Z3_ast selected(struct proof *proof, Z3_ast memory, Z3_ast address)
{
    return keep(proof, Z3_mk_select(proof->z3->context, memory, address));
}

/* What the wanted objects hold when the first event comes that depends on the inputs. */
static Z3_ast beginning(struct proof *proof)
{
    Z3_context context = proof->z3->context;
    Z3_sort index = Z3_mk_bv_sort(context, 64), byte = Z3_mk_bv_sort(context, BYTE_BITS);
    keep(proof, Z3_sort_to_ast(context, index));
    keep(proof, Z3_sort_to_ast(context, byte));
    Z3_sort sort = Z3_mk_array_sort(context, index, byte);
    keep(proof, Z3_sort_to_ast(context, sort));
    Z3_ast memory = keep(proof, Z3_mk_const(context, Z3_mk_string_symbol(context, "memory"), sort));
    for (size_t i = 0; i < proof->regions.count; i++) {
        const struct region *region = &proof->regions.data[i];
        for (uint64_t at = region->first; region->wanted && at < region->end && proof->stores < MOST_STORES;
             at++) {
            const struct reference_page *page = reference_page(&proof->before, at);
            uint32_t writer = page ? page->writer[at % REFERENCE_PAGE] : 0;
            if (writer)
                memory = store(
                    proof, memory, number(proof, 64, at),
                    written_byte(proof, proof->events->data[writer - 1], page->index[at % REFERENCE_PAGE]));
        }
    }
    return memory;
}

static Z3_ast written(struct proof *proof, Z3_ast memory, const struct history_event *event)
{
    uint64_t count = event->kind == HISTORY_STORE ? (event->count + 7) / 8 : event->count;
    Z3_ast before = memory;
    for (uint64_t k = 0; k < count && proof->stores < MOST_STORES; k++) {
        Z3_ast byte = event->kind == HISTORY_MOVE
                          ? selected(proof, before, number(proof, 64, event->from + k))
                          : written_byte(proof, event, k);
        memory = store(proof, memory, address_plus(proof, event->pointer, k), byte);
    }
    return memory;
}

static Z3_ast differs(struct proof *proof, Z3_ast memory, const struct history_event *load)
{
    Z3_context context = proof->z3->context;
    unsigned width = (unsigned)load->count, bytes = (width + 7) / 8;
    Z3_ast whole = NULL;
    for (unsigned k = 0; k < bytes; k++) {
        Z3_ast byte = selected(proof, memory, address_plus(proof, load->pointer, k));
        whole = whole ? keep(proof, Z3_mk_concat(context, byte, whole)) : byte;
    }
    if (width % 8)
        whole = keep(proof, Z3_mk_extract(context, width - 1, 0, whole));
    Z3_ast same = keep(proof, Z3_mk_eq(context, whole, value_bits(proof, load->value, width)));
    proof->stores += bytes;
    return keep(proof, Z3_mk_not(context, same));
}

/* Some load gives something else. */
static Z3_ast make(void *from, struct z3_terms *z3)
{
    struct proof *proof = from;
    VECTOR(Z3_ast) differences = {0};
    proof->z3 = z3;
    proof->stores = 0;
    Z3_ast memory = beginning(proof);
    for (size_t i = proof->first; i < proof->events->count && proof->stores < MOST_STORES; i++) {
        const struct history_event *event = proof->events->data[i];
        if (event->kind != HISTORY_LOAD && matters(proof, event))
            memory = written(proof, memory, event);
        else if (event->kind == HISTORY_LOAD && !proof->settled->data[i])
            vector_push(&differences, differs(proof, memory, event));
    }
    Z3_ast some = keep(proof, Z3_mk_or(z3->context, (unsigned)differences.count, differences.data));
    vector_release(&differences);
    return some;
}

static void drop_kept(struct proof *proof)
{
    while (proof->kept.count)
        Z3_dec_ref(proof->z3->context, vector_pop(&proof->kept));
    vector_release(&proof->kept);
}

enum verdict reference_prove(struct solver *z3, const history_events *events, const settled_loads *settled,
                             const struct table *touched, const struct query *path, struct model **model)
{
    struct proof proof = {.exprs = z3->exprs, .events = events, .settled = settled};
    reference_init(&proof.before, z3->exprs, NULL, events);
    *model = NULL;
    find_regions(&proof, touched);
    find_terms(&proof);
    replay_beginning(&proof);
    struct z3_extra extra = {proof.terms.data, proof.terms.count, make, &proof};
    enum verdict verdict = z3_solver_check_with(z3, path, &extra, model);
    if (proof.stores >= MOST_STORES) { /* not all was asked */
        verdict = verdict == VERDICT_YES ? VERDICT_YES : VERDICT_UNKNOWN;
    }
    drop_kept(&proof);
    reference_release(&proof.before);
    vector_release(&proof.regions);
    vector_release(&proof.terms);
    return verdict;
}
