/* The slow part of a look: the clock, the memory, and what others have said. */
#include "base/budget.h"

#include "base/alloc.h"
#include "base/clock.h"

enum { STEPS_OF_A_LOOK = 4096 };

/* Seconds for everybody to return after the end, for somebody to make room where memory is short, and between
 * two looks at the memory, which the kernel counts. */
static const double OVERRUN = 0.7, SHORT = 0.7, MEMORY_PERIOD = 0.01;

void budget_stop(struct budget *budget) { budget->told_to_stop = true; }

/* Counts what was taken since the last look, and grants so many steps more. */
static void grant(struct budget *budget, int64_t steps)
{
    budget->steps += (uint64_t)(budget->granted - budget->left);
    budget->granted = budget->left = steps;
}

/* What was found holds until something is said: from here it is looked for anew. */
static void look_soon(struct budget *budget)
{
    grant(budget, 0);
    budget->question_is_spent = budget->run_is_over;
}

void budget_run_until(struct budget *budget, double deadline)
{
    budget->run_until = deadline;
    look_soon(budget);
}

void budget_run_steps(struct budget *budget, uint64_t steps)
{
    look_soon(budget);
    budget->steps_until = budget->steps + steps;
}

void budget_memory(struct budget *budget, size_t resident_limit)
{
    budget->resident_limit = resident_limit;
    budget->memory_look = budget->short_since = 0;
    look_soon(budget);
}

void budget_on_overrun(struct budget *budget, void (*overrun)(void *context), void *context)
{
    budget->overrun = overrun;
    budget->context = context;
}

double budget_ask(struct budget *budget, double seconds)
{
    double before = budget->question_until;
    double until = seconds > 0 ? clock_seconds() + seconds : 0;
    if (until > 0 && (before <= 0 || until < before))
        budget->question_until = until;
    return before;
}

void budget_answered(struct budget *budget, double before)
{
    budget->question_until = before;
    if (budget->question_is_spent)
        look_soon(budget);
}

static void look_at_memory(struct budget *budget, double now)
{
    if (!budget->resident_limit || now < budget->memory_look + MEMORY_PERIOD)
        return;
    budget->memory_look = now;
    if (mem_resident() <= budget->resident_limit)
        budget->short_since = 0;
    else if (!budget->short_since)
        budget->short_since = now;
}

static bool is_over(struct budget *budget, double now)
{
    budget->memory_is_lost = budget->short_since > 0 && now > budget->short_since + SHORT;
    return budget->memory_is_lost || budget->told_to_stop ||
           (budget->run_until > 0 && now >= budget->run_until) ||
           (budget->steps_until && budget->steps >= budget->steps_until);
}

static void look(struct budget *budget)
{
    grant(budget, 0);
    double now = clock_seconds();
    look_at_memory(budget, now);
    if (!budget->run_is_over && is_over(budget, now)) {
        budget->run_is_over = true;
        budget->over_since = now;
    }
    budget->question_is_spent |= budget->run_is_over || budget->short_since > 0 ||
                                 (budget->question_until > 0 && now >= budget->question_until);
    uint64_t more = STEPS_OF_A_LOOK;
    if (budget->steps_until && budget->steps_until - budget->steps < more)
        more = budget->steps_until - budget->steps;
    grant(budget, budget->question_is_spent ? -1 : (int64_t)more);
}

static bool is_late(const struct budget *budget)
{
    return budget->run_is_over && clock_seconds() > budget->over_since + OVERRUN;
}

/* Who goes on although it is spent pays no more for its looks than before. */
bool budget_look(struct budget *budget)
{
    if (budget->question_is_spent && budget->left > -STEPS_OF_A_LOOK)
        return true;
    if (budget->run_is_over && !budget->overrun) {
        budget->left = -1;
        return true;
    }
    look(budget);
    if (budget->overrun && is_late(budget))
        budget->overrun(budget->context);
    return budget->question_is_spent;
}

bool budget_spent_now(struct budget *budget)
{
    look(budget);
    return budget->question_is_spent;
}

bool budget_is_late(struct budget *budget)
{
    look(budget);
    return is_late(budget);
}
