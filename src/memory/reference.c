/* The plain second memory: pages of bytes by address, and for each byte which
 * event wrote it. Made afresh for each model, so that there is nothing to share,
 * to copy on write or to forget. */
#include "memory/reference.h"

#include "base/bug.h"
#include "expr/eval.h"

#include <stdio.h>
#include <string.h>

enum { MOST_PAGES = 1 << 13, MOST_BYTES_OF_VALUE = 8192, WORD = 8 };

void reference_init(struct reference *reference, struct exprs *exprs, const struct model *model,
                    const history_events *events)
{
    *reference = (struct reference){.exprs = exprs, .model = model, .events = events};
}

void reference_release(struct reference *reference)
{
    table_each(entry, &reference->pages) mem_free((void *)(uintptr_t)entry->value);
    table_release(&reference->pages);
}

struct reference_page *reference_page(struct reference *reference, uint64_t address)
{
    uint64_t *slot = table_slot(&reference->pages, address / REFERENCE_PAGE, 0);
    if (!*slot && reference->pages.count > MOST_PAGES) {
        table_remove(&reference->pages, address / REFERENCE_PAGE);
        reference->too_large = true;
        return NULL;
    }
    if (!*slot)
        *slot = (uint64_t)(uintptr_t)NEW(struct reference_page);
    return (struct reference_page *)(uintptr_t)*slot;
}

/* ---- values under the model ---- */

static uint64_t address_of(const struct reference *reference, struct value pointer)
{
    return value_is_term(pointer) ? expr_eval(reference->exprs, value_term(pointer), reference->model)
                                  : pointer.bits;
}

static void bytes_of(const struct reference *reference, struct value value, unsigned width, uint8_t *bytes)
{
    uint64_t words[MOST_BYTES_OF_VALUE / 8] = {value.bits};
    if (value_is_term(value) && width <= 64)
        words[0] = expr_eval(reference->exprs, value_term(value), reference->model);
    else if (value_is_term(value))
        expr_words(reference->exprs, expr_eval_term(reference->exprs, value_term(value), reference->model),
                   words);
    memcpy(bytes, words, (width + 7) / 8);
}

static uint8_t input_byte(const struct reference *reference, expr_t input, uint64_t index)
{
    BUG_ON(expr_kind(reference->exprs, input) != EXPR_INPUT);
    const struct input *known = exprs_input(reference->exprs, expr_arg(reference->exprs, input, 0));
    return index < known->size ? model_get(reference->model, known->variable + (uint32_t)index) : 0;
}

/* ---- writes ---- */

static void put(struct reference *reference, uint64_t address, uint8_t byte, uint32_t writer, uint64_t index)
{
    struct reference_page *page = reference_page(reference, address);
    if (!page)
        return;
    page->bytes[address % REFERENCE_PAGE] = byte;
    page->writer[address % REFERENCE_PAGE] = writer;
    page->index[address % REFERENCE_PAGE] = (uint32_t)index;
}

struct moved {
    uint8_t byte;
    uint32_t writer, index;
};

static void move(struct reference *reference, uint64_t to, uint64_t from, uint64_t count)
{
    struct moved *moved = mem_alloc(count * sizeof *moved);
    for (uint64_t i = 0; i < count; i++) {
        const struct reference_page *page = reference_page(reference, from + i);
        uint64_t at = (from + i) % REFERENCE_PAGE;
        moved[i] =
            page ? (struct moved){page->bytes[at], page->writer[at], page->index[at]} : (struct moved){0};
    }
    for (uint64_t i = 0; i < count; i++)
        put(reference, to + i, moved[i].byte, moved[i].writer, moved[i].index);
    mem_free(moved);
}

void reference_write(struct reference *reference, size_t i)
{
    const struct history_event *event = reference->events->data[i];
    uint64_t to = address_of(reference, event->pointer), count = event->count;
    uint32_t writer = (uint32_t)i + 1;
    uint8_t bytes[MOST_BYTES_OF_VALUE];
    if (value_is_term(event->pointer))
        reference->last_unknown = writer;
    switch (event->kind) {
    case HISTORY_STORE:
        bytes_of(reference, event->value, (unsigned)count, bytes);
        for (uint64_t k = 0; k < (count + 7) / 8; k++)
            put(reference, to + k, bytes[k], writer, k);
        break;
    case HISTORY_ALLOCATE:
    case HISTORY_FILL:
        bytes_of(reference, event->value, 8, bytes);
        for (uint64_t k = 0; k < count && !reference->too_large; k++)
            put(reference, to + k, bytes[0], writer, 0);
        break;
    case HISTORY_MOVE:
        move(reference, to, event->from, count);
        break;
    case HISTORY_BYTES:
        for (uint64_t k = 0; k < count; k++)
            put(reference, to + k, event->bytes[k], writer, k);
        break;
    case HISTORY_INPUT:
        for (uint64_t k = 0; k < count; k++)
            put(reference, to + k, input_byte(reference, event->input, k), writer, k);
        break;
    case HISTORY_LOAD:
        BUG("a load writes nothing");
    }
}

