/* Sorts of terms, from those of their parts. Every rule answers one question:
 * can the value differ between two admissible layouts? */
#include "solver/sorts.h"

#include "expr/support.h"
#include "solver/sorts_internal.h"

#include <stdlib.h>

/* Addresses of an admissible layout. Numbers below or above are never taken
 * for one, nor is any pointer that is a little outside of its object. */
static const uint64_t lowest_address = 0x10000, highest_address = UINT64_C(1) << 47;
/* Offsets further out are given up: sums of them stay far from overflow. */
static const int64_t offset_limit = INT64_C(1) << 46;

/* Nobody moves a pointer so far: it was mixed with other numbers. */
static const uint64_t far_away = 1 << 20;

enum { ADDENDS = 16, NEEDS_MAX = 8, LITERALS_MAX = 256 };

const struct sort sort_int = {.kind = SORT_INT};
const struct sort sort_dependent = {.kind = SORT_DEPENDENT};

bool int_is_no_address(int64_t low, int64_t high)
{
    return low > -offset_limit && high < (int64_t)lowest_address - LAYOUT_SLACK - 1;
}

/* ---- needs ---- */

static bool same_need(const struct need *a, const struct need *b)
{
    bool same = a->limit == b->limit;
    for (unsigned i = 0; i < NEED_TERMS; i++)
        same &= a->terms[i] == b->terms[i] && a->scales[i] == b->scales[i];
    return same;
}

static uint32_t add_need(struct sorts *sorts, const struct need *need, uint32_t list)
{
    unsigned count = 0;
    for (uint32_t at = list; at; at = sorts->needs.data[at].next, count++)
        if (same_need(&sorts->needs.data[at].need, need))
            return list;
    if (list == UINT32_MAX || count >= NEEDS_MAX)
        return UINT32_MAX;
    vector_push(&sorts->needs, (struct needs_node){*need, list});
    return (uint32_t)sorts->needs.count - 1;
}

uint32_t needs_union(struct sorts *sorts, uint32_t a, uint32_t b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    for (; b && a != UINT32_MAX; b = sorts->needs.data[b].next) {
        struct need need = sorts->needs.data[b].need;
        a = add_need(sorts, &need, a);
    }
    return a;
}

static struct sort with_needs(struct sorts *sorts, struct sort sort, uint32_t a, uint32_t b)
{
    sort.needs = needs_union(sorts, a, b);
    return sort.needs == UINT32_MAX ? sort_dependent : sort;
}

/* How many bits at the low end of a concat are constant zeros. */
static unsigned zeros_at_end(const struct exprs *exprs, expr_t term)
{
    while (expr_kind(exprs, term) == EXPR_CONCAT)
        term = expr_arg(exprs, term, 1);
    bool zeros = expr_is_const(exprs, term) && expr_width(exprs, term) <= 64 && !expr_value(exprs, term);
    return zeros ? expr_width(exprs, term) : 0;
}

/* What is so far needed of a number becomes something about a plainer term:
 * zext(x), 8 * x, x + 1. false if it cannot be said. */
static bool strip(struct exprs *exprs, expr_t *term, uint64_t *scale, uint64_t *limit)
{
    for (;;) {
        struct expr_node node = *expr_node(exprs, *term);
        unsigned inner = expr_children((enum expr_kind)node.kind) ? expr_width(exprs, node.arg[0]) : 0;
        expr_t last = expr_children((enum expr_kind)node.kind) == 2 ? node.arg[1] : 0;
        bool constant = last && expr_is_const(exprs, last) && node.width <= 64;
        if (node.kind == EXPR_ZEXT ||
            (node.kind == EXPR_SEXT && *limit / *scale < UINT64_C(1) << (inner - 1))) {
            *term = node.arg[0];
        } else if (node.kind == EXPR_CONCAT && expr_is_const(exprs, node.arg[0]) && node.width <= 64 &&
                   !expr_value(exprs, node.arg[0])) {
            *term = node.arg[1];
        } else if (node.kind == EXPR_CONCAT && zeros_at_end(exprs, *term)) {
            unsigned low = zeros_at_end(exprs, *term);
            if (low >= 32 || *scale >> 31)
                return false;
            *scale <<= low;
            *term = expr_extract(exprs, *term, low, node.width - low);
        } else if (node.kind == EXPR_MUL && constant) {
            uint64_t factor = expr_value(exprs, last);
            if (!factor || factor >= UINT64_C(1) << 32 || *scale >= UINT64_C(1) << 31)
                return false;
            *scale *= factor;
            *term = node.arg[0];
        } else if (node.kind == EXPR_ADD && constant && expr_value(exprs, last) <= *limit / *scale) {
            uint64_t added = expr_value(exprs, last),
                     mask = node.width < 64 ? (UINT64_C(1) << node.width) - 1 : UINT64_MAX;
            *limit -= added * *scale;
            if (*limit / *scale > mask - added)
                return false; /* x + 1 may wrap around while x is small enough */
            *term = node.arg[0];
        } else {
            return true;
        }
    }
}

