/* Random terms through the constructors against the reference, evaluated under
 * random models; against Z3, which computes each of them under the first model;
 * and a share proven equal by Z3 for every input.
 *
 *   clang-19 -std=c17 -D_GNU_SOURCE -O2 -g -fno-strict-aliasing -Isrc -Itests \
 *       tests/fuzz/expr_fuzz.c build/lib/expr.a build/lib/base.a -lz3 -lm -o build/expr_fuzz
 *   build/expr_fuzz [terms = 1000000] [seed = 1] [one proof in N terms = 500, 0: none]
 *
 * Prints one line at the end; exits 1 at the first difference, with both sides. */
#include "base/bug.h"
#include "base/clock.h"
#include "base/rng.h"
#include "expr/print.h"
#include "fuzz/reference.h"

enum { ROUND = 60 };

struct fuzz {
    struct reference ref;
    struct rng rng;
    uint64_t terms, computed, proofs, undecided, trivial;
    unsigned rounds;
};

static uint64_t below(struct fuzz *fuzz, uint64_t limit) { return rng_below(&fuzz->rng, limit); }

static u128 interesting(struct fuzz *fuzz, unsigned width)
{
    u128 mask = ref_mask(width), word = (u128)rng_next(&fuzz->rng) << 64 | rng_next(&fuzz->rng);
    switch (below(fuzz, 9)) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return mask;
    case 3:
        return mask >> 1;
    case 4:
        return (mask >> 1) + 1;
    case 5:
        return ((u128)1 << below(fuzz, width)) & mask;
    case 6:
        return (ref_mask(1 + (unsigned)below(fuzz, width)) << below(fuzz, width)) & mask;
    case 7:
        return below(fuzz, 20) & mask;
    default:
        return word & mask;
    }
}

static unsigned some_width(struct fuzz *fuzz)
{
    static const unsigned usual[] = {1, 8, 16, 32, 64, 1, 8, 32};
    switch (below(fuzz, 8)) {
    case 0:
        return 1 + (unsigned)below(fuzz, 8);
    case 1:
        return 1 + (unsigned)below(fuzz, 64);
    case 2:
        return below(fuzz, 4) ? 8 : 65 + (unsigned)below(fuzz, 64);
    default:
        return usual[below(fuzz, ARRAY_COUNT(usual))];
    }
}

static int constant(struct fuzz *fuzz, unsigned width)
{
    return ref_add(&fuzz->ref, (struct ref_node){
                                   .kind = EXPR_CONST, .width = width, .constant = interesting(fuzz, width)});
}

static int add(struct fuzz *fuzz, enum expr_kind kind, unsigned width, int a, int b, int c, unsigned low)
{
    fuzz->terms++;
    return ref_add(&fuzz->ref, (struct ref_node){.kind = kind, .width = width, .arg = {a, b, c}, .low = low});
}

/* A node that is there, of any width but 0. */
static int pick(struct fuzz *fuzz)
{
    for (;;) {
        int span = fuzz->ref.count - 1, recent = span > 12 && below(fuzz, 2) ? 12 : span;
        int node = fuzz->ref.count - 1 - (int)below(fuzz, (uint64_t)recent);
        if (fuzz->ref.nodes[node].width)
            return node;
    }
}

/* A node of this width: one that is there, cut or extended to it, or a constant. */
static int pick_width(struct fuzz *fuzz, unsigned width)
{
    if (!below(fuzz, 5))
        return constant(fuzz, width);
    int node = pick(fuzz);
    for (int tries = 0; tries < 8 && fuzz->ref.nodes[node].width != width; tries++)
        node = pick(fuzz);
    unsigned have = fuzz->ref.nodes[node].width;
    if (have < width)
        return add(fuzz, below(fuzz, 2) ? EXPR_ZEXT : EXPR_SEXT, width, node, 0, 0, 0);
    if (have > width)
        return add(fuzz, EXPR_EXTRACT, width, node, 0, 0,
                   (unsigned)below(fuzz, 3) ? 0 : (unsigned)below(fuzz, have - width + 1));
    return node;
}

static int pick_array(struct fuzz *fuzz)
{
    int arrays[ROUND * 8], count = 0;
    for (int i = 1; i < fuzz->ref.count && count < ROUND * 8; i++)
        if (!fuzz->ref.nodes[i].width)
            arrays[count++] = i;
    return arrays[below(fuzz, (uint64_t)count)];
}

