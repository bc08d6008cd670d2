/* What memory should hold: the history of a space carried out again, under one
 * model, over plain bytes by address. Nothing here knows objects that are
 * resolved, segments, pieces, shadows, windows or arrays: a pointer is evaluated
 * to an address, and a load gives the bytes that are there. */
#ifndef MEMORY_REFERENCE_H
#define MEMORY_REFERENCE_H

#include "base/table.h"
#include "expr/model.h"
#include "memory/history.h"

/* A load that gave something else: the first word of it that differs. */
struct difference {
    const struct history_event *load;
    uint64_t address, bytes;
    char given[20], expected[20]; /* as numbers */
};

enum replay_result {
    REPLAY_AGREES,
    REPLAY_DIFFERS,
    REPLAY_TOO_LARGE /* more memory than is kept for this */
};

/* Which of the loads are right whatever the inputs are: where the last writes
 * of all their bytes are known, and gave just this. */
typedef VECTOR(bool) settled_loads; /* per event */

/* The events under the model. `settled`, if it is not NULL, is filled;
 * `touched`, if it is not NULL, gets the address of each load that is not. */
enum replay_result reference_replay(struct exprs *, const history_events *, const struct model *,
                                    settled_loads *settled, struct table *touched, struct difference *);

/* ---- for reference_proof.c ---- */

enum { REFERENCE_PAGE = 4096 };

struct reference_page {
    uint8_t bytes[REFERENCE_PAGE];
    uint32_t writer[REFERENCE_PAGE]; /* 1 + number of the event that wrote the byte; 0: none */
    uint32_t index[REFERENCE_PAGE];  /* which of its bytes it is */
};

struct reference {
    struct exprs *exprs;
    const struct model *model;
    const history_events *events;
    struct table pages;    /* by address / REFERENCE_PAGE: struct reference_page */
    uint32_t last_unknown; /* 1 + number of the last write whose place depends on the inputs */
    bool too_large;
};

void reference_init(struct reference *, struct exprs *, const struct model *, const history_events *);
void reference_release(struct reference *);
/* Carries out event number i, which is no load. */
void reference_write(struct reference *, size_t i);
/* The page with this byte; made if it is not there. NULL: too large. */
struct reference_page *reference_page(struct reference *, uint64_t address);

#endif