/* ---- choices ---- */

struct sort sort_join(struct sorts *sorts, const struct sort *a, const struct sort *b)
{
    if (a->kind > b->kind) {
        const struct sort *swapped = a;
        a = b;
        b = swapped;
    }
    if (b->kind == SORT_DEPENDENT)
        return sort_dependent;
    struct sort result = *b;
    if (a->kind == SORT_POINTER && b->kind == SORT_POINTER) {
        result.low = a->low < b->low ? a->low : b->low;
        result.high = a->high > b->high ? a->high : b->high;
        result.room = a->room < b->room ? a->room : b->room;
        result.one_base = a->one_base && b->one_base && a->base == b->base;
        result.may_be_int = a->may_be_int || b->may_be_int;
        if (a->may_be_int && (!b->may_be_int || a->int_low < b->int_low))
            result.int_low = a->int_low;
        if (a->may_be_int && (!b->may_be_int || a->int_high > b->int_high))
            result.int_high = a->int_high;
    } else if (a->kind == SORT_DIFFERENCE) {
        if (b->kind != SORT_DIFFERENCE || a->base != b->base)
            return sort_dependent;
        result.low = a->low < b->low ? a->low : b->low;
        result.high = a->high > b->high ? a->high : b->high;
        result.shift = a->shift > b->shift ? a->shift : b->shift;
    } else if (b->kind == SORT_POINTER || b->kind == SORT_DIFFERENCE) {
        return sort_dependent; /* an int joins with its interval: see join_int */
    }
    return with_needs(sorts, result, a->needs, b->needs);
}

/* The interval of a number as a signed one; false if it is too wide. A few
 * numbers on both sides of zero (null and -1) have no narrow unsigned interval. */
static bool find_signed_interval(struct exprs *exprs, expr_t term, unsigned depth, int64_t *low,
                                 int64_t *high)
{
    struct expr_node node = *expr_node(exprs, term);
    if (node.width > 64)
        return false;
    unsigned inner = node.kind == EXPR_SEXT ? expr_width(exprs, node.arg[0]) : 64;
    if (node.kind == EXPR_ITE && node.width == 64 && depth) {
        int64_t other_low, other_high;
        if (!find_signed_interval(exprs, node.arg[1], depth - 1, low, high) ||
            !find_signed_interval(exprs, node.arg[2], depth - 1, &other_low, &other_high))
            return false;
        *low = other_low < *low ? other_low : *low;
        *high = other_high > *high ? other_high : *high;
    } else if (node.width == 64 && inner < 46 && expr_interval(exprs, node.arg[0]).high >> (inner - 1)) {
        *low = -(INT64_C(1) << (inner - 1));
        *high = (INT64_C(1) << (inner - 1)) - 1;
    } else {
        struct interval interval = expr_interval(exprs, term);
        *low = (int64_t)interval.low;
        *high = (int64_t)interval.high;
    }
    return *low <= *high && *low > -offset_limit && *high < offset_limit;
}

static bool signed_interval(struct exprs *exprs, expr_t term, int64_t *low, int64_t *high)
{
    return find_signed_interval(exprs, term, 8, low, high);
}

