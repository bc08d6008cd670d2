/* The user's cache directory, as the XDG specification has it. */
#include "command/cache.h"

#include "base/alloc.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

char *user_cache_directory(const char *name)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache)
        return text_format("%s/ramify/%s", cache, name);
    return text_format("%s/.cache/ramify/%s", home && *home ? home : "/tmp", name);
}

char *query_cache_directory(const char *option)
{
    if (!*option && getenv("RAMIFY_CACHE"))
        option = getenv("RAMIFY_CACHE");
    if (!strcmp(option, "none") || !strcmp(option, "off"))
        return NULL;
    return *option ? mem_string(option) : user_cache_directory("queries");
}
