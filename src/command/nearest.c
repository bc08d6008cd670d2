/* Which name did a person who mistyped one mean? Edit distance with swaps of
 * neighbours; a name is near if at most a third of it is wrong. */
#include "command/options.h"

#include <string.h>

enum { LONGEST = 64 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned distance(const char *a, const char *b)
{
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    unsigned rows[3][LONGEST + 1]; /* of the last two characters of a and the present one */
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(row[j], least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *nearest_name(const char *name, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    unsigned least_distance = (unsigned)strlen(name) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        unsigned candidate_distance = distance(name, candidates[i]);
        if (candidate_distance < least_distance) {
            least_distance = candidate_distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}
