/* What a program did to its memory, in order: each allocation, write and copy as
 * the program asked for it, and what each load gave. Nothing is resolved,
 * merged or laid out here: a pointer is the value that the program had. Kept
 * beside the contents of a space when these are to be checked (reference.h).
 *
 * Persistent: copies of a space share what they did together. */
#ifndef MEMORY_HISTORY_H
#define MEMORY_HISTORY_H

#include "base/vector.h"
#include "memory/object.h"
#include "memory/value.h"

enum history_kind {
    HISTORY_ALLOCATE, /* `count` bytes that hold value.bits each */
    HISTORY_STORE,    /* of `count` bits */
    HISTORY_LOAD,     /* of `count` bits, which gave `value` */
    HISTORY_FILL,     /* `count` bytes */
    HISTORY_MOVE,     /* `count` bytes from the address `from`, as memmove does */
    HISTORY_BYTES,    /* `count` bytes that are known */
    HISTORY_INPUT     /* the first `count` bytes of an input */
};

struct history_event {
    enum history_kind kind;
    uint32_t place; /* of a load: a location of the program */
    struct value pointer;
    uint64_t count;
    union {
        struct value value;
        uint64_t from;
        uint8_t *bytes; /* the event's own */
        expr_t input;
    };
};

struct history_chunk;

struct history {
    struct history_chunk *last;
    uint32_t used; /* events of that chunk */
    bool kept;     /* else nothing is noted, and there is nothing */
    bool paused;   /* what happens now is part of one event, which is noted as a whole */
};

typedef VECTOR(const struct history_event *) history_events;

void history_copy(struct history *to, const struct history *from);
void history_release(struct history *);
/* Is what happens now to be noted? */
static inline bool history_notes(const struct history *history) { return history->kept && !history->paused; }
/* `bytes` become the history's own. */
void history_note(struct history *, struct history_event);
/* All of it, from the first on; valid until the history is changed. */
void history_list(const struct history *, history_events *);
/* Its terms, as roots. In a round of objects_begin_marking what is shared is gone through once. */
void history_mark(const struct history *, struct exprs *, const struct objects *);

#endif
