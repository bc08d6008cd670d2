/* Which variable is decided next: a heap of those that conflicts raised, by
 * activity (VSIDS), and when it has no open one, the lowest of the others, which
 * are the many. Equal activities: the lower number first, so that the order
 * never depends on how the heap came to be. */
#include "solver/cdcl_internal.h"

#include <string.h>

static inline bool above(const struct cdcl *cdcl, uint32_t a, uint32_t b)
{
    double x = cdcl->activities[a], y = cdcl->activities[b];
    return x != y ? x > y : a < b;
}

static void sift_up(struct cdcl *cdcl, uint32_t place)
{
    uint32_t *heap = cdcl->heap, variable = heap[place];
    while (place) {
        uint32_t parent = (place - 1) / 2;
        if (!above(cdcl, variable, heap[parent]))
            break;
        heap[place] = heap[parent];
        cdcl->places[heap[place]] = place;
        place = parent;
    }
    heap[place] = variable;
    cdcl->places[variable] = place;
}

static void sift_down(struct cdcl *cdcl, uint32_t place)
{
    uint32_t *heap = cdcl->heap, variable = heap[place];
    for (;;) {
        uint32_t child = 2 * place + 1;
        if (child >= cdcl->heap_count)
            break;
        if (child + 1 < cdcl->heap_count && above(cdcl, heap[child + 1], heap[child]))
            child++;
        if (!above(cdcl, heap[child], variable))
            break;
        heap[place] = heap[child];
        cdcl->places[heap[place]] = place;
        place = child;
    }
    heap[place] = variable;
    cdcl->places[variable] = place;
}

void cdcl_order_start(struct cdcl *cdcl)
{
    cdcl->increment = 1;
    cdcl->heap_count = 0;
    memset(cdcl->activities, 0, cdcl->variables * sizeof *cdcl->activities);
    memset(cdcl->places, 0xff, cdcl->variables * sizeof *cdcl->places);
}

static void insert(struct cdcl *cdcl, uint32_t variable)
{
    cdcl->heap[cdcl->heap_count] = variable;
    sift_up(cdcl, cdcl->heap_count++);
}

void cdcl_order_open(struct cdcl *cdcl, uint32_t variable)
{
    if (variable < cdcl->next_variable)
        cdcl->next_variable = variable;
    if (cdcl->activities[variable] > 0 && cdcl->places[variable] == NOT_IN_HEAP)
        insert(cdcl, variable);
}

static uint32_t pop(struct cdcl *cdcl)
{
    uint32_t variable = cdcl->heap[0];
    cdcl->places[variable] = NOT_IN_HEAP;
    if (--cdcl->heap_count) {
        cdcl->heap[0] = cdcl->heap[cdcl->heap_count];
        sift_down(cdcl, 0);
    }
    return variable;
}

uint32_t cdcl_order_next(struct cdcl *cdcl)
{
    while (cdcl->heap_count) {
        uint32_t variable = pop(cdcl);
        if (!cdcl->values[2 * variable])
            return variable;
    }
    while (cdcl->values[2 * cdcl->next_variable])
        cdcl->next_variable++;
    return cdcl->next_variable;
}

void cdcl_bump(struct cdcl *cdcl, uint32_t variable)
{
    cdcl->activities[variable] += cdcl->increment;
    if (cdcl->activities[variable] > 1e100) {
        for (uint32_t i = 0; i < cdcl->variables; i++)
            cdcl->activities[i] *= 1e-100;
        cdcl->increment *= 1e-100;
    }
    if (cdcl->places[variable] != NOT_IN_HEAP)
        sift_up(cdcl, cdcl->places[variable]);
    else
        insert(cdcl, variable);
}

void cdcl_decay(struct cdcl *cdcl) { cdcl->increment *= 1 / 0.95; }
