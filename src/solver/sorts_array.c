/* Sorts of what is read from memory that holds pointers.
 *
 * A pointer lies in an array as eight stores of its bytes, at an aligned index.
 * A byte of it alone tells where the object lies; all eight, read at once and
 * aligned, are the pointer. So a chain of stores is gone through from the
 * newest: pointers must be stored whole, nothing may be stored over a part of
 * one, and only those count that the index can reach: first + stride * n. */
#include "base/hash.h"
#include "expr/support.h"
#include "solver/sorts_internal.h"

#include <string.h>

enum { WORD = 8, LOOSE_MAX = 16, CHAIN_MAX = 1 << 16 };

/* Every number. */
static const struct progression all_numbers = {1, 0};

static bool is_aligned(struct progression p) { return p.stride % WORD == 0 && p.first % WORD == 0; }

/* ---- words ---- */

/* Reads skip stores that are surely elsewhere, so the eight may name different
 * parts of one chain: the longest, read at each index, must give each byte. */
bool is_word(struct sorts *sorts, expr_t concat, expr_t *array, expr_t *index)
{
    struct exprs *exprs = sorts->exprs;
    expr_t bytes[WORD], at = concat;
    if (expr_width(exprs, concat) != 8 * WORD)
        return false;
    for (unsigned k = WORD; k-- > 0;) { /* the highest byte comes first */
        bytes[k] = k && expr_kind(exprs, at) == EXPR_CONCAT ? expr_arg(exprs, at, 0) : at;
        if (expr_kind(exprs, bytes[k]) != EXPR_READ)
            return false;
        at = k ? expr_arg(exprs, at, 1) : 0;
    }
    *index = expr_arg(exprs, bytes[0], 1);
    expr_t indices[WORD];
    for (unsigned k = 0; k < WORD; k++) {
        indices[k] = k ? expr_add(exprs, *index, expr_const(exprs, 64, k)) : *index;
        if (expr_arg(exprs, bytes[k], 1) != indices[k])
            return false;
    }
    for (unsigned candidate = WORD; candidate-- > 0;) {
        *array = expr_arg(exprs, bytes[candidate], 0);
        unsigned same = 0;
        while (same < WORD && expr_read(exprs, *array, indices[same]) == bytes[same])
            same++;
        if (same == WORD)
            return true;
    }
    return false;
}

/* ---- the chain ---- */

struct walk {
    struct sorts *sorts;
    struct progression at; /* where it is read */
    bool word;             /* eight bytes, aligned; else one */
    unsigned depth;
    struct table covered;                /* word → which of its bytes have a newer number in them */
    struct table values;                 /* byte → that number plus 1; 0: not constant */
    struct progression loose[LOOSE_MAX]; /* numbers stored at other than constant indices */
    unsigned loose_count;
    bool any_int;        /* numbers of which nothing is known may be read */
    struct sort numbers; /* those that may be read, as the number part of a pointer */
    struct sort result;  /* the pointers so far; SORT_INT: none */
    uint32_t needs;
};

static bool take_needs(struct walk *walk, const struct sort *sort)
{
    walk->needs = needs_union(walk->sorts, walk->needs, sort->needs);
    return walk->needs != UINT32_MAX;
}

/* Can a read touch the word or byte that begins there? */
static bool reaches(const struct walk *walk, struct progression where, unsigned bytes)
{
    for (unsigned k = 0; k < bytes; k++) {
        if (progressions_meet(walk->at, progression_plus(where, k)))
            return true;
        if (walk->word)
            break; /* both are aligned */
    }
    return false;
}

/* Is a byte stored there among those that are read? In an array of records
 * those of the other fields are not. */
static bool is_read(const struct walk *walk, struct progression where)
{
    for (unsigned k = 0; k < (walk->word ? WORD : 1); k++)
        if (progressions_meet(where, progression_plus(walk->at, k)))
            return true;
    return false;
}

/* An index is a number, or a difference that is past the array's end where it is no offset. */
static bool index_is_sure(struct walk *walk, expr_t index, uint64_t size, struct progression *where)
{
    struct exprs *exprs = walk->sorts->exprs;
    struct sort sort = sort_of(walk->sorts, index, walk->depth);
    *where = all_numbers;
    if (!take_needs(walk, &sort))
        return false;
    if (sort.kind == SORT_INT) {
        *where = progression_of(exprs, index);
        return true;
    }
    if (sort.kind != SORT_DIFFERENCE || size > expr_base_size(exprs, sort.base) + LAYOUT_GAP - LAYOUT_SLACK)
        return false;
    if (sort.low == sort.high && sort.low >= 0)
        *where = (struct progression){0, (uint64_t)sort.low};
    return true;
}

