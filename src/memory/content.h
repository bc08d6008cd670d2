/* What one object holds, shared between spaces by reference count. Private to
 * src/memory.
 *
 * Each byte has a value and a mark, a 32-bit word: 0 for a plain byte, else
 * what is special about it. A page keeps marks in one of three ways: none (all
 * plain), slots (only whole pointers in aligned words), or a shadow (one mark
 * a byte). slots and shadow are never both there.
 *
 * in_array counts the bytes that live in `array`. If it is 0, `array` is only
 * a remembered answer of space_array and any write forgets it. If it is not,
 * `pending` lists the bytes written since the array was last brought up to date.
 * The same holds for a segment, by positions, and its in_array is the sum of
 * those of its members. */
#ifndef MEMORY_CONTENT_H
#define MEMORY_CONTENT_H

#include "base/radix.h"
#include "memory/segment.h"

/* ---- marks: two bits of kind, thirty of payload ---- */

enum mark_kind {
    MARK_OTHER,   /* plain, or one of the two below */
    MARK_TERM,    /* a term of width 8 */
    MARK_POINTER, /* byte k of a pointer: object and k; the byte itself is concrete */
    MARK_PART     /* byte k of a wider term: term and k */
};
enum { MARK_PLAIN = 0, MARK_ARRAY = 1 << 2, MARK_UNINITIALISED = 2 << 2 };
enum { MARK_ID_LIMIT = 1 << 27, MARK_TERM_LIMIT = 1 << 30 };

static inline enum mark_kind mark_kind(uint32_t mark) { return mark & 3; }
static inline uint32_t mark_of_term(expr_t term) { return term << 2 | MARK_TERM; }
static inline uint32_t mark_of_pointer(uint32_t object, unsigned k)
{
    return object << 5 | k << 2 | MARK_POINTER;
}
static inline uint32_t mark_of_part(expr_t term, unsigned k) { return term << 5 | k << 2 | MARK_PART; }
static inline expr_t mark_term(uint32_t mark) { return mark >> 2; }
static inline uint32_t mark_id(uint32_t mark) { return mark >> 5; } /* of a pointer or a part */
static inline unsigned mark_index(uint32_t mark) { return mark >> 2 & 7; }
/* Is the byte's value its value in the page? */
static inline bool mark_is_concrete(uint32_t mark)
{
    return !mark || mark == MARK_UNINITIALISED || mark_kind(mark) == MARK_POINTER;
}

/* ---- pages and contents ---- */

struct page {
    uint32_t refs; /* by large contents */
    uint32_t size;
    uint32_t *slots;
    uint32_t *shadow;
    uint32_t special; /* marks in the shadow that are not plain */
    _Alignas(16) uint8_t bytes[];
};

struct range {
    uint64_t first, end;
};

struct ranges {
    struct range *data; /* sorted, disjoint, not adjacent */
    size_t count, capacity;
};

/* Which bytes of an object are in which segment, all of them, in order. Never changed once made. */
struct holding {
    uint64_t first, end;
    uint64_t position; /* of `first` */
    uint32_t segment;
};

struct holdings {
    uint32_t refs;
    uint32_t count;
    struct holding data[];
};

struct content {
    uint32_t refs;
    uint32_t round; /* of marking that came by last */
    bool large;     /* pages in a map; else the one page at the end */
    bool exposed;   /* a writable window may be open */
    bool hidden;    /* see space_hide */
    uint8_t fill;   /* the bytes of pages that are not there */
    uint32_t blank; /* and their mark: plain, array or never written */
    expr_t array;
    uint64_t size;
    uint64_t in_array;
    struct ranges *pending;    /* NULL: none */
    struct holdings *holdings; /* NULL: in no segment; else array and pending are the segments' */
    struct radix *pages;       /* large only: struct page by number */
    struct page page;          /* small only; last, its bytes follow */
};

struct content *content_new(struct objects *, uint64_t size, uint8_t fill, uint32_t blank);
void content_unref(struct objects *, struct content *);
extern const struct radix_ops content_ops; /* context: struct objects */

static inline struct content *content_get(const struct space *space, uint32_t object)
{
    return radix_get(space->map, object);
}
static inline struct value space_address(const struct space *space, uint32_t object, uint64_t offset)
{
    return value_plain(object_get(space->objects, object)->address + offset);
}
/* The content of a live object, this space's alone; its windows may be dropped. */
struct content *content_own(struct space *, struct windows *, uint32_t object);

