/* The memory of one state: which objects are live and what they hold.
 *
 * Copying a space is O(1): contents are shared page by page and copied when
 * written. A small window cache (struct window) answers the usual access in a
 * few instructions; see the inline functions at the end.
 *
 * Layout of a content: pages of PAGE bytes (an object of at most PAGE bytes is
 * one page of just its size). A page has its bytes and, only if it needs one,
 * a shadow: one word a byte saying that the byte is symbolic (a term of width
 * 8), is byte k of a pointer to an object (provenance), lives in the content's
 * array (after a write at a symbolic offset), or was never written.
 * Multi-byte values are little-endian.
 *
 * Most pages that are not plain hold whole pointers in aligned words and
 * nothing else special. Their shadow is one word for each eight bytes (slots),
 * and windows cover them too: see window_load_word and window_store_word. */
#ifndef MEMORY_SPACE_H
#define MEMORY_SPACE_H

#include "base/bug.h"
#include "memory/history.h"
#include "memory/object.h"
#include "memory/value.h"

#include <string.h>

struct radix; /* persistent map from object id to struct content */
struct content;

enum { WINDOWS = 4096, PAGE_BITS = 12, PAGE = 1 << PAGE_BITS };
/* No object is at or above, nor ends there, but for those at fixed addresses. */
#define SPACE_END (UINT64_C(1) << 47)

/* A part of an object that may be accessed directly: plain bytes. */
struct window {
    uint64_t tag;     /* value.tag of pointers to the object, with the epoch; 0: empty */
    uint64_t address; /* of the first byte */
    uint64_t size;
    uint8_t *bytes;
    uint32_t *slots; /* the object each aligned 8 bytes point to, 0: plain; NULL: all plain */
    bool writable;   /* the page is ours alone and the object not constant */
};

struct space {
    struct exprs *exprs;
    bool half_done; /* a fill or move of many bytes was left in the middle: the budget of the terms was spent;
                       the state cannot go on */
    struct objects *objects;
    struct radix *map;
    struct radix *segments; /* persistent map to struct segment; NULL: never had one (segment.h) */
    uint32_t next_segment;
    uint64_t next[4];          /* next free address per region: global, stack, heap, function */
    uint64_t live_heap;        /* live heap objects */
    uint64_t version;          /* grows with each allocation and free */
    bool track_uninitialised;  /* fresh memory is marked never written */
    bool segments_as_found;    /* see space_unite */
    struct space_index *index; /* owned by space_find */
    struct windows *windows;   /* the set in which this space last filled a writable window */
    struct history history;    /* what the program did; kept from the start on or not at all */
};

/* Windows are one set for the whole run, of the state that is running: a
 * change of state flushes them, which only begins a new epoch. */
struct windows {
    uint64_t epoch; /* in the upper half: no tag of an object reaches there */
    struct window entries[WINDOWS];
    struct objects *objects; /* set with the first writable window */
    bool closed;             /* no window is ever filled: every access takes the slow way */
};
void windows_flush(struct windows *);

void space_init(struct space *, struct exprs *, struct objects *);
void space_copy(struct space *to, const struct space *from); /* O(1); both share everything */
void space_release(struct space *);

/* ---- objects ---- */

/* A new live object. Addresses come from the space itself, in order, never
 * reused in it, at least 16 bytes apart: they depend on the path alone. The
 * contents are 0xAB bytes (marked never written under track_uninitialised)
 * unless zeroed. NULL when the address space or ids are used up. */
const struct object *space_allocate(struct space *, enum object_kind, uint64_t size, uint32_t alignment,
                                    uint32_t origin, uint32_t site, bool zeroed);
/* The same at a fixed address (must not overlap a live object; NULL if it does). */
const struct object *space_allocate_at(struct space *, uint64_t address, uint64_t size);
/* The contents are gone; the identity stays known: later uses are found out. */
void space_free(struct space *, struct windows *, uint32_t object);
/* The same for a local variable when its function returns a value that does
 * not mention it. If its address was never stored nor made a term and no other
 * state holds it, then nothing mentions it: its id is free at once, without a
 * sweep. (Without this, every call that has locals leaves their identities
 * behind until the next sweep.) */
void space_discard(struct space *, struct windows *, uint32_t object);
/* From now on the object must not be written; for constant globals, once initialised. */
void space_make_constant(struct space *, struct windows *, uint32_t object);
/* A live object is hidden, or is not any more: it is there, with what it holds, but nobody may use it (a
 * local variable whose block has been left). It does not count as live as long. */
void space_hide(struct space *, struct windows *, uint32_t object, bool hidden);
bool space_is_hidden(const struct space *, uint32_t object);
bool space_is_live(const struct space *, uint32_t object);
/* The live object whose bytes (or one-past-end, if `end` and no other fits)
 * hold this address; NULL if there is none. Sorted index made on demand. */
const struct object *space_find(struct space *, uint64_t address, bool end);
/* Every live or hidden object in order of id. Stops when visit returns false. */
void space_each(const struct space *, bool (*visit)(void *context, const struct object *), void *context);

/* ---- access at a concrete offset; the caller has checked the bounds ----
 * Load and store fill the window themselves where they can: after a miss, one
 * call of them is enough. `windows` may be NULL before the run has any. */

enum access_status { ACCESS_OK, ACCESS_UNINITIALISED };

enum access_status space_load(struct space *, struct windows *, uint32_t object, uint64_t offset,
                              unsigned width, struct value *result);
/* width: a multiple of 8, or less than the bytes it takes (i1, i24 …): stored zero-extended to whole bytes */
void space_store(struct space *, struct windows *, uint32_t object, uint64_t offset, unsigned width,
                 struct value value);
