/* The lowered program as text, one instruction a line. */
#ifndef PROGRAM_DUMP_H
#define PROGRAM_DUMP_H

#include "base/text.h"
#include "program/code.h"

void program_dump(const struct program *, struct text *);
void function_dump(const struct program *, const struct function *, struct text *);

#endif
