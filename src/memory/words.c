/* Elements that were stored byte by byte, read whole again.
 *
 * The chain of stores is gone through from the newest. Only those count that
 * the index can reach: in an array of records these are the ones to the same
 * field. Stores at constant indices are gathered into elements; one is complete
 * when the array below can only add bytes at constant indices too. As many stores
 * at a symbolic index of the same residue are one more choice. At whatever does
 * not fit, and at the bottom, the choice ends with the few constants that are
 * there, or with plain reads. */
#include "memory/words.h"

#include "base/table.h"
#include "base/vector.h"
#include "expr/progression.h"
#include "expr/support.h"

/* At a constant index the array would be shared by all that is read from it:
 * only a few choices are better. */
enum { LARGEST = 8, MOST_CHOICES = 1024, MOST_AT_CONSTANT = 64, MOST_RARE = 64 };

/* A choice: the index is `at`, and then the element is `value`. */
struct choice {
    expr_t at, value;
};

struct words {
    struct exprs *exprs;
    expr_t index;
    unsigned size;         /* bytes of an element */
    uint64_t residue;      /* of the index modulo the size */
    struct interval reach; /* of the index */
    struct progression at; /* the index */
    struct table seen;     /* elements at constant indices, the newest */
    VECTOR(struct choice) choices;
};

static expr_t plain_read(struct words *words, expr_t array)
{
    struct exprs *exprs = words->exprs;
    expr_t word = 0;
    for (unsigned k = 0; k < words->size; k++) {
        expr_t at = k ? expr_add(exprs, words->index, expr_const(exprs, 64, k)) : words->index;
        expr_t byte = expr_read(exprs, array, at);
        word = word ? expr_concat(exprs, byte, word) : byte;
    }
    return word;
}

/* Does the store at this index change no byte of the element? */
static bool is_elsewhere(struct words *words, expr_t store)
{
    struct progression where = progression_of(words->exprs, store);
    for (unsigned k = 0; k < words->size; k++)
        if (progressions_meet(where, progression_plus(words->at, k)))
            return false;
    return true;
}

static bool reaches(const struct words *words, uint64_t at)
{
    return at >= words->reach.low && at <= words->reach.high &&
           progressions_meet(words->at, (struct progression){0, at});
}

/* The stores of an element, the newest at its last byte, down to `at`? Then the array below them. */
static expr_t below_word(struct words *words, expr_t array, expr_t *at, expr_t *value)
{
    struct exprs *exprs = words->exprs;
    expr_t last = expr_arg(exprs, array, 1), word = 0;
    *at = expr_add(exprs, last, expr_const(exprs, 64, (uint64_t)1 - words->size));
    struct progression where = progression_of(exprs, *at);
    if (where.stride % words->size || where.first % words->size != words->residue)
        return 0;
    for (unsigned k = words->size; k-- > 0; array = expr_arg(exprs, array, 0)) {
        expr_t here = k ? expr_add(exprs, *at, expr_const(exprs, 64, k)) : *at;
        if (expr_kind(exprs, array) != EXPR_STORE || expr_arg(exprs, array, 1) != here)
            return 0;
        expr_t byte = expr_arg(exprs, array, 2);
        word = word ? expr_concat(exprs, word, byte) : byte;
    }
    *value = word;
    return array;
}

/* An element in the making: the newest byte at each place, 0 where no store was seen. */
struct gathered {
    uint64_t at;
    expr_t bytes[LARGEST];
};

/* The stores at constant indices above the first that is not. What they do not
 * cover of an element comes from below. */
static expr_t take_constant_stores(struct words *words, expr_t array)
{
    struct exprs *exprs = words->exprs;
    VECTOR(struct gathered) gathered = {0};
    size_t earlier = words->choices.count;
    for (; expr_kind(exprs, array) == EXPR_STORE && expr_is_const(exprs, expr_arg(exprs, array, 1));
         array = expr_arg(exprs, array, 0)) {
        uint64_t index = expr_value(exprs, expr_arg(exprs, array, 1));
        uint64_t at = index - (index - words->residue) % words->size;
        if (index < words->residue || !reaches(words, at))
            continue; /* in no element that is meant */
        uint64_t place = *table_slot(&words->seen, at, earlier + gathered.count);
        if (place < earlier)
            continue; /* that of a newer choice */
        if (place == earlier + gathered.count)
            vector_push(&gathered, (struct gathered){.at = at});
        expr_t *byte = &gathered.data[place - earlier].bytes[index - at];
        if (!*byte)
            *byte = expr_arg(exprs, array, 2);
    }
    for (size_t i = 0; i < gathered.count; i++) {
        struct gathered *one = &gathered.data[i];
        expr_t word = 0;
        for (unsigned k = 0; k < words->size; k++) {
            expr_t byte = one->bytes[k];
            if (!byte)
                byte = expr_read(exprs, array, expr_const(exprs, 64, one->at + k));
            word = word ? expr_concat(exprs, byte, word) : byte;
        }
        vector_push(&words->choices, (struct choice){expr_const(exprs, 64, one->at), word});
    }
    vector_release(&gathered);
    return array;
}