/* The eight stores of one word, this one being the newest; 0 if they are not. */
static expr_t stored_word(struct walk *walk, expr_t array, expr_t *index)
{
    struct exprs *exprs = walk->sorts->exprs;
    expr_t bytes[WORD], indices[WORD], word = 0;
    for (unsigned k = WORD; k-- > 0; array = expr_arg(exprs, array, 0)) {
        if (expr_kind(exprs, array) != EXPR_STORE)
            return 0;
        indices[k] = expr_arg(exprs, array, 1);
        bytes[k] = expr_arg(exprs, array, 2);
    }
    for (unsigned k = 0; k < WORD; k++) {
        if (k && expr_add(exprs, indices[0], expr_const(exprs, 64, k)) != indices[k])
            return 0;
        word = k ? expr_concat(exprs, bytes[k], word) : bytes[k];
    }
    *index = indices[0];
    return word;
}

static void join_number(struct sort *numbers, int64_t low, int64_t high)
{
    if (!numbers->may_be_int || low < numbers->int_low)
        numbers->int_low = low;
    if (!numbers->may_be_int || high > numbers->int_high)
        numbers->int_high = high;
    numbers->may_be_int = true;
}

static void take_number_word(struct walk *walk, expr_t word)
{
    struct interval interval = expr_interval(walk->sorts->exprs, word);
    if ((int64_t)interval.low > (int64_t)interval.high)
        walk->any_int = true;
    else
        join_number(&walk->numbers, (int64_t)interval.low, (int64_t)interval.high);
}

/* A word stored whole. */
static bool take_word(struct walk *walk, expr_t word, struct progression where)
{
    if (!is_aligned(where))
        return false;
    uint64_t covered = where.stride ? 0 : table_get(&walk->covered, where.first / WORD, 0);
    if (covered == 0xff || !reaches(walk, where, WORD))
        return true;
    if (covered || !walk->word || (where.stride && walk->covered.count))
        return false;
    for (unsigned i = 0; i < walk->loose_count; i++)
        for (unsigned k = 0; k < WORD; k++)
            if (progressions_meet(walk->loose[i], progression_plus(where, k)))
                return false;
    struct sort sort = sort_of(walk->sorts, word, walk->depth);
    if (!take_needs(walk, &sort) || sort.kind == SORT_DEPENDENT || sort.kind == SORT_DIFFERENCE)
        return false;
    if (sort.kind == SORT_INT)
        take_number_word(walk, word);
    else if (walk->result.kind == SORT_INT)
        walk->result = sort;
    else
        walk->result = sort_join(walk->sorts, &walk->result, &sort);
    return walk->result.kind != SORT_DEPENDENT;
}

/* A number stored in one byte. */
static bool take_number(struct walk *walk, expr_t byte, struct progression where)
{
    struct exprs *exprs = walk->sorts->exprs;
    if (!is_read(walk, where))
        return true;
    if (where.stride) {
        if (walk->loose_count == LOOSE_MAX)
            return false;
        walk->loose[walk->loose_count++] = where;
        walk->any_int |= walk->word;
        return true;
    }
    uint64_t *covered = table_slot(&walk->covered, where.first / WORD, 0);
    uint64_t bit = UINT64_C(1) << where.first % WORD;
    if (!(*covered & bit))
        table_set(&walk->values, where.first, expr_is_const(exprs, byte) ? expr_value(exprs, byte) + 1 : 0);
    *covered |= bit;
    return true;
}

/* One store, or eight; *array goes on below them. */
static bool take_store(struct walk *walk, expr_t *array, uint64_t size)
{
    struct exprs *exprs = walk->sorts->exprs;
    expr_t index = expr_arg(exprs, *array, 1), byte = expr_arg(exprs, *array, 2), first;
    struct progression where;
    bool fragment = expr_has_base(exprs, byte);
    if (fragment || !expr_is_const(exprs, index)) {
        expr_t word = stored_word(walk, *array, &first);
        struct progression last;
        if (word && index_is_sure(walk, first, size, &where) && index_is_sure(walk, index, size, &last) &&
            is_aligned(where)) {
            for (unsigned k = 0; k < WORD; k++)
                *array = expr_arg(exprs, *array, 0);
            return take_word(walk, word, where);
        }
    }
    struct sort sort = sort_of(walk->sorts, byte, walk->depth);
    if (!take_needs(walk, &sort) || !index_is_sure(walk, index, size, &where))
        return false;
    *array = expr_arg(exprs, *array, 0);
    if (sort.kind != SORT_INT)
        return !walk->word && !reaches(walk, where, 1);
    return take_number(walk, byte, where);
}