/* A choice between sorts of these terms. */
static struct sort join_terms(struct sorts *sorts, expr_t left, expr_t right, unsigned depth)
{
    struct sort a = sort_of(sorts, left, depth), b = sort_of(sorts, right, depth);
    if (a.kind > b.kind) {
        struct sort swapped = a;
        a = b;
        b = swapped;
        left = right;
    }
    if (a.kind == SORT_INT && b.kind == SORT_POINTER) {
        struct sort number = b;
        number.needs = a.needs;
        if (!signed_interval(sorts->exprs, left, &number.int_low, &number.int_high) ||
            !int_is_no_address(number.int_low, number.int_high))
            return sort_dependent;
        number.may_be_int = true;
        return sort_join(sorts, &number, &b);
    }
    if (a.kind == SORT_INT && b.kind == SORT_DIFFERENCE) {
        int64_t low, high;
        if (!signed_interval(sorts->exprs, left, &low, &high))
            return sort_dependent;
        b.low = low < b.low ? low : b.low;
        b.high = high > b.high ? high : b.high;
        return with_needs(sorts, b, a.needs, b.needs);
    }
    return sort_join(sorts, &a, &b);
}

/* ---- sums ---- */

/* An address is used as a number: by the next attempt it is one. */
static void propose_literal(struct sorts *sorts, const struct sort *pointer)
{
    if (pointer->kind == SORT_POINTER && pointer->one_base && !pointer->may_be_int)
        vector_push(&sorts->proposed, pointer->base);
}

struct sum {
    expr_t plus[ADDENDS], minus[ADDENDS]; /* numbers */
    unsigned plus_count, minus_count;
    uint64_t constant;
    struct sort pointer; /* the addend that is no number */
    struct sort subtracted;
    unsigned pointers, subtracteds;
    uint32_t needs;
};

static bool add_to_sum(struct sorts *sorts, struct sum *sum, expr_t term, bool negative, unsigned depth)
{
    struct exprs *exprs = sorts->exprs;
    struct expr_node node = *expr_node(exprs, term);
    if (node.kind == EXPR_CONST) {
        sum->constant += negative ? -expr_value(exprs, term) : expr_value(exprs, term);
        return true;
    }
    if (node.kind == EXPR_ADD || node.kind == EXPR_SUB)
        return depth < SORT_DEPTH && add_to_sum(sorts, sum, node.arg[0], negative, depth + 1) &&
               add_to_sum(sorts, sum, node.arg[1], negative ^ (node.kind == EXPR_SUB), depth + 1);
    struct sort sort = sort_of(sorts, term, depth + 1);
    if (sort.kind == SORT_DEPENDENT)
        return false;
    sum->needs = needs_union(sorts, sum->needs, sort.needs);
    if (sum->needs == UINT32_MAX)
        return false;
    if (sort.kind == SORT_INT) {
        unsigned *count = negative ? &sum->minus_count : &sum->plus_count;
        if (*count == ADDENDS)
            return false;
        (negative ? sum->minus : sum->plus)[(*count)++] = term;
        return true;
    }
    *(negative ? &sum->subtracted : &sum->pointer) = sort;
    return ++*(negative ? &sum->subtracteds : &sum->pointers) == 1;
}

/* Intervals of the numbers of a sum, added up; false if they are too wide. */
static bool add_intervals(struct sorts *sorts, const struct sum *sum, int64_t *low, int64_t *high)
{
    *low = *high = (int64_t)sum->constant;
    if (*low <= -offset_limit || *low >= offset_limit)
        return false;
    for (unsigned i = 0; i < sum->plus_count + sum->minus_count; i++) {
        bool plus = i < sum->plus_count;
        int64_t from, to;
        if (!signed_interval(sorts->exprs, plus ? sum->plus[i] : sum->minus[i - sum->plus_count], &from, &to))
            return false;
        *low += plus ? from : -to;
        *high += plus ? to : -from;
    }
    return *low > -offset_limit && *high < offset_limit;
}

