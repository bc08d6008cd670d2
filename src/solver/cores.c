/* A core is posted under the form of the one of its conjuncts with the most
 * leaves: the rest of a core is often plain bounds on bytes, which most queries
 * have. A query is looked at conjunct by conjunct; where a core is posted, the
 * core's other forms are looked for among the query's, and what is found must
 * have the key of the core (query_key.h), which is all that is believed. */
#include "solver/cores.h"

#include "base/table.h"
#include "solver/solver.h"

#include <stdlib.h>

/* Cores of a form, of which the oldest goes first; conjuncts of a core; keys
 * made to compare a query with one; words of all cores, after which they start anew. */
enum { POSTED = 16, LARGEST = 32, ATTEMPTS = 8, WORDS_MAX = 8 << 20 };

enum { KEY_CORES = 0xc04e5 };

struct core {
    struct hash128 key;
    uint64_t count;
    uint64_t forms[LARGEST]; /* low halves; the one that it is posted under first */
};

struct posting {
    uint32_t count; /* ever: the next takes this place, modulo POSTED */
    struct core *cores[POSTED];
};

struct member {
    uint64_t form;
    expr_t term;
};

struct cores {
    struct exprs *exprs;
    struct keys *keys;
    struct store *store;
    struct table postings; /* low half of a form → struct posting; with a store also of forms without any */
    size_t words;
    byte_vector bytes;
    VECTOR(struct member) members; /* of the query at hand, by form */
    expr_t chosen[LARGEST];        /* of these, for the core at hand */
    unsigned attempts;             /* left */
};

struct cores *cores_new(struct exprs *exprs, struct keys *keys, struct store *store)
{
    struct cores *cores = NEW(struct cores);
    cores->exprs = exprs;
    cores->keys = keys;
    cores->store = store;
    return cores;
}

static void clear(struct cores *cores)
{
    table_each(slot, &cores->postings)
    {
        struct posting *posting = (struct posting *)slot->value;
        for (unsigned i = 0; i < POSTED; i++)
            mem_free(posting->cores[i]);
        mem_free(posting);
    }
    table_clear(&cores->postings);
    cores->words = 0;
}

void cores_free(struct cores *cores)
{
    if (!cores)
        return;
    clear(cores);
    table_release(&cores->postings);
    vector_release(&cores->bytes);
    vector_release(&cores->members);
    mem_free(cores);
}

static size_t words_of(const struct core *core) { return 3 + core->count; }

static struct hash128 key_of(struct cores *cores, const expr_t *terms, size_t count)
{
    return keys_of(cores->keys, &(struct query){.terms = terms, .count = count}, false).hash;
}

/* ---- posting ---- */

static void post(struct cores *cores, struct posting *posting, const struct core *made)
{
    struct core **place = &posting->cores[posting->count++ % POSTED];
    mem_free(*place);
    *place = memcpy(mem_alloc(words_of(made) * sizeof(uint64_t)), made, words_of(made) * sizeof(uint64_t));
    cores->words += words_of(made);
}

static struct hash128 place_in_store(const struct form *form)
{
    struct hash128 key = form->hash;
    hash128_add(&key, KEY_CORES);
    return key;
}

/* Cores one after the other, each as it is in memory; a list that does not end
 * with one is no list. */
static void read_cores(struct cores *cores, const struct form *form, struct posting *posting)
{
    enum verdict verdict;
    if (!store_find(cores->store, place_in_store(form), &verdict, &cores->bytes) || verdict != VERDICT_NO)
        return;
    for (size_t at = 0; at + 4 * sizeof(uint64_t) <= cores->bytes.count;) {
        struct core core;
        memcpy(&core, cores->bytes.data + at, 3 * sizeof(uint64_t));
        size_t size = core.count && core.count <= LARGEST ? words_of(&core) * sizeof(uint64_t) : SIZE_MAX;
        if (size > cores->bytes.count - at)
            return;
        memcpy(&core, cores->bytes.data + at, size);
        post(cores, posting, &core);
        at += size;
    }
}

static void write_cores(struct cores *cores, const struct form *form, const struct posting *posting)
{
    vector_clear(&cores->bytes);
    for (unsigned i = 0; i < POSTED && posting->cores[i]; i++) {
        const uint8_t *bytes = (const uint8_t *)posting->cores[i];
        for (size_t k = 0; k < words_of(posting->cores[i]) * sizeof(uint64_t); k++)
            vector_push(&cores->bytes, bytes[k]);
    }
    store_add(cores->store, place_in_store(form), VERDICT_NO, cores->bytes.data, cores->bytes.count);
}

