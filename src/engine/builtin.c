/* The table of builtins: a name to the row that answers it. */
#include "engine/builtins.h"

static const struct builtin *const tables[] = {
#define X(table) table,
    BUILTIN_TABLES(X)
#undef X
};

/* Characters of the row that match the name: 0 if it does not match. A whole
 * name wins over any beginning. */
static size_t match(const char *row, const char *name)
{
    size_t same = 0; /* loading a program asks thousands of times: one walk, no calls */
    while (row[same] && row[same] == name[same])
        same++;
    if (row[same] == '*' && !row[same + 1])
        return same + 1;
    return row[same] || name[same] ? 0 : SIZE_MAX;
}

const struct builtin *builtin_find(const char *name)
{
    const struct builtin *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < ARRAY_COUNT(tables); i++)
        for (const struct builtin *row = tables[i]; row->name; row++) {
            if (row->name[0] != name[0])
                continue;
            size_t matched = match(row->name, name);
            if (matched > most) {
                most = matched;
                best = row;
            }
        }
    return best;
}

bool builtin_known(const char *name) { return builtin_find(name) != NULL; }