/* The numbers added to a pointer are unbounded by themselves: what must they be? */
static bool need_bounds(struct sorts *sorts, struct sum *sum, int64_t *low, int64_t *high)
{
    int64_t constant = (int64_t)sum->constant, limit = sum->pointer.room + LAYOUT_SLACK - constant;
    if (sum->minus_count || sum->plus_count > NEED_TERMS || constant <= -offset_limit ||
        constant >= offset_limit || limit < 0)
        return false;
    struct need need = {.limit = (uint64_t)limit};
    for (unsigned i = 0; i < sum->plus_count; i++) {
        need.terms[i] = sum->plus[i];
        need.scales[i] = 1;
        if (!strip(sorts->exprs, &need.terms[i], &need.scales[i], &need.limit))
            return false;
    }
    sum->needs = add_need(sorts, &need, sum->needs);
    *low = constant;
    *high = constant + limit;
    return sum->needs != UINT32_MAX;
}

static struct sort pointer_sum(struct sorts *sorts, struct sum *sum)
{
    struct sort result = sum->pointer;
    int64_t low, high;
    bool inside = false;
    if (add_intervals(sorts, sum, &low, &high))
        inside = result.low + low >= -LAYOUT_SLACK && result.room - high >= -LAYOUT_SLACK;
    if (!inside)
        inside = need_bounds(sorts, sum, &low, &high) && result.low + low >= -LAYOUT_SLACK;
    if (!inside)
        return sort_dependent;
    result.low += low;
    result.high += high;
    result.room -= high;
    result.int_low += low;
    result.int_high += high;
    if (result.may_be_int && !int_is_no_address(result.int_low, result.int_high))
        return sort_dependent;
    result.needs = sum->needs;
    return result;
}

/* A difference and a few bytes more: what was past the end stays there. */
static struct sort difference_sum(struct sorts *sorts, struct sum *sum)
{
    struct sort result = sum->pointer;
    if (sum->plus_count || sum->minus_count || sum->constant + result.shift > 8)
        return sort_dependent;
    result.shift += (uint32_t)sum->constant;
    result.low += (int64_t)sum->constant;
    result.high += (int64_t)sum->constant;
    result.needs = sum->needs;
    return result;
}

static struct sort sort_of_sum(struct sorts *sorts, expr_t term, unsigned depth)
{
    struct sum sum = {0};
    if (!add_to_sum(sorts, &sum, term, false, depth))
        return sort_dependent;
    struct sort number = {.kind = SORT_INT, .needs = sum.needs};
    if (!sum.pointers && !sum.subtracteds)
        return number;
    if (!sum.pointers || (sum.subtracteds && sum.subtracted.kind != SORT_POINTER))
        return sort_dependent;
    if (sum.pointer.kind == SORT_DIFFERENCE)
        return sum.subtracteds ? sort_dependent : difference_sum(sorts, &sum);
    if (!sum.subtracteds) {
        struct sort moved = pointer_sum(sorts, &sum);
        bool far = sum.constant > far_away && -sum.constant > far_away;
        if (moved.kind == SORT_DEPENDENT && !sum.plus_count && !sum.minus_count && far)
            propose_literal(sorts, &sum.pointer);
        return moved;
    }
    const struct sort *from = &sum.subtracted;
    if (!from->one_base || from->may_be_int || from->low != from->high)
        return sort_dependent;
    if (sum.pointer.one_base && sum.pointer.base == from->base && !sum.pointer.may_be_int)
        return number;
    sum.constant -= (uint64_t)from->low;
    struct sort result = pointer_sum(sorts, &sum);
    if (result.kind == SORT_POINTER)
        result = (struct sort){.kind = SORT_DIFFERENCE,
                               .base = from->base,
                               .low = result.low,
                               .high = result.high,
                               .needs = result.needs};
    return result;
}

/* ---- comparisons ---- */

/* Numbers that are surely no address: no pointer equals them, all are on one side. */
static bool is_no_address(struct exprs *exprs, expr_t number)
{
    struct interval interval = expr_interval(exprs, number);
    return interval.high < lowest_address - LAYOUT_SLACK || interval.low > highest_address + LAYOUT_SLACK;
}