/* The cores under a form; NULL if there are none and none are to be added. */
static struct posting *posting_of(struct cores *cores, const struct form *form, bool add)
{
    struct posting *posting = (struct posting *)table_get(&cores->postings, form->hash.low, 0);
    if (posting || (!add && !cores->store))
        return posting;
    posting = NEW(struct posting);
    table_set(&cores->postings, form->hash.low, (uint64_t)posting);
    cores->words += sizeof *posting / sizeof(uint64_t);
    if (cores->store)
        read_cores(cores, form, posting);
    return posting;
}

static bool is_posted(const struct posting *posting, struct hash128 key)
{
    for (unsigned i = 0; i < POSTED && posting->cores[i]; i++)
        if (hash128_equal(posting->cores[i]->key, key))
            return true;
    return false;
}

void cores_add(struct cores *cores, const expr_t *terms, size_t count)
{
    if (!count || count > LARGEST)
        return;
    if (cores->words > WORDS_MAX)
        clear(cores);
    struct core core = {.key = key_of(cores, terms, count), .count = count};
    const struct form *most = NULL;
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        const struct form *form = form_of(keys_forms(cores->keys), terms[i]);
        core.forms[i] = form->hash.low;
        bool more = !most || form->count > most->count ||
                    (form->count == most->count && form->hash.low > most->hash.low);
        first = more ? i : first;
        most = more ? form : most;
    }
    core.forms[first] = core.forms[0];
    core.forms[0] = most->hash.low;
    struct posting *posting = posting_of(cores, most, true);
    if (is_posted(posting, core.key))
        return;
    post(cores, posting, &core);
    if (cores->store)
        write_cores(cores, most, posting);
}

/* ---- looking ---- */

static int by_form(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    return a->form != b->form ? (a->form < b->form ? -1 : 1) : a->term < b->term ? -1 : a->term > b->term;
}

/* The first member that has at least this form. */
static size_t find_form(const struct cores *cores, uint64_t form)
{
    size_t low = 0, high = cores->members.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (cores->members.data[middle].form < form)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_chosen(const struct cores *cores, size_t count, expr_t term)
{
    for (size_t i = 0; i < count; i++)
        if (cores->chosen[i] == term)
            return true;
    return false;
}

/* With `count` members chosen for as many forms of the core: choose the others, and compare. */
static bool choose(struct cores *cores, const struct core *core, size_t count)
{
    if (count == core->count) {
        cores->attempts--;
        return hash128_equal(key_of(cores, cores->chosen, count), core->key);
    }
    size_t at = find_form(cores, core->forms[count]);
    for (; at < cores->members.count && cores->members.data[at].form == core->forms[count]; at++) {
        cores->chosen[count] = cores->members.data[at].term;
        if (!is_chosen(cores, count, cores->chosen[count]) && choose(cores, core, count + 1))
            return true;
        if (!cores->attempts)
            return false;
    }
    return false;
}

static bool has_forms(const struct cores *cores, const struct core *core)
{
    for (size_t i = 1; i < core->count; i++) {
        size_t at = find_form(cores, core->forms[i]);
        if (at == cores->members.count || cores->members.data[at].form != core->forms[i])
            return false;
    }
    return true;
}

bool cores_refute(struct cores *cores, const struct query *query)
{
    if (!cores->store && !cores->postings.count)
        return false;
    vector_clear(&cores->members);
    for (size_t i = 0; i < query->count; i++)
        vector_push(
            &cores->members,
            (struct member){form_of(keys_forms(cores->keys), query->terms[i])->hash.low, query->terms[i]});
    qsort(cores->members.data, cores->members.count, sizeof(struct member), by_form);
    for (size_t i = 0; i < query->count; i++) {
        const struct posting *posting =
            posting_of(cores, form_of(keys_forms(cores->keys), query->terms[i]), false);
        for (unsigned k = 0; posting && k < POSTED && posting->cores[k]; k++) {
            cores->attempts = ATTEMPTS;
            cores->chosen[0] = query->terms[i];
            if (has_forms(cores, posting->cores[k]) && choose(cores, posting->cores[k], 1))
                return true;
        }
    }
    return false;
}
