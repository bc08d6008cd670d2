/* Is the lowered program well-formed? */
#ifndef PROGRAM_CHECK_H
#define PROGRAM_CHECK_H

#include "base/text.h"
#include "program/code.h"

/* false and one line in *error: a register, target or table index out of
 * range, a write to a constant or a parameter, or code that runs off its end. */
bool program_check(const struct program *, struct text *error);

#endif
