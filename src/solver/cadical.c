/* CaDiCaL through its C interface. */
#include "solver/cadical.h"

#include <ccadical.h>

static int name_of(uint32_t literal)
{
    int variable = (int)(literal >> 1) + 1;
    return literal & 1 ? -variable : variable;
}

static int is_spent(void *budget) { return budget_spent_now(budget); }

/* A clause is some hundred nanoseconds of work. */
static bool leaves(struct budget *budget) { return budget && budget_spent(budget, 16); }

/* false: the budget is spent, and not all are added */
static bool add_all(CCaDiCaL *cadical, const struct cnf *cnf, struct budget *budget)
{
    for (size_t i = 0; i < cnf->units.count; i++) {
        ccadical_add(cadical, name_of(cnf->units.data[i]));
        ccadical_add(cadical, 0);
    }
    for (size_t i = 0; i < cnf->binaries.count; i += 2) {
        ccadical_add(cadical, name_of(cnf->binaries.data[i]));
        ccadical_add(cadical, name_of(cnf->binaries.data[i + 1]));
        ccadical_add(cadical, 0);
        if (leaves(budget))
            return false;
    }
    const uint32_t *clauses = cnf->clauses.data;
    for (size_t i = 1; i < cnf->clauses.count; i += clauses[i] + 1) {
        for (uint32_t k = 1; k <= clauses[i]; k++)
            ccadical_add(cadical, name_of(clauses[i + k]));
        ccadical_add(cadical, 0);
        if (leaves(budget))
            return false;
    }
    return true;
}

enum verdict cadical_solve(const struct cnf *cnf, struct budget *budget, uint8_t *values, uint32_t count)
{
    enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };
    CCaDiCaL *cadical = ccadical_init();
    ccadical_set_option(cadical, "quiet", 1);
    ccadical_set_option(cadical, "phase", 0); /* small values first, as our own search */
    if (budget)
        ccadical_set_terminate(cadical, budget, is_spent);
    int answer = add_all(cadical, cnf, budget) ? ccadical_solve(cadical) : 0;
    if (answer == SATISFIABLE)
        for (uint32_t i = 0; i < count; i++)
            values[i] = i < cnf->variables && ccadical_val(cadical, (int)i + 1) > 0;
    ccadical_release(cadical);
    return answer == SATISFIABLE ? VERDICT_YES : answer == UNSATISFIABLE ? VERDICT_NO : VERDICT_UNKNOWN;
}