static int pick_index(struct fuzz *fuzz)
{
    if (below(fuzz, 3) == 0)
        return ref_add(
            &fuzz->ref,
            (struct ref_node){.kind = EXPR_CONST, .width = 64, .constant = below(fuzz, REF_ARRAY + 2)});
    int narrow = pick_width(fuzz, 1 + (unsigned)below(fuzz, 5));
    int wide = add(fuzz, EXPR_ZEXT, 64, narrow, 0, 0, 0);
    if (below(fuzz, 2))
        return wide;
    int by =
        ref_add(&fuzz->ref, (struct ref_node){.kind = EXPR_CONST, .width = 64, .constant = below(fuzz, 4)});
    return add(fuzz, EXPR_ADD, 64, wide, by, 0, 0);
}

/* Takes a term apart and puts it together again, as memory does. */
static int take_apart(struct fuzz *fuzz)
{
    int whole = pick(fuzz);
    unsigned width = fuzz->ref.nodes[whole].width, at = 0;
    int all = 0;
    while (at < width) {
        unsigned piece = width % 8 || below(fuzz, 8) == 0 ? 1 + (unsigned)below(fuzz, width - at) : 8;
        if (piece > width - at)
            piece = width - at;
        int part = piece == width ? whole : add(fuzz, EXPR_EXTRACT, piece, whole, 0, 0, at);
        all = all ? add(fuzz, EXPR_CONCAT, at + piece, part, all, 0, 0) : part;
        at += piece;
    }
    return all;
}

static int random_float(struct fuzz *fuzz)
{
    unsigned width = below(fuzz, 2) ? 32 : 64;
    int a = pick_width(fuzz, width), b = pick_width(fuzz, width);
    if (!below(fuzz, 4))
        return add(fuzz, EXPR_FEQ + below(fuzz, 3), 1, a, b, 0, 0);
    return add(fuzz, EXPR_FADD + below(fuzz, 4), width, a, b, 0, 0);
}

static int random_conversion(struct fuzz *fuzz)
{
    unsigned width = below(fuzz, 2) ? 32 : 64, other = below(fuzz, 2) ? 32 : 64;
    int a = pick_width(fuzz, width);
    switch (below(fuzz, 6)) {
    case 0:
        return add(fuzz, EXPR_FSQRT, width, a, 0, 0, 0);
    case 1:
        return add(fuzz, EXPR_FCAST, other, a, 0, 0, 0);
    case 2:
        return add(fuzz, EXPR_FTOS, some_width(fuzz), a, 0, 0, 0);
    case 3:
        return add(fuzz, EXPR_FTOU, some_width(fuzz), a, 0, 0, 0);
    case 4:
        return add(fuzz, EXPR_STOF, other, pick_width(fuzz, some_width(fuzz)), 0, 0, 0);
    default:
        return add(fuzz, EXPR_UTOF, other, pick_width(fuzz, some_width(fuzz)), 0, 0, 0);
    }
}

static int random_term(struct fuzz *fuzz, bool floats)
{
    unsigned width = some_width(fuzz);
    switch (below(fuzz, 20)) {
    case 0: {
        unsigned high = 1 + (unsigned)below(fuzz, 64), low = 1 + (unsigned)below(fuzz, 64);
        if (below(fuzz, 2))
            high = low = 8;
        int a = pick_width(fuzz, high), b = pick_width(fuzz, low);
        return add(fuzz, EXPR_CONCAT, high + low, a, b, 0, 0);
    }
    case 1:
        return add(fuzz, EXPR_NOT, width, pick_width(fuzz, width), 0, 0, 0);
    case 2:
    case 3: {
        int c = pick_width(fuzz, 1), a = pick_width(fuzz, width), b = pick_width(fuzz, width);
        return add(fuzz, EXPR_ITE, width, c, a, b, 0);
    }
    case 4:
        return take_apart(fuzz);
    case 5: {
        int array = pick_array(fuzz), index = pick_index(fuzz);
        return add(fuzz, EXPR_READ, 8, array, index, 0, 0);
    }
    case 6: {
        int array = pick_array(fuzz), index = pick_index(fuzz), byte = pick_width(fuzz, 8);
        return add(fuzz, EXPR_STORE, 0, array, index, byte, 0);
    }
    case 7:
        return pick_width(fuzz, width);
    case 8:
        if (floats)
            return below(fuzz, 2) ? random_conversion(fuzz) : random_float(fuzz);
        /* fall through */
    case 9:
    case 10:
    case 11: {
        int a = pick_width(fuzz, width), b = pick_width(fuzz, width);
        return add(fuzz, EXPR_EQ + below(fuzz, 5), 1, a, b, 0, 0);
    }
    case 12:
        return add(fuzz, EXPR_AND + below(fuzz, 3), 1, pick_width(fuzz, 1), pick_width(fuzz, 1), 0, 0);
    default: {
        int a = pick_width(fuzz, width), b = pick_width(fuzz, width);
        return add(fuzz, EXPR_ADD + below(fuzz, EXPR_EQ - EXPR_ADD), width, a, b, 0, 0);
    }
    }
}