/* A difference is compared with a number: below it only where it is an offset. */
static bool is_below_end(struct sorts *sorts, const struct sort *difference, expr_t number)
{
    uint64_t size = expr_base_size(sorts->exprs, difference->base);
    return expr_interval(sorts->exprs, number).high <= size + LAYOUT_GAP - LAYOUT_SLACK - 1;
}

static struct sort sort_of_comparison(struct sorts *sorts, const struct expr_node *node, unsigned depth)
{
    struct exprs *exprs = sorts->exprs;
    expr_t left = node->arg[0], right = node->arg[1];
    struct sort a = sort_of(sorts, left, depth), b = sort_of(sorts, right, depth);
    if (a.kind > b.kind) {
        struct sort swapped = a;
        a = b;
        b = swapped;
        left = node->arg[1];
        right = node->arg[0];
    }
    bool equality = node->kind == EXPR_EQ, is_signed = node->kind == EXPR_SLT || node->kind == EXPR_SLE;
    bool agnostic = false;
    if (b.kind == SORT_INT)
        agnostic = true;
    else if (a.kind == SORT_INT && b.kind == SORT_POINTER) /* null, or MAP_FAILED */
        agnostic = is_no_address(exprs, left) &&
                   (!is_signed || expr_interval(exprs, left).high < lowest_address / 2);
    else if (a.kind == SORT_INT && b.kind == SORT_DIFFERENCE)
        agnostic = !is_signed && is_below_end(sorts, &b, left);
    else if (a.kind == SORT_POINTER && b.kind == SORT_POINTER)
        agnostic =
            equality || (a.one_base && b.one_base && a.base == b.base && !a.may_be_int && !b.may_be_int);
    return agnostic ? with_needs(sorts, sort_int, a.needs, b.needs) : sort_dependent;
}

/* ---- any term ---- */

static struct sort sort_of_parts(struct sorts *sorts, const struct expr_node *node, unsigned depth)
{
    struct sort result = sort_int;
    for (unsigned i = 0; i < expr_children((enum expr_kind)node->kind); i++) {
        struct sort part = sort_of(sorts, node->arg[i], depth);
        if (node->kind != EXPR_EXTRACT ||
            node->width != 8) /* a byte of a pointer that is stored is no number */
            propose_literal(sorts, &part);
        if (part.kind != SORT_INT)
            result = sort_dependent;
        if (result.kind == SORT_DEPENDENT)
            continue;
        result = with_needs(sorts, result, result.needs, part.needs);
    }
    return result;
}

static struct sort find_sort(struct sorts *sorts, expr_t term, unsigned depth)
{
    struct exprs *exprs = sorts->exprs;
    struct expr_node node = *expr_node(exprs, term);
    expr_t array, index;
    switch (node.kind) {
    case EXPR_BASE: {
        uint64_t size = expr_base_size(exprs, term);
        if (sorts->literals.count && table_find(&sorts->literals, term))
            return sort_int;
        if (size >= (uint64_t)offset_limit)
            return sort_dependent;
        return (struct sort){.kind = SORT_POINTER, .one_base = true, .base = term, .room = (int64_t)size};
    }
    case EXPR_ADD:
    case EXPR_SUB:
        return node.width == 64 ? sort_of_sum(sorts, term, depth) : sort_of_parts(sorts, &node, depth);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
        return sort_of_comparison(sorts, &node, depth);
    case EXPR_ITE: {
        struct sort condition = sort_of(sorts, node.arg[0], depth);
        if (condition.kind != SORT_INT)
            return sort_dependent;
        struct sort chosen = join_terms(sorts, node.arg[1], node.arg[2], depth);
        return chosen.kind == SORT_DEPENDENT ? chosen
                                             : with_needs(sorts, chosen, chosen.needs, condition.needs);
    }
    case EXPR_READ:
        return sort_of_byte(sorts, node.arg[0], node.arg[1], depth);
    case EXPR_CONCAT:
        if (is_word(sorts, term, &array, &index))
            return sort_of_word(sorts, array, index, depth);
        return sort_of_parts(sorts, &node, depth);
    case EXPR_STORE:
        return sort_dependent; /* an array is asked about at an index only */
    default:
        return sort_of_parts(sorts, &node, depth);
    }
}

