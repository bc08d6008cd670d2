/* Many bytes at once: fill, move, raw bytes in and out, input. */
#include "memory/content.h"

#include "base/alloc.h"

enum { CHUNK = 512, CHUNK_STEPS = 4, LARGE = 1 << 24 };

/* Between two chunks: is time up, or memory short? Then the rest is not done; but what is not large is,
 * because memory may be there as soon as the garbage is collected. */
static bool stops(struct space *space, uint64_t done)
{
    bool spent = budget_spent(exprs_budget(space->exprs), CHUNK_STEPS);
    space->half_done |= spent && done > LARGE;
    return space->half_done;
}

/* ---- raw bytes ---- */

void space_write_bytes(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                       const void *bytes, uint64_t count)
{
    if (unlikely(history_notes(&space->history)) && count) {
        uint8_t *copy = mem_alloc(count);
        memcpy(copy, bytes, count);
        history_note(&space->history, (struct history_event){.kind = HISTORY_BYTES,
                                                             .pointer = space_address(space, id, offset),
                                                             .count = count,
                                                             .bytes = copy});
    }
    content_write(space, windows, id, offset, count, bytes, NULL);
}

bool space_read_bytes(struct space *space, uint32_t id, uint64_t offset, void *bytes, uint64_t count,
                      uint64_t *bad)
{
    struct content *content = content_get(space, id);
    uint32_t marks[CHUNK];
    uint8_t *to = bytes;
    for (uint64_t done = 0; done < count; done += CHUNK) {
        size_t part = count - done < CHUNK ? count - done : CHUNK;
        if (!content_read(content, offset + done, part, to + done, marks))
            continue;
        for (size_t i = 0; i < part; i++) {
            if (mark_is_concrete(marks[i]))
                continue;
            expr_t term = content_byte(space, content, offset + done + i, to[done + i], marks[i]);
            if (!expr_is_const(space->exprs, term)) {
                if (bad)
                    *bad = done + i;
                return false;
            }
            to[done + i] = (uint8_t)expr_value(space->exprs, term);
        }
    }
    return true;
}

expr_t space_byte(struct space *space, uint32_t id, uint64_t offset)
{
    struct content *content = content_get(space, id);
    uint8_t byte;
    uint32_t mark = MARK_PLAIN;
    content_read(content, offset, 1, &byte, &mark);
    return content_byte(space, content, offset, byte, mark);
}

/* ---- fill ---- */

void space_fill(struct space *space, struct windows *windows, uint32_t id, uint64_t offset, uint64_t count,
                struct value byte)
{
    uint8_t bytes[CHUNK];
    uint32_t marks[CHUNK];
    bool symbolic = value_is_term(byte) && !value_is_constant(space->exprs, byte);
    uint8_t fill = value_is_term(byte) ? 0 : (uint8_t)byte.bits;
    if (value_is_term(byte) && !symbolic)
        fill = (uint8_t)expr_value(space->exprs, value_term(byte));
    if (!count)
        return;
    if (unlikely(history_notes(&space->history)))
        history_note(&space->history, (struct history_event){.kind = HISTORY_FILL,
                                                             .pointer = space_address(space, id, offset),
                                                             .count = count,
                                                             .value = byte});
    struct content *content = content_own(space, windows, id);
    if (!symbolic && content->large && !offset && count == content->size) {
        windows_drop(windows, object_get(space->objects, id), 0, content->size, false);
        content_blank(space, id, content, fill, MARK_PLAIN);
        return;
    }
    uint32_t mark = symbolic ? mark_of_term(value_term(byte)) : MARK_PLAIN;
    memset(bytes, fill, sizeof bytes);
    for (size_t i = 0; symbolic && i < CHUNK; i++)
        marks[i] = mark;
    for (uint64_t done = 0; done < count && !stops(space, done); done += CHUNK)
        content_write(space, windows, id, offset + done, count - done < CHUNK ? count - done : CHUNK, bytes,
                      symbolic ? marks : NULL);
}

/* ---- move ---- */

/* Bytes that live in the array of where they come from move as terms. */
static void settle(struct space *space, struct content *content, uint64_t offset, size_t count,
                   uint8_t *bytes, uint32_t *marks)
{
    for (size_t i = 0; i < count; i++) {
        if (marks[i] != MARK_ARRAY)
            continue;
        expr_t term = content_byte(space, content, offset + i, bytes[i], marks[i]);
        BUG_ON(term >= MARK_TERM_LIMIT);
        bool concrete = expr_is_const(space->exprs, term);
        bytes[i] = concrete ? (uint8_t)expr_value(space->exprs, term) : 0;
        marks[i] = concrete ? MARK_PLAIN : mark_of_term(term);
    }
}

static void move_chunk(struct space *space, struct windows *windows, uint32_t to, uint64_t to_offset,
                       uint32_t from, uint64_t from_offset, size_t count)
{
    uint8_t bytes[CHUNK];
    uint32_t marks[CHUNK];
    struct content *content = content_get(space, from);
    bool special = content_read(content, from_offset, count, bytes, marks);
    if (special)
        settle(space, content, from_offset, count, bytes, marks);
    content_write(space, windows, to, to_offset, count, bytes, special ? marks : NULL);
}

void space_move(struct space *space, struct windows *windows, uint32_t to, uint64_t to_offset, uint32_t from,
                uint64_t from_offset, uint64_t count)
{
    if (to == from && to_offset == from_offset)
        return;
    if (unlikely(history_notes(&space->history)))
        history_note(&space->history,
                     (struct history_event){.kind = HISTORY_MOVE,
                                            .pointer = space_address(space, to, to_offset),
                                            .count = count,
                                            .from = space_address(space, from, from_offset).bits});
    bool backwards = to == from && to_offset > from_offset;
    for (uint64_t done = 0; done < count && !stops(space, done);) {
        uint64_t part = count - done < CHUNK ? count - done : CHUNK;
        uint64_t at = backwards ? count - done - part : done;
        move_chunk(space, windows, to, to_offset + at, from, from_offset + at, part);
        done += part;
    }
}

/* ---- input ---- */

void space_make_symbolic(struct space *space, struct windows *windows, uint32_t id, uint64_t offset,
                         uint64_t count, expr_t array)
{
    struct content *content = content_own(space, windows, id);
    if (!count)
        return;
    if (unlikely(history_notes(&space->history)))
        history_note(&space->history, (struct history_event){.kind = HISTORY_INPUT,
                                                             .pointer = space_address(space, id, offset),
                                                             .count = count,
                                                             .input = array});
    if (!offset && count == content->size) {
        windows_drop(windows, object_get(space->objects, id), 0, content->size, false);
        content_blank(space, id, content, 0, MARK_ARRAY);
        content->array = array;
        return;
    }
    uint8_t bytes[CHUNK] = {0};
    uint32_t marks[CHUNK];
    for (uint64_t done = 0; done < count && !stops(space, done); done += CHUNK) {
        size_t part = count - done < CHUNK ? count - done : CHUNK;
        for (size_t i = 0; i < part; i++) {
            expr_t term = expr_read(space->exprs, array, expr_const(space->exprs, 64, done + i));
            BUG_ON(term >= MARK_TERM_LIMIT);
            bool concrete = expr_is_const(space->exprs, term);
            bytes[i] = concrete ? (uint8_t)expr_value(space->exprs, term) : 0;
            marks[i] = concrete ? MARK_PLAIN : mark_of_term(term);
        }
        content_write(space, windows, id, offset + done, part, bytes, marks);
    }
}
