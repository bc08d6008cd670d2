/* What merging has cost. */
#include "engine/experience.h"

#include "base/alloc.h"
#include "base/table.h"
#include "base/vector.h"

/* A query that the light search gives up on is this much dearer. */
enum { CADICAL_COST = 50, Z3_COST = 500 };
/* A state is taken to be worth so many light queries; so many merges are tried at least. */
enum { STATE_COST = 20, TRIALS = 4 };

struct record {
    uint64_t merges, cost;
};

struct experience {
    struct table places; /* instruction → record */
    VECTOR(struct record) records;
};

struct experience *experience_new(void) { return NEW(struct experience); }

void experience_free(struct experience *experience)
{
    if (!experience)
        return;
    table_release(&experience->places);
    vector_release(&experience->records);
    mem_free(experience);
}

uint64_t experience_cost(const struct solver_stats *stats)
{
    return stats->sat_light + CADICAL_COST * stats->sat_cadical + Z3_COST * stats->z3;
}

static struct record *record_of(struct experience *experience, uint32_t instruction)
{
    uint64_t place = *table_slot(&experience->places, instruction, experience->records.count);
    if (place == experience->records.count)
        vector_push(&experience->records, (struct record){0});
    return &experience->records.data[place];
}

void experience_merged(struct experience *experience, uint32_t instruction)
{
    record_of(experience, instruction)->merges++;
}

void experience_charge(struct experience *experience, uint32_t instruction, uint64_t cost)
{
    record_of(experience, instruction)->cost += cost;
}

bool experience_is_dear(const struct experience *experience, uint32_t instruction, uint64_t states)
{
    const uint64_t *place = table_find(&experience->places, instruction);
    if (!place)
        return false;
    const struct record *record = &experience->records.data[*place];
    return record->merges >= TRIALS && record->cost / record->merges > STATE_COST * states;
}
