/* Random operations on several spaces against a reference: for each of a few
 * fixed models, the plain bytes every object holds under that model. Accesses
 * go the interpreter's way: window first, slow way on a miss. */
#include "memory/segment.h"

#include "base/alloc.h"
#include "base/rng.h"
#include "expr/eval.h"
#include "expr/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define ANYTHING UINT32_MAX

enum { MODELS = 3, SPACES = 4, OBJECTS = 10, INPUT = 64 };

struct reference_object {
    const struct object *object; /* NULL: no object */
    uint8_t *bytes[MODELS];
    uint32_t *pointer; /* byte k of a pointer that must be whole: object << 3 | k; else 0 */
    uint32_t *maybe; /* byte k of a pointer that may have lost other bytes; ANYTHING after symbolic writes */
};

struct reference {
    struct space space;
    struct reference_object objects[OBJECTS];
    bool used;
};

struct fixture {
    struct rng rng;
    struct exprs *exprs;
    struct objects objects;
    struct windows windows;
    struct reference spaces[SPACES];
    struct reference *current;
    struct model *models[MODELS];
    expr_t input;
    unsigned inputs;
    bool concrete; /* nothing symbolic: the windows and slots get all the attention */
    bool segments;
};

static uint64_t below(struct fixture *f, uint64_t limit) { return rng_below(&f->rng, limit); }

static void define_input(struct fixture *f, expr_t input)
{
    uint32_t first = exprs_input(f->exprs, expr_node(f->exprs, input)->arg[0])->variable;
    uint32_t size = expr_array_size(f->exprs, input);
    for (unsigned m = 0; m < MODELS; m++)
        for (uint32_t i = 0; i < size; i++)
            model_set(f->models[m], first + i, (uint8_t)below(f, 256));
}

static uint64_t eval_term(struct fixture *f, expr_t term, unsigned model)
{
    return expr_eval(f->exprs, term, f->models[model]);
}

/* ---- the reference ---- */

/* Bytes that are about to change: pointers that lose a part are pointers no more. */
static void forget_pointers(struct reference_object *r, uint64_t offset, uint64_t count)
{
    for (uint64_t i = offset; i < offset + count; i++) {
        r->maybe[i] = 0;
        if (!r->pointer[i])
            continue;
        uint64_t start = i - (r->pointer[i] & 7);
        for (uint64_t k = start; k < start + 8; k++)
            r->pointer[k] = 0;
    }
}

static void free_reference_object(struct reference_object *r)
{
    for (unsigned m = 0; m < MODELS; m++)
        mem_free(r->bytes[m]);
    mem_free(r->pointer);
    mem_free(r->maybe);
    *r = (struct reference_object){0};
}

static void release_space(struct fixture *f, struct reference *reference)
{
    if (!reference->used)
        return;
    for (unsigned i = 0; i < OBJECTS; i++)
        if (reference->objects[i].object)
            free_reference_object(&reference->objects[i]);
    space_release(&reference->space);
    reference->used = false;
}

static void fork_space(struct fixture *f, struct reference *to)
{
    if (to == f->current)
        return;
    release_space(f, to);
    to->used = true;
    space_copy(&to->space, &f->current->space);
    windows_flush(&f->windows);
    for (unsigned i = 0; i < OBJECTS; i++) {
        const struct reference_object *from = &f->current->objects[i];
        to->objects[i] = *from;
        if (!from->object)
            continue;
        uint64_t size = from->object->size;
        for (unsigned m = 0; m < MODELS; m++)
            to->objects[i].bytes[m] = memcpy(mem_alloc(size + 1), from->bytes[m], size);
        to->objects[i].pointer =
            memcpy(mem_alloc((size + 1) * sizeof(uint32_t)), from->pointer, size * sizeof(uint32_t));
        to->objects[i].maybe =
            memcpy(mem_alloc((size + 1) * sizeof(uint32_t)), from->maybe, size * sizeof(uint32_t));
    }
}

/* ---- operations ---- */

