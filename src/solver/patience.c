#include "solver/patience.h"

#include "base/clock.h"

/* No question takes more than a fortieth of the run, and they together not much
 * more than a quarter of what has passed. One site gets a twentieth of it, and
 * when the quarter is used up a hundredth: a program that prints a checksum asks
 * at one place what nobody can answer, as often as it is let. */
static const double LEAST = 0.02, MOST_SHARE = 1. / 40, ALL_SHARE = 1. / 4;
static const double SITE_SHARE = 1. / 20, SITE_LEAST_SHARE = 1. / 100;

void patience_release(struct patience *self) { table_release(&self->sites); }

static bool is_spent(const struct patience *self, uint64_t site, double passed)
{
    double lost = 1e-9 * (double)table_get(&self->sites, site, 0);
    return lost > passed * (self->in_vain > passed * ALL_SHARE ? SITE_LEAST_SHARE : SITE_SHARE);
}

static double first_time(const struct patience *self, double passed)
{
    double most = self->length * MOST_SHARE;
    double seconds = passed * ALL_SHARE - self->in_vain;
    return seconds > most ? most : seconds > LEAST ? seconds : LEAST;
}

double patience_allows(const struct patience *self, double scale, uint64_t site, bool *cheaply)
{
    double seconds = self->seconds * scale;
    *cheaply = false;
    if (!self->length)
        return seconds;
    double now = clock_seconds(), left = self->deadline - now;
    if (scale <= 1) {
        double first = first_time(self, now - self->start);
        seconds = seconds && seconds < first ? seconds : first;
        *cheaply = site && is_spent(self, site, now - self->start);
    }
    if (!self->deadline)
        return seconds;
    if (left < 0.01)
        left = 0.01; /* nothing at all would mean no limit */
    return seconds && seconds < left ? seconds : left;
}

void patience_lost(struct patience *self, uint64_t site, double seconds)
{
    self->in_vain += seconds;
    if (site)
        *table_slot(&self->sites, site, 0) += (uint64_t)(1e9 * seconds);
}