struct sort sort_of(struct sorts *sorts, expr_t term, unsigned depth)
{
    if (!expr_has_base(sorts->exprs, term))
        return sort_int;
    uint64_t *place = table_find(&sorts->of_term, term);
    if (place)
        return sorts->all.data[*place];
    if (depth >= SORT_DEPTH)
        return sort_dependent;
    struct sort sort = find_sort(sorts, term, depth + 1);
    table_set(&sorts->of_term, term, sorts->all.count);
    vector_push(&sorts->all, sort);
    return sort;
}

/* ---- a query ---- */

static void forget(struct sorts *sorts)
{
    table_release(&sorts->of_term);
    table_release(&sorts->of_read);
    vector_clear(&sorts->all);
    sorts->needs.count = 1;
}

static void note_bound(struct sorts *sorts, expr_t term, uint64_t value)
{
    uint64_t *bound = table_slot(&sorts->bounds, term, value);
    if (value < *bound)
        *bound = value;
}

/* What a conjunct without base symbols says of the size of a term. */
static void note_conjunct(struct sorts *sorts, expr_t conjunct)
{
    struct exprs *exprs = sorts->exprs;
    struct expr_node node = *expr_node(exprs, conjunct);
    bool comparison = node.kind >= EXPR_EQ && node.kind <= EXPR_SLE;
    if (!comparison || expr_width(exprs, node.arg[0]) > 64)
        return;
    unsigned width = expr_width(exprs, node.arg[0]);
    bool is_signed = node.kind == EXPR_SLT || node.kind == EXPR_SLE;
    if (expr_is_const(exprs, node.arg[1])) {
        uint64_t value = expr_value(exprs, node.arg[1]);
        bool negative = is_signed && value >> (width - 1);
        if (node.kind == EXPR_ULT || node.kind == EXPR_SLT)
            value--;
        if (is_signed && !negative && value != UINT64_MAX)
            table_set(&sorts->least, (uint64_t)node.arg[0] << 1, value);
        else if (!is_signed)
            note_bound(sorts, node.arg[0], value);
    } else if (is_signed && expr_is_const(exprs, node.arg[0])) {
        uint64_t value = expr_value(exprs, node.arg[0]),
                 ones = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
        bool negative = value >> (width - 1);
        if (!negative || (node.kind == EXPR_SLT && value == ones))
            table_set(&sorts->least, (uint64_t)node.arg[1] << 1 | 1, 1);
    }
}

static uint64_t bound_of(struct sorts *sorts, expr_t term)
{
    uint64_t bound = expr_interval(sorts->exprs, term).high;
    uint64_t said = table_get(&sorts->bounds, term, UINT64_MAX);
    if (said < bound)
        bound = said;
    if (table_find(&sorts->least, (uint64_t)term << 1 | 1)) {
        said = table_get(&sorts->least, (uint64_t)term << 1, UINT64_MAX);
        if (said < bound)
            bound = said;
    }
    return bound;
}

static bool is_met(struct sorts *sorts, const struct need *need)
{
    uint64_t left = need->limit;
    for (unsigned i = 0; i < NEED_TERMS && need->terms[i]; i++) {
        uint64_t bound = bound_of(sorts, need->terms[i]);
        if (bound > left / need->scales[i])
            return false;
        left -= bound * need->scales[i];
    }
    return true;
}

static void note_bounds(struct sorts *sorts, const expr_t *terms, size_t count)
{
    if (sorts->bounds.count)
        table_clear(&sorts->bounds);
    if (sorts->least.count)
        table_clear(&sorts->least);
    for (size_t i = 0; i < count; i++)
        if (!expr_has_base(sorts->exprs, terms[i]))
            note_conjunct(sorts, terms[i]);
}