static void allocate(struct fixture *f)
{
    static const uint64_t sizes[] = {1, 8, 16, 24, 40, 200, 256, 4096, 4100, 13000};
    struct reference_object *r = &f->current->objects[below(f, OBJECTS)];
    if (r->object) {
        if (below(f, 3))
            return;
        uint32_t id = r->object->id;
        space_free(&f->current->space, &f->windows, id);
        assert_false(space_is_live(&f->current->space, id));
        assert_null(window_read(&f->windows, value_pointer(r->object->address, id), 1));
        free_reference_object(r);
        return;
    }
    uint64_t size = below(f, 2) ? sizes[below(f, ARRAY_COUNT(sizes))] : 1 + below(f, 64);
    bool zeroed = below(f, 2);
    r->object = space_allocate(&f->current->space, (enum object_kind)below(f, 3), size, 1u << below(f, 8), 0,
                               0, zeroed);
    assert_non_null(r->object);
    for (unsigned m = 0; m < MODELS; m++)
        r->bytes[m] = memset(mem_alloc(size + 1), zeroed ? 0 : 0xAB, size);
    r->pointer = mem_zero((size + 1) * sizeof(uint32_t));
    r->maybe = mem_zero((size + 1) * sizeof(uint32_t));
}

static struct reference_object *any_object(struct fixture *f)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        struct reference_object *r = &f->current->objects[below(f, OBJECTS)];
        if (r->object)
            return r;
    }
    return NULL;
}

static expr_t random_term(struct fixture *f, unsigned width)
{
    expr_t term = 0;
    do {
        expr_t byte = expr_read(f->exprs, f->input, expr_const(f->exprs, 64, below(f, INPUT)));
        term = term ? expr_concat(f->exprs, term, byte) : byte;
    } while (expr_width(f->exprs, term) < width && below(f, 4));
    term = expr_resize(f->exprs, term, width);
    return below(f, 2) ? term : expr_add(f->exprs, term, expr_const(f->exprs, width, below(f, 1000)));
}

static struct value random_value(struct fixture *f, unsigned width)
{
    struct value value = value_plain(rng_next(&f->rng) & width_mask(width));
    struct reference_object *target = any_object(f);
    if (width > 64 || (!f->concrete && below(f, 3) == 0))
        value = value_from_term(f->exprs, &f->objects, random_term(f, width));
    else if (width == 64 && target && below(f, 2))
        value = value_pointer(target->object->address + below(f, 100), target->object->id);
    return value;
}

static unsigned random_width(struct fixture *f, uint64_t size)
{
    static const unsigned widths[] = {1, 8, 16, 24, 32, 33, 64, 64, 64, 80, 128};
    unsigned width;
    do
        width = widths[below(f, ARRAY_COUNT(widths))];
    while ((width + 7) / 8 > size || (f->concrete && width > 64));
    return width;
}

static uint64_t random_offset(struct fixture *f, const struct reference_object *r, unsigned count)
{
    uint64_t offset = below(f, r->object->size - count + 1);
    if (below(f, 3) && (offset & ~(uint64_t)7) + count <= r->object->size)
        offset &= ~(uint64_t)7;
    return offset;
}

/* Byte i of the value under the model. */
static uint8_t value_byte(struct fixture *f, struct value value, unsigned width, unsigned i, unsigned model)
{
    expr_t term = value_to_term(f->exprs, &f->objects, value, width);
    term = expr_zext(f->exprs, term, (width + 7) / 8 * 8);
    return (uint8_t)eval_term(f, expr_extract(f->exprs, term, 8 * i, 8), model);
}

static void store(struct fixture *f, struct reference_object *r)
{
    unsigned width = random_width(f, r->object->size), count = (width + 7) / 8;
    uint64_t offset = random_offset(f, r, count);
    struct value value = random_value(f, width);
    struct value pointer = value_pointer(r->object->address + offset, r->object->id);
    uint8_t *bytes = value_is_plain(value) ? window_write(&f->windows, pointer, count) : NULL;
    if (bytes)
        memcpy(bytes, &value.bits, count);
    else if (width != 64 || !window_store_word(&f->windows, pointer, value)) {
        if (value_is_plain(value) && below(f, 2) &&
            space_window(&f->current->space, &f->windows, pointer, true) &&
            (bytes = window_write(&f->windows, pointer, count)))
            memcpy(bytes, &value.bits, count);
        else
            space_store(&f->current->space, &f->windows, r->object->id, offset, width, value);
    }
    forget_pointers(r, offset, count);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned m = 0; m < MODELS; m++)
            r->bytes[m][offset + i] = value_byte(f, value, width, i, m);
        if (width == 64 && value_has_object(value))
            r->pointer[offset + i] = r->maybe[offset + i] = value_object(value) << 3 | i;
    }
}

