/* Numbers are given in the order of the first path that comes there. */
#include "engine/groups.h"

#include "base/bug.h"
#include "base/hash.h"

void groups_release(struct groups *groups)
{
    table_release(&groups->numbers);
    vector_release(&groups->above);
}

uint32_t groups_below(struct groups *groups, uint32_t above, uint64_t choice)
{
    if (!groups->above.count)
        vector_push(&groups->above, 0);
    uint64_t *number = table_slot(&groups->numbers, hash_mix(above, choice), groups->above.count);
    if (*number == groups->above.count)
        vector_push(&groups->above, above);
    return (uint32_t)*number;
}

uint32_t groups_above(const struct groups *groups, uint32_t group)
{
    BUG_ON(!group || group >= groups->above.count);
    return groups->above.data[group];
}