/* The page at this offset; NULL: not there, it is blank. */
static inline struct page *content_page(struct content *content, uint64_t offset)
{
    return content->large ? radix_get(content->pages, (uint32_t)(offset >> PAGE_BITS)) : &content->page;
}
/* Where the page begins, in the object. */
static inline uint64_t page_start(const struct content *content, uint64_t offset)
{
    return content->large ? offset & ~(uint64_t)(PAGE - 1) : 0;
}
/* The page at this offset of an owned content, owned too. */
struct page *content_own_page(struct space *, struct windows *, uint32_t object, struct content *,
                              uint64_t offset);
/* Before and after every write to an owned content: what the array, the count
 * and the list of pending bytes need. The bytes lie in one holding. gone: bytes
 * that lived in the array and no longer do. */
void content_written(struct space *, struct content *, uint64_t offset, uint64_t count, uint64_t gone);
/* All bytes alike; it leaves its segments. */
void content_blank(struct space *, uint32_t object, struct content *, uint8_t fill, uint32_t mark);
void pending_clear(struct ranges **);

/* Stands for every page of a large object that is not there and reads as zeros. */
struct page *objects_zero_page(struct objects *);

void page_drop_marks(struct objects *, struct page *);
void page_need_slots(struct objects *, struct page *); /* no shadow yet */
void page_need_shadow(struct objects *, struct page *);

/* ---- bytes with marks ---- */

/* Bytes and marks out. false: all are plain, and marks were not set. */
bool content_read(struct content *, uint64_t offset, size_t count, uint8_t *bytes, uint32_t *marks);
/* In; marks NULL: all plain. */
void content_write(struct space *, struct windows *, uint32_t object, uint64_t offset, size_t count,
                   const uint8_t *bytes, const uint32_t *marks);
/* The byte at this offset, as content_read gave it, as a term of width 8. Of a
 * pointer that is whole: its part of base + offset. */
expr_t content_byte(struct space *, struct content *, uint64_t offset, uint8_t byte, uint32_t mark);

/* ---- segments ---- */

struct segment {
    uint32_t refs;
    bool exposed; /* a writable window may be open on a member */
    expr_t array;
    uint64_t size;
    uint64_t in_array;
    struct ranges *pending; /* by position; NULL: none */
    struct member *members; /* by position */
    size_t count;
};

extern const struct radix_ops segment_ops;
struct segment *segment_get(const struct space *, uint32_t segment);
/* This space's alone. */
struct segment *segment_own(struct space *, uint32_t segment);
/* The holding of the byte; the content is in segments. */
const struct holding *content_holding(const struct content *, uint64_t offset);
/* The array in which the bytes from *offset live, and their index there; 0 if
 * they are not all in one. */
expr_t content_array_at(struct space *, const struct content *, uint64_t *offset, unsigned count);
/* How many of the bytes first .. end - 1 live in an array. */
uint64_t content_in_array(struct content *, uint64_t first, uint64_t end);
/* The segments forget the object. */
void segments_forget(struct space *, uint32_t object, struct content *);
struct holdings *holdings_new(const struct holding *, size_t count);
void holdings_unref(struct holdings *);
/* May a writable window be opened? Then the segments know. */
bool content_expose(struct space *, struct content *);

/* STOREs for those bytes of a content that are newer than the array, the
 * content's first byte being at `position` there: with special, only those
 * that are not constant. */
expr_t store_range(struct space *, struct content *, expr_t array, uint64_t position, uint64_t first,
                   uint64_t end, bool special);
/* Bytes and marks of constants: what a STORE will cover is 0. returns whether there is such. */
bool constant_bytes(struct content *, uint64_t first, uint64_t end, uint8_t *bytes);
/* width bits at the index of an array */
expr_t array_read(struct exprs *, expr_t array, expr_t index, unsigned width);
expr_t array_store(struct space *, expr_t array, expr_t index, unsigned width, struct value);
/* The bytes first .. last of an owned content live in its array, or its segment's, from now on.
 * returns how many did not before */
uint64_t content_into_array(struct space *, struct windows *, uint32_t object, struct content *,
                            uint64_t first, uint64_t last);

/* ---- windows ---- */

/* Forget, or (keep_reading) make read-only, the windows on these bytes. */
void windows_drop(struct windows *, const struct object *, uint64_t offset, uint64_t count,
                  bool keep_reading);
/* false: this object cannot have windows */
bool windows_fill(struct windows *, const struct object *, const struct content *, struct page *,
                  uint64_t offset, bool writable);

/* ---- ranges ---- */

void ranges_add(struct ranges *, uint64_t first, uint64_t end);
struct ranges *ranges_copy(const struct ranges *); /* of none: NULL */

/* The live objects with a byte in low .. high, by address; valid until the next
 * allocation or free. */
size_t space_objects_between(struct space *, uint64_t low, uint64_t high,
                             const struct object *const **objects);
/* The sorted index of space_find. */
void space_index_ref(struct space_index *);
void space_index_unref(struct space_index *);

#endif