static void compare_value(struct fixture *f, const struct reference_object *r, uint64_t offset,
                          unsigned width, struct value value)
{
    unsigned count = (width + 7) / 8;
    assert_true(width <= 64 || value_is_term(value));
    if (width < 64 && !value_is_term(value))
        assert_int_equal(value.bits & ~width_mask(width), 0);
    if (value_is_term(value))
        assert_int_equal(expr_width(f->exprs, value_term(value)), width);
    for (unsigned m = 0; m < MODELS; m++)
        for (unsigned i = 0; i < count; i++) {
            uint8_t expected = r->bytes[m][offset + i];
            if (8 * i + 8 > width)
                expected &= (uint8_t)width_mask(width % 8);
            assert_int_equal(value_byte(f, value, width, i, m), expected);
        }
    if (width != 64)
        return;
    bool whole = r->pointer[offset] && !(r->pointer[offset] & 7);
    if (whole) {
        assert_true(value_has_object(value));
        assert_int_equal(value_object(value), r->pointer[offset] >> 3);
    }
    for (unsigned k = 0; value_has_object(value) && k < 8; k++)
        if (r->maybe[offset + k] != ANYTHING)
            assert_int_equal(r->maybe[offset + k], value_object(value) << 3 | k);
}

static void load(struct fixture *f, struct reference_object *r)
{
    unsigned width = random_width(f, r->object->size), count = (width + 7) / 8;
    uint64_t offset = random_offset(f, r, count);
    struct value pointer = value_pointer(r->object->address + offset, r->object->id), value = {0, 0};
    uint8_t *bytes = width <= 64 ? window_read(&f->windows, pointer, count) : NULL;
    if (bytes) {
        memcpy(&value.bits, bytes, count);
        value.bits &= width_mask(width);
    } else if (width != 64 || !window_load_word(&f->windows, pointer, &value)) {
        if (below(f, 2))
            space_window(&f->current->space, &f->windows, pointer, false);
        enum access_status status =
            space_load(&f->current->space, &f->windows, r->object->id, offset, width, &value);
        assert_int_equal(status, ACCESS_OK);
    }
    compare_value(f, r, offset, width, value);
}

static void fill(struct fixture *f, struct reference_object *r)
{
    bool whole = !below(f, 8);
    uint64_t offset = whole ? 0 : below(f, r->object->size);
    uint64_t count = whole ? r->object->size : below(f, r->object->size - offset + 1);
    if (!whole && count > 700)
        count = 700;
    struct value byte = random_value(f, 8);
    space_fill(&f->current->space, &f->windows, r->object->id, offset, count, byte);
    forget_pointers(r, offset, count);
    for (unsigned m = 0; m < MODELS; m++)
        memset(r->bytes[m] + offset, value_byte(f, byte, 8, 0, m), count);
}

static void move(struct fixture *f, struct reference_object *to, struct reference_object *from)
{
    uint64_t most = to->object->size < from->object->size ? to->object->size : from->object->size;
    uint64_t count = below(f, (most > 1500 ? 1500 : most) + 1);
    uint64_t to_offset = random_offset(f, to, (unsigned)count);
    uint64_t from_offset = random_offset(f, from, (unsigned)count);
    space_move(&f->current->space, &f->windows, to->object->id, to_offset, from->object->id, from_offset,
               count);
    uint32_t *pointers = mem_zero((count + 1) * sizeof *pointers);
    for (uint64_t i = 0; i + 8 <= count; i++) /* those that are moved whole */
        if (from->pointer[from_offset + i] && !(from->pointer[from_offset + i] & 7))
            memcpy(pointers + i, from->pointer + from_offset + i, 8 * sizeof *pointers);
    uint32_t *maybe = mem_alloc((count + 1) * sizeof *maybe);
    memcpy(maybe, from->maybe + from_offset, count * sizeof *maybe);
    forget_pointers(to, to_offset, count);
    memcpy(to->pointer + to_offset, pointers, count * sizeof *pointers);
    memcpy(to->maybe + to_offset, maybe, count * sizeof *maybe);
    mem_free(pointers);
    mem_free(maybe);
    for (unsigned m = 0; m < MODELS; m++)
        memmove(to->bytes[m] + to_offset, from->bytes[m] + from_offset, count);
}

