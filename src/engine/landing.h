/* Where control goes through a symbolic value: a call through a pointer, a
 * computed goto, longjmp. Each place that is possible is a state; all other
 * values together are one, and that one is an error. */
#ifndef ENGINE_LANDING_H
#define ENGINE_LANDING_H

#include "engine/run.h"

enum landing {
    LANDS,         /* at places[*which], in this state */
    LANDS_NOWHERE, /* in this state, the value is none of the places */
    LANDS_LATER    /* this state was narrowed, and executes the instruction again */
};
/* The value, 64 bits, is one of these concrete places, or none. */
enum landing land(struct run *, struct state *, expr_t value, const struct value *places, size_t count,
                  size_t *which);

/* The function behind a pointer. NULL: the state has ended, or executes the instruction again. */
const struct function *land_in_function(struct run *, struct state *, struct value pointer);

#endif