void space_fill(struct space *, struct windows *, uint32_t object, uint64_t offset, uint64_t count,
                struct value byte);
/* memmove, with symbolic bytes and provenance */
void space_move(struct space *, struct windows *, uint32_t to, uint64_t to_offset, uint32_t from,
                uint64_t from_offset, uint64_t count);
/* Raw concrete bytes in, for initialisation and system calls. */
void space_write_bytes(struct space *, struct windows *, uint32_t object, uint64_t offset, const void *bytes,
                       uint64_t count);
/* Bytes out; false if one is not concrete (bytes already read are valid; *bad its index, if not NULL). */
bool space_read_bytes(struct space *, uint32_t object, uint64_t offset, void *bytes, uint64_t count,
                      uint64_t *bad);
/* One byte as a term of width 8. */
expr_t space_byte(struct space *, uint32_t object, uint64_t offset);
/* The whole object becomes the input `array` (same size). */
void space_make_symbolic(struct space *, struct windows *, uint32_t object, uint64_t offset, uint64_t count,
                         expr_t array);

/* ---- access at a symbolic offset (64 bits); the path condition keeps it in bounds ---- */

expr_t space_read_symbolic(struct space *, uint32_t object, expr_t offset, unsigned width);
void space_write_symbolic(struct space *, struct windows *, uint32_t object, expr_t offset, unsigned width,
                          struct value value);
/* The contents as an array term, as of now (flushes what is needed). */
expr_t space_array(struct space *, uint32_t object);
/* The array of an object is as large as the object, and one of 4 GiB or more
 * has none: beyond this size it is better to make the offset concrete. */
enum { SPACE_ARRAY_LIMIT = 1 << 26 };

/* ---- garbage and checks ---- */

void space_mark(const struct space *,
                struct objects *);               /* terms and objects in all contents, and live objects */
void space_check(const struct space *);          /* BUG() if an invariant is broken */
size_t space_shared_bytes(const struct space *); /* rough: bytes of contents only this space holds */

/* ---- the usual access ---- */

static inline struct window *window_of(struct windows *windows, struct value pointer)
{
    return &windows->entries[((pointer.bits >> PAGE_BITS) ^ (pointer.tag >> 2)) & (WINDOWS - 1)];
}

/* Does this entry hold the bytes of the access? offset: from its first byte */
static inline bool window_holds(const struct windows *windows, const struct window *window,
                                struct value pointer, uint64_t offset, unsigned size)
{
    return window->tag == (pointer.tag | windows->epoch) && offset < window->size &&
           window->size - offset >= size;
}

/* Are no bytes of a pointer among these? */
static inline bool window_plain(const struct window *window, uint64_t offset, unsigned size)
{
    return !window->slots ||
           (size <= 8 && !window->slots[offset >> 3] && !window->slots[(offset + size - 1) >> 3]);
}

/* Plain bytes of a live object, inside one page? Then where; else NULL and the
 * slow way must be taken (space_window fills the entry if it can). */
static inline uint8_t *window_read(struct windows *windows, struct value pointer, unsigned size)
{
    const struct window *window = window_of(windows, pointer);
    uint64_t offset = pointer.bits - window->address;
    /* a part of a pointer is plain bytes */
    if (likely(window_holds(windows, window, pointer, offset, size) &&
               (size < 8 || window_plain(window, offset, size))))
        return window->bytes + offset;
    return NULL;
}

static inline uint8_t *window_write(struct windows *windows, struct value pointer, unsigned size)
{
    const struct window *window = window_of(windows, pointer);
    uint64_t offset = pointer.bits - window->address;
    if (likely(window_holds(windows, window, pointer, offset, size) && window->writable &&
               window_plain(window, offset, size)))
        return window->bytes + offset;
    return NULL;
}

/* Eight bytes with their provenance: the 64-bit load that also finds pointers.
 * false: take the slow way, space_load. */
static inline bool window_load_word(struct windows *windows, struct value pointer, struct value *result)
{
    const struct window *window = window_of(windows, pointer);
    uint64_t offset = pointer.bits - window->address;
    if (unlikely(!window_holds(windows, window, pointer, offset, 8)))
        return false;
    memcpy(&result->bits, window->bytes + offset, 8);
    /* on such a page a pointer is whole and aligned: off the grid there are only parts */
    uint32_t object = window->slots && !(offset & 7) ? window->slots[offset >> 3] : 0;
    result->tag = object ? (uint64_t)object << 2 | TAG_OBJECT : 0;
    return true;
}

/* Stores a concrete 64-bit value, plain or pointer. false: space_store. */
static inline bool window_store_word(struct windows *windows, struct value pointer, struct value value)
{
    const struct window *window = window_of(windows, pointer);
    uint64_t offset = pointer.bits - window->address;
    if (unlikely(!window_holds(windows, window, pointer, offset, 8) || !window->writable ||
                 value_is_term(value)))
        return false;
    if (window->slots && !(offset & 7)) {
        window->slots[offset >> 3] = value_object(value);
        if (value.tag)
            windows->objects->by_id[value_object(value)]->escaped = true;
    } else if (value.tag || !window_plain(window, offset, 8)) {
        return false;
    }
    memcpy(window->bytes + offset, &value.bits, 8);
    return true;
}

/* Fill the window for this pointer if its page is plain (write: own the page
 * first). false: the access must take the slow way this time (yet the window
 * may have been filled, for accesses that touch no pointer). */
bool space_window(struct space *, struct windows *, struct value pointer, bool write);
/* The same without a window, where none is filled: how many bytes from the pointer on are plain, and where
 * they are, until the next change of memory. 0: not even one, or on a page that is not there */
uint64_t space_plain_bytes(struct space *, struct value pointer, const uint8_t **bytes);

#endif