static bool are_agnostic(struct sorts *sorts, const expr_t *terms, size_t count)
{
    bool noted = false;
    for (size_t i = 0; i < count; i++) {
        struct sort sort = sort_of(sorts, terms[i], 0);
        if (sort.kind != SORT_INT)
            return false;
        if (sort.needs && !noted) {
            note_bounds(sorts, terms, count);
            noted = true;
        }
        for (uint32_t at = sort.needs; at; at = sorts->needs.data[at].next)
            if (!is_met(sorts, &sorts->needs.data[at].need))
                return false;
    }
    return true;
}

/* Takes the proposals; false if none is new, or there are too many. */
static bool add_literals(struct sorts *sorts)
{
    size_t before = sorts->literals.count;
    for (size_t i = 0; i < sorts->proposed.count && sorts->literals.count < LITERALS_MAX; i++)
        table_slot(&sorts->literals, sorts->proposed.data[i], 1);
    vector_clear(&sorts->proposed);
    if (sorts->literals.count == before)
        return false;
    forget(sorts);
    return true;
}

/* Without numbers first: a symbol that some query uses as a number is none in all others. */
bool sorts_agnostic(struct sorts *sorts, const expr_t *terms, size_t count)
{
    struct sorts *second = sorts->with_literals;
    vector_clear(&sorts->proposed);
    sorts->literally = !are_agnostic(sorts, terms, count);
    if (!sorts->literally)
        return true;
    do {
        if (are_agnostic(second, terms, count))
            return true;
    } while (add_literals(second));
    return false;
}

bool sorts_literal(const struct sorts *sorts, expr_t base)
{
    return sorts->literally && table_find(&sorts->with_literals->literals, base);
}

bool sorts_points(struct sorts *sorts, expr_t pointer)
{
    struct sorts *second = sorts->with_literals;
    vector_clear(&sorts->proposed);
    if (sort_of(sorts, pointer, 0).kind == SORT_POINTER)
        return true;
    while (sort_of(second, pointer, 0).kind != SORT_POINTER)
        if (!add_literals(second))
            return false;
    return true;
}

/* ---- layouts ---- */

static int by_address(const void *left, const void *right, void *exprs)
{
    uint64_t a = expr_base_address(exprs, *(const expr_t *)left),
             b = expr_base_address(exprs, *(const expr_t *)right);
    return a < b ? -1 : a > b;
}

bool layout_admissible(const struct exprs *exprs, expr_t *bases, size_t count)
{
    qsort_r(bases, count, sizeof *bases, by_address, (void *)exprs);
    uint64_t free = lowest_address;
    for (size_t i = 0; i < count; i++) {
        uint64_t address = expr_base_address(exprs, bases[i]), size = expr_base_size(exprs, bases[i]);
        if (address < free || address > highest_address || size > highest_address - address)
            return false;
        free = address + size + LAYOUT_GAP;
    }
    return true;
}

/* ---- keeping them ---- */

static void on_sweep(void *context)
{
    struct sorts *sorts = context;
    forget(sorts);
    table_release(&sorts->literals);
    if (sorts->with_literals)
        on_sweep(sorts->with_literals);
}

static struct sorts *make(struct exprs *exprs)
{
    struct sorts *sorts = NEW(struct sorts);
    sorts->exprs = exprs;
    vector_push(&sorts->needs, (struct needs_node){0});
    return sorts;
}

struct sorts *sorts_new(struct exprs *exprs)
{
    struct sorts *sorts = make(exprs);
    sorts->with_literals = make(exprs);
    exprs_on_sweep(exprs, on_sweep, sorts);
    return sorts;
}

static void unmake(struct sorts *sorts)
{
    forget(sorts);
    table_release(&sorts->literals);
    table_release(&sorts->bounds);
    table_release(&sorts->least);
    vector_release(&sorts->all);
    vector_release(&sorts->needs);
    vector_release(&sorts->proposed);
    mem_free(sorts);
}

void sorts_free(struct sorts *sorts)
{
    if (!sorts)
        return;
    exprs_forget_listener(sorts->exprs, sorts);
    unmake(sorts->with_literals);
    unmake(sorts);
}