static void raw(struct fixture *f, struct reference_object *r)
{
    uint8_t bytes[600];
    uint64_t offset = below(f, r->object->size), count = below(f, r->object->size - offset + 1), bad = 0;
    if (count > sizeof bytes)
        count = sizeof bytes;
    if (below(f, 2)) {
        for (uint64_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)below(f, 256);
        space_write_bytes(&f->current->space, &f->windows, r->object->id, offset, bytes, count);
        forget_pointers(r, offset, count);
        for (unsigned m = 0; m < MODELS; m++)
            memcpy(r->bytes[m] + offset, bytes, count);
        return;
    }
    if (!space_read_bytes(&f->current->space, r->object->id, offset, bytes, count, &bad)) {
        assert_true(bad < count);
        assert_false(expr_is_const(f->exprs, space_byte(&f->current->space, r->object->id, offset + bad)));
        count = bad;
    }
    assert_memory_equal(bytes, r->bytes[0] + offset, count);
}

static void make_symbolic(struct fixture *f, struct reference_object *r)
{
    bool whole = below(f, 2);
    if (r->object->size > 300 && below(f, 8))
        return;
    uint64_t offset = whole ? 0 : below(f, r->object->size);
    uint64_t count = whole ? r->object->size : below(f, r->object->size - offset) + 1;
    char name[32];
    snprintf(name, sizeof name, "made%u", f->inputs++);
    expr_t array = expr_input(f->exprs, name, (uint32_t)count);
    define_input(f, array);
    space_make_symbolic(&f->current->space, &f->windows, r->object->id, offset, count, array);
    if (whole)
        assert_int_equal(space_array(&f->current->space, r->object->id), array);
    forget_pointers(r, offset, count);
    for (unsigned m = 0; m < MODELS; m++)
        for (uint64_t i = 0; i < count; i++)
            r->bytes[m][offset + i] =
                (uint8_t)eval_term(f, expr_read(f->exprs, array, expr_const(f->exprs, 64, i)), m);
}

/* In bounds under every model: first + a few input bits, or all that fit. */
static expr_t random_index(struct fixture *f, const struct reference_object *r, unsigned count,
                           uint64_t *first, uint64_t *span)
{
    uint64_t most = r->object->size - count;
    unsigned bits = (unsigned)below(f, 9);
    while (((uint64_t)1 << bits) - 1 > most)
        bits--;
    *span = ((uint64_t)1 << bits) - 1;
    *first = below(f, most - *span + 1);
    expr_t index =
        expr_and(f->exprs, expr_zext(f->exprs, random_term(f, 8), 64), expr_const(f->exprs, 64, *span));
    return expr_add(f->exprs, index, expr_const(f->exprs, 64, *first));
}

static void symbolic(struct fixture *f, struct reference_object *r)
{
    if (r->object->size > 300 && below(f, 10))
        return;
    unsigned width = random_width(f, r->object->size), count = (width + 7) / 8;
    uint64_t first, span;
    expr_t index = random_index(f, r, count, &first, &span);
    if (below(f, 2)) {
        expr_t term = space_read_symbolic(&f->current->space, r->object->id, index, width);
        struct value value = {0, (uint64_t)term << 2 | TAG_TERM};
        assert_int_equal(expr_width(f->exprs, term), width);
        for (unsigned m = 0; m < MODELS; m++) {
            uint64_t offset = eval_term(f, index, m);
            for (unsigned i = 0; i < count; i++) {
                uint8_t expected = r->bytes[m][offset + i];
                if (8 * i + 8 > width)
                    expected &= (uint8_t)width_mask(width % 8);
                assert_int_equal(value_byte(f, value, width, i, m), expected);
            }
        }
        return;
    }
    struct value value = random_value(f, width);
    struct interval touched = expr_interval(f->exprs, index); /* may be wider than what is possible */
    first = touched.low;
    span = touched.high > r->object->size - count ? r->object->size - count - first : touched.high - first;
    space_write_symbolic(&f->current->space, &f->windows, r->object->id, index, width, value);
    forget_pointers(r, first, span + count);
    memset(r->maybe + first, 0xff, (span + count) * sizeof *r->maybe);
    for (unsigned m = 0; m < MODELS; m++) {
        uint64_t offset = eval_term(f, index, m);
        for (unsigned i = 0; i < count; i++)
            r->bytes[m][offset + i] = value_byte(f, value, width, i, m);
    }
}

