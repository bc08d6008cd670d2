/* An error told: the text of the .err file, and its one line for the terminal. */
#ifndef RESULT_STORY_H
#define RESULT_STORY_H

#include "base/text.h"
#include "engine/run.h"
#include "result/ktest.h"

/* Error, File, Line, Kind, Stack with argument values, Info, Input. The model is the one the input was made
 * of. */
void story_of_error(const struct run *, const struct state *, const struct error *, const struct model *,
                    const struct ktest *input, struct text *);
/* "x = 42 (0x0000002a), s = "ab…"": at most about `most` characters. */
void story_of_input(const struct ktest *input, size_t most, struct text *);

#endif
