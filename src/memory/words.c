/* Words that were stored byte by byte, read as words again.
 *
 * The chain of stores is gone through from the newest. Stores at constant
 * indices are gathered into words; a word is complete when the array below can
 * only add bytes at constant indices too. Eight stores at a symbolic index of
 * the same residue modulo eight are one more choice. At whatever does not fit,
 * and at the bottom, the choice ends with eight plain reads. */
#include "memory/words.h"

#include "base/table.h"
#include "base/vector.h"
#include "expr/support.h"

enum { WORD = 8, MOST_WORDS = 1024 };

/* A choice: the index is `at`, and then the word is `value`. */
struct choice {
    expr_t at, value;
};

struct words {
    struct exprs *exprs;
    expr_t index;
    uint64_t residue;      /* of the index modulo 8 */
    struct interval reach; /* of the index */
    struct table seen;     /* words at constant indices, the newest */
    VECTOR(struct choice) choices;
};

static expr_t plain_read(struct exprs *exprs, expr_t array, expr_t index)
{
    expr_t word = 0;
    for (unsigned k = 0; k < WORD; k++) {
        expr_t at = k ? expr_add(exprs, index, expr_const(exprs, 64, k)) : index;
        expr_t byte = expr_read(exprs, array, at);
        word = word ? expr_concat(exprs, byte, word) : byte;
    }
    return word;
}

/* Are the lowest three bits known? */
static bool known_residue(struct exprs *exprs, expr_t index, uint64_t *residue)
{
    expr_t low = expr_extract(exprs, index, 0, 3);
    if (!expr_is_const(exprs, low))
        return false;
    *residue = expr_value(exprs, low);
    return true;
}

/* Eight stores, the newest at `at` + 7, down to `at`? Then the array below them. */
static expr_t below_word(struct words *words, expr_t array, expr_t *at, expr_t *value)
{
    struct exprs *exprs = words->exprs;
    expr_t last = expr_arg(exprs, array, 1), word = 0;
    uint64_t residue;
    *at = expr_add(exprs, last, expr_const(exprs, 64, (uint64_t)1 - WORD));
    if (!known_residue(exprs, *at, &residue) || residue != words->residue)
        return 0;
    for (unsigned k = WORD; k-- > 0; array = expr_arg(exprs, array, 0)) {
        expr_t here = k ? expr_add(exprs, *at, expr_const(exprs, 64, k)) : *at;
        if (expr_kind(exprs, array) != EXPR_STORE || expr_arg(exprs, array, 1) != here)
            return 0;
        expr_t byte = expr_arg(exprs, array, 2);
        word = word ? expr_concat(exprs, word, byte) : byte;
    }
    *value = word;
    return array;
}

/* A word in the making: the newest byte at each place, 0 where no store was seen. */
struct gathered {
    uint64_t at;
    expr_t bytes[WORD];
};

/* The stores at constant indices above the first that is not. What they do not
 * cover of a word comes from below. */
static expr_t take_constant_stores(struct words *words, expr_t array)
{
    struct exprs *exprs = words->exprs;
    VECTOR(struct gathered) gathered = {0};
    size_t earlier = words->choices.count;
    for (; expr_kind(exprs, array) == EXPR_STORE && expr_is_const(exprs, expr_arg(exprs, array, 1));
         array = expr_arg(exprs, array, 0)) {
        uint64_t index = expr_value(exprs, expr_arg(exprs, array, 1));
        uint64_t at = index - (index - words->residue) % WORD;
        if (index < words->residue || at < words->reach.low || at > words->reach.high)
            continue; /* in no word that is meant */
        uint64_t place = *table_slot(&words->seen, at, earlier + gathered.count);
        if (place < earlier)
            continue; /* the word of a newer choice */
        if (place == earlier + gathered.count)
            vector_push(&gathered, (struct gathered){.at = at});
        expr_t *byte = &gathered.data[place - earlier].bytes[index - at];
        if (!*byte)
            *byte = expr_arg(exprs, array, 2);
    }
    for (size_t i = 0; i < gathered.count; i++) {
        struct gathered *one = &gathered.data[i];
        expr_t word = 0;
        for (unsigned k = 0; k < WORD; k++) {
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

/* What is left when the index is at none of the choices: nothing (0, and the
 * last choice needs no condition), one constant word, or eight reads. */
static expr_t otherwise(struct words *words, expr_t array)
{
    struct exprs *exprs = words->exprs;
    uint32_t size = expr_array_size(exprs, array);
    const uint8_t *bytes =
        expr_kind(exprs, array) == EXPR_BYTES ? expr_bytes_data(exprs, array, &size) : NULL;
    uint64_t common = 0, first = words->reach.low;
    bool found = false;
    first += (words->residue - first) % WORD;
    for (uint64_t at = first; at <= words->reach.high && at < size && size - at >= WORD; at += WORD) {
        if (table_find(&words->seen, at))
            continue;
        uint64_t word = 0;
        for (unsigned k = WORD; bytes && k-- > 0;)
            word = word << 8 | bytes[at + k];
        if (!bytes || (found && word != common))
            return plain_read(exprs, array, words->index);
        common = word;
        found = true;
    }
    return found ? expr_const(exprs, 64, common) : 0;
}

expr_t read_word(struct exprs *exprs, expr_t array, expr_t index)
{
    struct words words = {.exprs = exprs, .index = index, .reach = expr_interval(exprs, index)};
    if (!expr_has_base(exprs, array) || !known_residue(exprs, index, &words.residue))
        return 0;
    while (expr_kind(exprs, array) == EXPR_STORE && words.choices.count <= MOST_WORDS) {
        expr_t at, value, below;
        if (expr_is_const(exprs, expr_arg(exprs, array, 1))) {
            array = take_constant_stores(&words, array);
        } else if ((below = below_word(&words, array, &at, &value))) {
            vector_push(&words.choices, (struct choice){at, value});
            array = below;
        } else {
            break;
        }
    }
    expr_t word = 0;
    if (words.choices.count && words.choices.count <= MOST_WORDS) {
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
