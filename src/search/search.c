/* From names to searches. */
#include "search/search.h"

#include "base/alloc.h"
#include "base/text.h"
#include "search/strategy.h"

#include <string.h>

static struct search *make(struct roster *roster, const char *name)
{
    if (!strcmp(name, "dfs"))
        return dfs_new(roster);
    if (!strcmp(name, "bfs"))
        return bfs_new(roster);
    if (!strcmp(name, "random-state"))
        return random_state_new(roster);
    if (!strcmp(name, "random-path"))
        return random_path_new(roster);
    if (!strcmp(name, "places"))
        return places_new(roster);
#define X(variant, likely)               \
    if (!strcmp(name, "nurs:" #variant)) \
        return nurs_new(roster, NURS_##variant);
    NURS_VARIANTS(X)
#undef X
    return NULL;
}

#define X(variant, likely) ", nurs:" #variant
#define ALL_NAMES "dfs, bfs, random-state, places, random-path" NURS_VARIANTS(X)

struct search *search_new(struct run *run, const char *const *names, size_t count, char **error)
{
    /* Text that the program quotes makes most states in one place, where the
     * strategies that look at states one by one then spend their time
     * (bench/RESULTS.md, coreutils). */
    static const char *const usual[] = {"places", "places", "random-path", "places"};
    if (!count) {
        names = usual;
        count = ARRAY_COUNT(usual);
    }
    struct roster *roster = NEW(struct roster);
    roster->run = run;
    struct search **searches = mem_zero(count * sizeof *searches);
    for (size_t i = 0; i < count; i++)
        if (!(searches[i] = make(roster, names[i]))) {
            *error = text_format("unknown search strategy '%s'; there are: %s", names[i], ALL_NAMES);
            search_free(interleave_new(roster, searches, i));
            return NULL;
        }
    return interleave_new(roster, searches, count);
}

void search_free(struct search *search)
{
    if (search)
        search->ops->release(search);
}