/* ---- the numbers at the bottom ---- */

/* The words of constant bytes that are reached, with what was stored in them since. */
static void take_bytes(struct walk *walk, expr_t bottom)
{
    uint32_t size;
    const uint8_t *data = expr_bytes_data(walk->sorts->exprs, bottom, &size);
    uint64_t step = walk->at.stride ? walk->at.stride : UINT64_MAX;
    uint64_t start = walk->at.stride ? walk->at.first % walk->at.stride : walk->at.first;
    join_number(&walk->numbers, 0, 0); /* past the end */
    for (uint64_t at = start; at < size && !walk->any_int; at += step) {
        uint64_t word = 0, covered = table_get(&walk->covered, at / WORD, 0);
        memcpy(&word, data + at, size - at < WORD ? size - at : WORD);
        for (unsigned k = 0; k < WORD; k++) {
            if (!(covered >> k & 1))
                continue;
            uint64_t value = table_get(&walk->values, at + k, 0);
            walk->any_int |= !value;
            word = (word & ~(UINT64_C(0xff) << 8 * k)) | (value - 1) << 8 * k;
        }
        join_number(&walk->numbers, (int64_t)word, (int64_t)word);
        if (step == UINT64_MAX)
            break;
    }
}

static struct sort finish(struct walk *walk, expr_t bottom)
{
    struct sort result = {.kind = SORT_INT, .needs = walk->needs};
    if (walk->result.kind == SORT_INT)
        return result;
    if (expr_kind(walk->sorts->exprs, bottom) != EXPR_BYTES)
        return sort_dependent;
    take_bytes(walk, bottom);
    join_number(&walk->result, walk->numbers.int_low, walk->numbers.int_high);
    if (walk->any_int || !int_is_no_address(walk->result.int_low, walk->result.int_high))
        return sort_dependent;
    walk->result.needs = walk->needs;
    return walk->result;
}

static struct sort read_chain(struct walk *walk, expr_t array)
{
    struct exprs *exprs = walk->sorts->exprs;
    uint64_t size = expr_array_size(exprs, array);
    for (unsigned stores = 0; expr_kind(exprs, array) == EXPR_STORE; stores++)
        if (stores > CHAIN_MAX || !take_store(walk, &array, size))
            return sort_dependent;
    return finish(walk, array);
}

/* Remembered by array and progression; what the index needs is added after. */
static struct sort sort_of_read(struct sorts *sorts, expr_t array, struct progression at, bool word,
                                unsigned depth)
{
    if (!expr_has_base(sorts->exprs, array))
        return sort_int;
    uint64_t key = hash_mix(hash_mix(hash_mix(array, at.stride), at.first), word);
    uint64_t *place = table_find(&sorts->of_read, key);
    if (place)
        return sorts->all.data[*place];
    struct walk walk = {.sorts = sorts, .at = at, .word = word, .depth = depth};
    struct sort sort = depth < SORT_DEPTH ? read_chain(&walk, array) : sort_dependent;
    table_release(&walk.covered);
    table_release(&walk.values);
    table_set(&sorts->of_read, key, sorts->all.count);
    vector_push(&sorts->all, sort);
    return sort;
}

static struct sort with_index(struct walk *index, struct sort sort)
{
    if (sort.kind == SORT_DEPENDENT)
        return sort;
    sort.needs = needs_union(index->sorts, sort.needs, index->needs);
    return sort.needs == UINT32_MAX ? sort_dependent : sort;
}

struct sort sort_of_word(struct sorts *sorts, expr_t array, expr_t index, unsigned depth)
{
    struct walk walk = {.sorts = sorts, .depth = depth};
    struct progression at, last;
    uint64_t size = expr_array_size(sorts->exprs, array);
    expr_t end = expr_add(sorts->exprs, index, expr_const(sorts->exprs, 64, WORD - 1));
    if (!index_is_sure(&walk, index, size, &at) || !index_is_sure(&walk, end, size, &last) || !is_aligned(at))
        return sort_dependent;
    return with_index(&walk, sort_of_read(sorts, array, at, true, depth));
}

struct sort sort_of_byte(struct sorts *sorts, expr_t array, expr_t index, unsigned depth)
{
    struct walk walk = {.sorts = sorts, .depth = depth};
    struct progression at;
    if (!index_is_sure(&walk, index, expr_array_size(sorts->exprs, array), &at))
        return sort_dependent;
    return with_index(&walk, sort_of_read(sorts, array, at, false, depth));
}
