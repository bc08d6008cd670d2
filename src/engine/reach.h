/* What a builtin reads for the program at a pointer: every byte that natively
 * would be read, for all values of the pointer, of the count and of the text. Where
 * that leaves an object is a state of its own, with the error; nothing else
 * forks, however many values there are.
 *
 * Like all help for builtins: false when the call cannot go on now. */
#ifndef ENGINE_REACH_H
#define ENGINE_REACH_H

#include "base/vector.h"
#include "engine/builtins.h"

/* Where the pointer points under the state's model: an example of what is read. */
struct reached {
    uint32_t object;
    uint64_t offset;
};

/* Argument `count` bytes from argument `pointer` on; the count is not 0. */
bool reach_bytes(struct call *, uint32_t pointer, uint32_t count, struct reached *);

struct reached_string {
    expr_t length;          /* of the string, 64 bits */
    VECTOR(expr_t) example; /* its bytes where the model points, up to the first that is surely its end */
    bool plain;             /* that is all there is: one string of constants */
};

/* The string at argument `pointer`, of which argument `limit` bytes are looked at, not 0. To be released. */
bool reach_string(struct call *, uint32_t pointer, uint32_t limit, struct reached_string *);
void reached_string_release(struct reached_string *);

#endif
