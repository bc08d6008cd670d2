#include "result/place.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

const char *place_file(const struct program *program, uint32_t location)
{
    return location < program->location_count ? program->files[program->locations[location].file] : "";
}

uint32_t place_line(const struct program *program, uint32_t location)
{
    return location < program->location_count ? program->locations[location].line : 0;
}

const char *place_short(const char *path)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool below = length > 1 && !strncmp(path, here, length) && path[length] == '/' && path[length + 1];
    return below ? path + length + 1 : path;
}