/* ---- loads ---- */

/* Is the byte the same for all inputs? */
static bool is_known(const struct history_event *writer)
{
    return writer->kind == HISTORY_BYTES || (writer->kind != HISTORY_INPUT && !value_is_term(writer->value));
}

/* A load is settled where no write can have come in between that depends on the
 * inputs, and the bytes are known, or just the term that was stored. */
static bool is_settled(struct reference *reference, const struct history_event *load, uint64_t address)
{
    uint64_t bytes = (load->count + 7) / 8;
    bool known = true;
    const struct history_event *first = NULL;
    if (value_is_term(load->pointer))
        return false;
    for (uint64_t k = 0; k < bytes; k++) {
        const struct reference_page *page = reference_page(reference, address + k);
        uint64_t at = (address + k) % REFERENCE_PAGE;
        if (!page || !page->writer[at] || page->writer[at] <= reference->last_unknown)
            return false;
        const struct history_event *writer = reference->events->data[page->writer[at] - 1];
        known &= is_known(writer);
        if (!k)
            first = writer;
        else if (first != writer || page->index[at] != k)
            first = NULL;
    }
    if (known)
        return !value_is_term(load->value);
    return first && first->kind == HISTORY_STORE && first->count == load->count &&
           first->value.tag == load->value.tag && first->value.bits == load->value.bits;
}

static void describe(char *text, size_t size, const uint8_t *bytes, uint64_t count)
{
    size_t at = (size_t)snprintf(text, size, "0x");
    for (uint64_t k = count; k-- > 0;)
        at += (size_t)snprintf(text + at, size - at, "%02x", bytes[k]);
}

/* returns whether the load gave what is there */
static bool compare(struct reference *reference, const struct history_event *load, uint64_t address,
                    struct difference *difference)
{
    uint8_t given[MOST_BYTES_OF_VALUE], expected[MOST_BYTES_OF_VALUE];
    uint64_t bytes = (load->count + 7) / 8;
    bytes_of(reference, load->value, (unsigned)load->count, given);
    for (uint64_t k = 0; k < bytes; k++) {
        const struct reference_page *page = reference_page(reference, address + k);
        expected[k] = page ? page->bytes[(address + k) % REFERENCE_PAGE] : 0;
    }
    if (load->count % 8)
        expected[bytes - 1] &= (uint8_t)((1 << load->count % 8) - 1);
    if (!memcmp(given, expected, bytes) || reference->too_large)
        return true;
    uint64_t first = 0;
    while (given[first] == expected[first])
        first++;
    first = first / WORD * WORD;
    uint64_t count = bytes - first < WORD ? bytes - first : WORD;
    *difference = (struct difference){.load = load, .address = address + first, .bytes = count};
    describe(difference->given, sizeof difference->given, given + first, count);
    describe(difference->expected, sizeof difference->expected, expected + first, count);
    return false;
}

enum replay_result reference_replay(struct exprs *exprs, const history_events *events,
                                    const struct model *model, settled_loads *settled, struct table *touched,
                                    struct difference *difference)
{
    struct reference reference;
    bool agrees = true;
    reference_init(&reference, exprs, model, events);
    for (size_t i = 0; i < events->count && agrees && !reference.too_large; i++) {
        const struct history_event *event = events->data[i];
        bool sure = false;
        if (event->kind != HISTORY_LOAD) {
            reference_write(&reference, i);
        } else {
            uint64_t address = address_of(&reference, event->pointer);
            agrees = compare(&reference, event, address, difference);
            sure = is_settled(&reference, event, address);
            if (touched && !sure)
                table_set(touched, address, 1);
        }
        if (settled)
            vector_push(settled, sure);
    }
    enum replay_result result = reference.too_large ? REPLAY_TOO_LARGE
                                : agrees            ? REPLAY_AGREES
                                                    : REPLAY_DIFFERS;
    reference_release(&reference);
    return result;
}