/* The constants that no store covers, as choices but for the first and its
 * likes, which are what is left. false if too many are others. */
static bool choose_constants(struct words *words, const uint8_t *bytes, uint32_t size, expr_t *rest)
{
    struct exprs *exprs = words->exprs;
    uint64_t common = 0, first = words->reach.low;
    size_t before = words->choices.count;
    *rest = 0;
    first += (words->residue - first) % words->size;
    for (uint64_t at = first; at <= words->reach.high && at < size && size - at >= words->size;
         at += words->size) {
        if (!reaches(words, at) || table_find(&words->seen, at))
            continue;
        uint64_t word = 0;
        for (unsigned k = words->size; k-- > 0;)
            word = word << 8 | bytes[at + k];
        expr_t value = expr_const(exprs, 8 * words->size, word);
        if (!*rest)
            common = word, *rest = value;
        else if (word != common)
            vector_push(&words->choices, (struct choice){expr_const(exprs, 64, at), value});
        if (words->choices.count > before + MOST_RARE) {
            words->choices.count = before;
            return false;
        }
    }
    return true;
}

/* What is left when the index is at none of the choices: nothing (0, and the
 * last choice needs no condition), one constant, or plain reads. */
static expr_t otherwise(struct words *words, expr_t array)
{
    struct exprs *exprs = words->exprs;
    uint32_t size;
    expr_t rest;
    if (expr_kind(exprs, array) == EXPR_BYTES) {
        const uint8_t *bytes = expr_bytes_data(exprs, array, &size);
        return choose_constants(words, bytes, size, &rest) ? rest : plain_read(words, array);
    }
    size = expr_array_size(exprs, array);
    uint64_t first = words->reach.low;
    first += (words->residue - first) % words->size;
    for (uint64_t at = first; at <= words->reach.high && at < size && size - at >= words->size;
         at += words->size)
        if (reaches(words, at) && !table_find(&words->seen, at))
            return plain_read(words, array);
    return 0;
}

expr_t read_element(struct exprs *exprs, expr_t array, expr_t index, unsigned size)
{
    if (size > LARGEST || !exprs_shows_cases(exprs) || !expr_has_base(exprs, array))
        return 0;
    struct words words = {.exprs = exprs, .index = index, .size = size, .reach = expr_interval(exprs, index)};
    words.at = progression_of(exprs, index);
    if (words.at.stride % size)
        return 0;
    words.residue = words.at.first % size;
    const size_t most = expr_is_const(exprs, index) ? MOST_AT_CONSTANT : MOST_CHOICES;
    const expr_t whole = array;
    while (expr_kind(exprs, array) == EXPR_STORE && words.choices.count <= most) {
        expr_t at, value, below;
        if (expr_is_const(exprs, expr_arg(exprs, array, 1))) {
            array = take_constant_stores(&words, array);
        } else if (is_elsewhere(&words, expr_arg(exprs, array, 1))) {
            array = expr_arg(exprs, array, 0);
        } else if ((below = below_word(&words, array, &at, &value))) {
            vector_push(&words.choices, (struct choice){at, value});
            array = below;
        } else {
            break;
        }
    }
    expr_t word = 0;
    if (array != whole && words.choices.count <= most) {
        word = otherwise(&words, array);
        while (words.choices.count) {
            struct choice choice = vector_pop(&words.choices);
            word =
                !word ? choice.value : expr_ite(exprs, expr_eq(exprs, index, choice.at), choice.value, word);
        }
    }
    vector_release(&words.choices);
    table_release(&words.seen);
    return word;
}