/* Objects are put into one segment, or one is cut into pieces: nothing changes. */
static void relocate(struct fixture *f, struct reference_object *r)
{
    struct space *space = &f->current->space;
    if (below(f, 2)) {
        bool was = space_is_split(space, r->object->id);
        uint64_t piece = 8 << below(f, 7);
        if (space_split(space, &f->windows, r->object->id, piece))
            assert_true(space_is_split(space, r->object->id) && !was && piece < r->object->size);
        return;
    }
    struct extent extents[3];
    for (unsigned i = 0; i < 3; i++) {
        uint64_t first = below(f, 2) ? 0 : below(f, r->object->size);
        extents[i] = (struct extent){r->object->id, first, first ? first + 1 : r->object->size};
        r = any_object(f);
        if (!r)
            return;
    }
    size_t count = 1 + below(f, 3);
    if (!below(f, 4)) {
        uint32_t named = 1 + (uint32_t)below(f, 2);
        assert_true(space_join(space, &f->windows, named, extents, count));
        assert_int_equal(space_segment_at(space, extents[0].object, extents[0].first, NULL), named);
        return;
    }
    uint32_t segment = space_unite(space, &f->windows, extents, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(space_segment_at(space, extents[i].object, extents[i].first, NULL), segment);
}

/* Through a pointer to one of two objects: one access to their segment. */
static void choose(struct fixture *f, struct reference_object *one, struct reference_object *other)
{
    struct space *space = &f->current->space;
    struct reference_object *targets[] = {one, other};
    unsigned width =
        random_width(f, one->object->size < other->object->size ? one->object->size : other->object->size);
    unsigned count = (width + 7) / 8;
    struct extent reach[2];
    uint64_t offsets[2], positions[2];
    for (unsigned i = 0; i < 2; i++) {
        offsets[i] = random_offset(f, targets[i], count);
        reach[i] = (struct extent){targets[i]->object->id, offsets[i], offsets[i] + count};
    }
    uint32_t segment = space_unite(space, &f->windows, reach, 2);
    for (unsigned i = 0; i < 2; i++) {
        if (space_piece_at(space, targets[i]->object->id, offsets[i]).end < offsets[i] + count)
            return; /* across two pieces that are not side by side */
        assert_int_equal(space_segment_at(space, targets[i]->object->id, offsets[i], &positions[i]), segment);
    }
    expr_t which = expr_extract(f->exprs, random_term(f, 8), 0, 1);
    expr_t position = expr_ite(f->exprs, which, expr_const(f->exprs, 64, positions[0]),
                               expr_const(f->exprs, 64, positions[1]));
    if (below(f, 2)) {
        expr_t term = segment_read(space, segment, position, width);
        struct value value = {0, (uint64_t)term << 2 | TAG_TERM};
        for (unsigned m = 0; m < MODELS; m++)
            for (unsigned i = 0, chosen = !eval_term(f, which, m); 8 * i + 8 <= width; i++)
                assert_int_equal(value_byte(f, value, width, i, m),
                                 targets[chosen]->bytes[m][offsets[chosen] + i]);
        return;
    }
    struct value value = random_value(f, width);
    segment_write(space, &f->windows, segment, position, width, value, reach, 2);
    for (unsigned i = 0; i < 2; i++) {
        forget_pointers(targets[i], offsets[i], count);
        memset(targets[i]->maybe + offsets[i], 0xff, count * sizeof *targets[i]->maybe);
    }
    for (unsigned m = 0; m < MODELS; m++)
        for (unsigned i = 0, chosen = !eval_term(f, which, m); i < count; i++)
            targets[chosen]->bytes[m][offsets[chosen] + i] = value_byte(f, value, width, i, m);
}

static void compare_all(struct fixture *f, struct reference *reference)
{
    struct space *space = &reference->space;
    space_check(space);
    for (unsigned o = 0; o < OBJECTS; o++) {
        const struct reference_object *r = &reference->objects[o];
        if (!r->object)
            continue;
        assert_true(space_is_live(space, r->object->id));
        uint64_t inside = below(f, r->object->size);
        assert_ptr_equal(space_find(space, r->object->address + inside, false), r->object);
        assert_ptr_equal(space_find(space, r->object->address + r->object->size, true), r->object);
        assert_null(space_find(space, r->object->address + r->object->size, false));
        for (uint64_t i = 0; i < r->object->size; i++) {
            expr_t byte = space_byte(space, r->object->id, i);
            for (unsigned m = 0; m < MODELS; m++)
                if (eval_term(f, byte, m) != r->bytes[m][i])
                    fail_msg("object %u of %lu bytes differs at %lu", r->object->id, r->object->size, i);
        }
    }
}

static void collect_garbage(struct fixture *f)
{
    if (below(f, 2))
        objects_begin_marking(&f->objects);
    for (unsigned i = 0; i < SPACES; i++)
        if (f->spaces[i].used)
            space_mark(&f->spaces[i].space, &f->objects);
    exprs_mark(f->exprs, f->input);
    objects_mark_terms(&f->objects, f->exprs);
    objects_sweep(&f->objects);
    exprs_sweep(f->exprs);
}

static void step(struct fixture *f)
{
    struct reference_object *r = any_object(f), *other = any_object(f);
    unsigned kind = (unsigned)below(f, 100);
    if (!r || kind < 4)
        allocate(f);
    else if (kind < 34)
        store(f, r);
    else if (kind < 70)
        load(f, r);
    else if (kind < 74)
        fill(f, r);
    else if (kind < 80)
        move(f, r, other ? other : r);
    else if (kind < 84)
        raw(f, r);
    else if (kind < 86 && !f->concrete)
        make_symbolic(f, r);
    else if (kind < 92 && !f->concrete)
        symbolic(f, r);
    else if (kind < 94 && !f->concrete && other && f->segments)
        choose(f, r, other);
    else if (kind < 96)
        fork_space(f, &f->spaces[below(f, SPACES)]);
    else if (kind < 98) {
        struct reference *next = &f->spaces[below(f, SPACES)];
        if (next->used && next != f->current) {
            f->current = next;
            windows_flush(&f->windows);
        }
    } else if (kind == 98 && !below(f, 4))
        collect_garbage(f);
    else if (kind == 99 && f->segments)
        relocate(f, r);
}

static void run(uint64_t seed, unsigned steps)
{
    struct fixture *f = NEW(struct fixture);
    f->rng.state = seed;
    f->concrete = seed % 2;
    f->segments = seed % 3;
    f->exprs = exprs_new();
    for (unsigned m = 0; m < MODELS; m++)
        f->models[m] = model_new();
    f->input = expr_input(f->exprs, "input", INPUT);
    define_input(f, f->input);
    f->current = &f->spaces[0];
    f->current->used = true;
    space_init(&f->current->space, f->exprs, &f->objects);
    f->current->space.segments_as_found = seed % 5 < 2;
    for (unsigned i = 0; i < steps; i++) {
        step(f);
        if (i % 250 == 249)
            compare_all(f, f->current);
    }
    for (unsigned i = 0; i < SPACES; i++) {
        if (f->spaces[i].used)
            compare_all(f, &f->spaces[i]);
        release_space(f, &f->spaces[i]);
    }
    objects_release(&f->objects);
    for (unsigned m = 0; m < MODELS; m++)
        model_unref(f->models[m]);
    exprs_free(f->exprs);
    mem_free(f);
}

static void test_random(void **state)
{
    for (uint64_t seed = 1; seed <= 200; seed++)
        run(seed, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
