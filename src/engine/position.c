/* One of several numbers, chosen by guards.
 *
 * The guards of a pointer that was read from a table are "x = c", and one,
 * the last, says only that x is none of these. */
#include "engine/position.h"

#include "base/alloc.h"
#include "expr/support.h"

#include <stdlib.h>

/* Fewer are as well chosen one by one. */
enum { WORTH_WHILE = 3 };

struct point {
    uint64_t at, value;
};

struct line {
    expr_t x;
    struct point *points; /* by `at` */
    size_t count;
    const struct chosen *rest; /* the one that is no point; NULL: none */
    uint64_t slope, origin;    /* value = origin + slope * at */
};

static expr_t choose_one_by_one(struct exprs *exprs, const struct chosen *choices, size_t count)
{
    expr_t chosen = 0;
    for (size_t i = count; i-- > 0;)
        chosen = chosen ? expr_ite(exprs, choices[i].guard, choices[i].value, chosen) : choices[i].value;
    return chosen;
}

/* x = constant, the same x as others? */
static bool take_point(struct exprs *exprs, const struct chosen *choice, struct line *line)
{
    if (expr_kind(exprs, choice->guard) != EXPR_EQ || !expr_is_const(exprs, choice->value))
        return false;
    expr_t x = expr_arg(exprs, choice->guard, 0), at = expr_arg(exprs, choice->guard, 1);
    if (expr_is_const(exprs, x)) {
        expr_t swap = x;
        x = at;
        at = swap;
    }
    if (!expr_is_const(exprs, at) || expr_width(exprs, x) > 64 || (line->x && line->x != x))
        return false;
    line->x = x;
    line->points[line->count++] = (struct point){expr_value(exprs, at), expr_value(exprs, choice->value)};
    return true;
}

static int by_place(const void *left, const void *right)
{
    const struct point *a = left, *b = right;
    return (a->at > b->at) - (a->at < b->at);
}

/* Are they points of one line, but for at most one? */
static bool find_line(struct exprs *exprs, const struct chosen *choices, size_t count, struct line *line)
{
    for (size_t i = 0; i < count; i++) {
        if (take_point(exprs, &choices[i], line))
            continue;
        if (line->rest)
            return false;
        line->rest = &choices[i];
    }
    if (line->count < 2)
        return false;
    qsort(line->points, line->count, sizeof *line->points, by_place);
    const struct point *first = &line->points[0], *second = &line->points[1];
    uint64_t run = second->at - first->at;
    int64_t rise = (int64_t)(second->value - first->value);
    if (!run || run > INT64_MAX || rise % (int64_t)run)
        return false;
    line->slope = (uint64_t)(rise / (int64_t)run);
    line->origin = first->value - line->slope * first->at;
    for (size_t i = 0; i < line->count; i++)
        if (line->points[i].value != line->origin + line->slope * line->points[i].at)
            return false;
    return true;
}

/* If x has just one more value than the points, which? */
static bool only_other_value(struct exprs *exprs, const struct line *line, uint64_t *other)
{
    struct interval interval = expr_interval(exprs, line->x);
    if (interval.high - interval.low != line->count)
        return false;
    for (size_t i = 0; i < line->count; i++)
        if (line->points[i].at != interval.low + i) {
            *other = interval.low + i;
            return true;
        }
    *other = interval.high;
    return true;
}

/* The rest chosen where x is none of the points. */
static expr_t add_rest(struct exprs *exprs, const struct line *line, expr_t sum)
{
    uint64_t other;
    expr_t value = line->rest->value;
    if (expr_is_const(exprs, value) && only_other_value(exprs, line, &other) &&
        expr_value(exprs, value) == line->origin + line->slope * other)
        return sum;
    uint64_t first = line->points[0].at, last = line->points[line->count - 1].at;
    unsigned width = expr_width(exprs, line->x);
    if (last - first + 1 != line->count)
        return expr_ite(exprs, line->rest->guard, value, sum);
    expr_t from = expr_sub(exprs, line->x, expr_const(exprs, width, first));
    return expr_ite(exprs, expr_ule(exprs, from, expr_const(exprs, width, last - first)), sum, value);
}

bool numbers_rise_evenly(struct exprs *exprs, const struct chosen *choices, size_t count)
{
    struct line line = {.points = mem_alloc((count + 1) * sizeof *line.points)};
    bool evenly = count >= WORTH_WHILE && find_line(exprs, choices, count, &line);
    mem_free(line.points);
    return evenly;
}

expr_t choose_number(struct exprs *exprs, const struct chosen *choices, size_t count)
{
    struct line line = {.points = mem_alloc((count + 1) * sizeof *line.points)};
    expr_t number;
    if (count >= WORTH_WHILE && find_line(exprs, choices, count, &line)) {
        expr_t x = expr_zext(exprs, line.x, 64);
        number = expr_add(exprs, expr_mul(exprs, x, expr_const(exprs, 64, line.slope)),
                          expr_const(exprs, 64, line.origin));
        if (line.rest)
            number = add_rest(exprs, &line, number);
    } else {
        number = choose_one_by_one(exprs, choices, count);
    }
    mem_free(line.points);
    return number;
}