static void begin_round(struct fuzz *fuzz)
{
    struct reference *ref = &fuzz->ref;
    ref->count = 0;
    if (!ref->exprs || exprs_count(ref->exprs) > 100000) {
        for (int m = 0; m < REF_MODELS; m++) {
            model_unref(ref->models[m]);
            ref->models[m] = NULL;
        }
        exprs_free(ref->exprs);
        ref->exprs = exprs_new();
    }
    for (int m = 0; m < REF_MODELS; m++) {
        uint8_t bytes[REF_ARRAY];
        for (int i = 0; i < REF_ARRAY; i++)
            bytes[i] = (uint8_t)interesting(fuzz, 8);
        ref_set_model(ref, m, bytes);
    }
    int input = ref_add(ref, (struct ref_node){.kind = EXPR_INPUT});
    struct ref_node table = {.kind = EXPR_BYTES};
    for (int i = 0; i < REF_ARRAY; i++)
        table.bytes[i] = (uint8_t)interesting(fuzz, 8);
    ref_add(ref, table);
    ref_add(ref, (struct ref_node){
                     .kind = EXPR_BASE, .width = 64, .constant = 0x7f001000 + 0x1000 * below(fuzz, 3)});
    for (int i = 0; i < 6; i++) {
        int index = ref_add(
            ref, (struct ref_node){.kind = EXPR_CONST, .width = 64, .constant = below(fuzz, REF_ARRAY)});
        add(fuzz, EXPR_READ, 8, input, index, 0, 0);
    }
}

static int differ(struct fuzz *fuzz, int node, const char *how)
{
    struct text text = {0};
    if (fuzz->ref.nodes[node].width)
        expr_print_kquery(fuzz->ref.exprs, &text, fuzz->ref.nodes[node].term);
    printf("DIFFERENT (%s) after %llu terms\nreference: ", how, (unsigned long long)fuzz->terms);
    ref_dump(&fuzz->ref, node, stdout);
    printf("\nterm: %s\n", text_string(&text));
    text_release(&text);
    return 1;
}

static bool agrees(struct fuzz *fuzz, int from)
{
    for (int m = 0; m < REF_MODELS; m++)
        for (int node = from; node < fuzz->ref.count; node++)
            if (!ref_agrees(&fuzz->ref, node, m))
                return !differ(fuzz, node, "evaluated");
    return true;
}

static bool computed(struct fuzz *fuzz, int from)
{
    if (fuzz->rounds++ % 64 == 0)
        ref_z3_renew(&fuzz->ref);
    for (int node = from; node < fuzz->ref.count; node++) {
        int answer = ref_z3_computes(&fuzz->ref, node);
        if (!answer)
            return !differ(fuzz, node, "computed by Z3");
        fuzz->computed += answer == 1;
    }
    return true;
}

static bool proven(struct fuzz *fuzz, int node)
{
    if (!fuzz->ref.nodes[node].width)
        return true;
    int answer = ref_prove(&fuzz->ref, node, 1000);
    fuzz->proofs += answer == 1;
    fuzz->undecided += answer == -1;
    fuzz->trivial += expr_is_const(fuzz->ref.exprs, fuzz->ref.nodes[node].term);
    return answer != 0 || !differ(fuzz, node, "proof");
}

int main(int argc, char **argv)
{
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    uint64_t every = argc > 3 ? strtoull(argv[3], NULL, 0) : 500;
    struct fuzz *fuzz = calloc(1, sizeof *fuzz);
    fuzz->rng.state = seed;
    double started = clock_seconds();
    uint64_t next_proof = every;
    while (fuzz->terms < wanted) {
        begin_round(fuzz);
        bool floats = below(fuzz, 8) == 0;
        bool short_round = every && fuzz->terms >= next_proof; /* small terms prove faster */
        for (int i = 0; i < (short_round ? 8 : ROUND); i++)
            random_term(fuzz, floats);
        if (!agrees(fuzz, 1) || !computed(fuzz, 1))
            return 1;
        if (!short_round)
            continue;
        next_proof = fuzz->terms + every;
        if (!proven(fuzz, fuzz->ref.count - 1))
            return 1;
    }
    exprs_check(fuzz->ref.exprs);
    printf("%llu terms, seed %llu: no difference; %llu computed by Z3, %llu proven (%llu of them constants), "
           "%llu not decided; %.1f s\n",
           (unsigned long long)fuzz->terms, (unsigned long long)seed, (unsigned long long)fuzz->computed,
           (unsigned long long)fuzz->proofs, (unsigned long long)fuzz->trivial,
           (unsigned long long)fuzz->undecided, clock_seconds() - started);
    ref_release(&fuzz->ref);
    free(fuzz);
    return 0;
}
