/* Places in the source, as results name them. */
#ifndef RESULT_PLACE_H
#define RESULT_PLACE_H

#include "program/code.h"

/* The file of a location as in the debug information, "" if unknown; 0 for the line then. */
const char *place_file(const struct program *, uint32_t location);
uint32_t place_line(const struct program *, uint32_t location);
/* For people: relative to the current directory where the file lies below it. Points into path. */
const char *place_short(const char *path);

#endif
