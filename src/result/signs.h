/* Which errors a native run shows, by what the sanitizers and our replay
 * library say on standard error, and by how the process ended. */
#ifndef RESULT_SIGNS_H
#define RESULT_SIGNS_H

#include "engine/errors.h"

#include <stdbool.h>
#include <stdint.h>

/* A bit per enum error_kind. status: as wait() gives it. */
uint32_t signs_of(const char *said, int status);
/* The kind named so in a .err file; ERROR_KIND_COUNT if none is. */
enum error_kind signs_expected(const char *story);
/* A kind in `seen` that is the expected one, or one that the same bug may show
 * as (a wild pointer may hit freed memory or none at all); else ERROR_KIND_COUNT. */
enum error_kind signs_match(uint32_t seen, enum error_kind expected);
/* Can a native run show this at all? */
bool signs_visible(enum error_kind);

#endif
