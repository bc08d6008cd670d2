/* The term table as the files of this directory see it: hash-consing, ids,
 * storage. It simplifies nothing; the constructors above it do. */
#ifndef EXPR_POOL_H
#define EXPR_POOL_H

#include "base/bits.h"
#include "base/hash128.h"
#include "base/vector.h"
#include "expr/expr.h"

enum { EXPR_FREE = 255 }; /* the kind of an id that is not in use */

enum expr_flag {
    EXPR_FLAG_MARKED = 1,
    EXPR_FLAG_PINNED = 2, /* never swept */
    EXPR_FLAG_FLOAT = 4,
    EXPR_FLAG_BASE = 8,
    EXPR_FLAG_TABLE = 16, /* holds a read of an array that is no input */
};

/* What is known of the value of a term at most 64 bits wide. */
struct expr_facts {
    uint64_t low, high;   /* unsigned interval */
    uint64_t zeros, ones; /* bits that surely are 0, surely are 1 */
};

/* One array indexed by term id each; entries of a swept id are zeroed.
 * name, type of an element */
#define EXPR_SIDES(X)                  \
    X(EVAL, struct eval_entry)         \
    X(REWRITE, struct rewrite_entry)   \
    X(SUPPORT, const struct support *) \
    X(HASH, uint64_t)                  \
    X(SHAPE, uint64_t)                 \
    X(AGNOSTIC, uint64_t)

struct eval_entry {
    uint64_t value; /* of a wide term: where its words are */
    uint32_t epoch;
};

struct rewrite_entry {
    uint32_t epoch;
    expr_t result;
};

/* A substitution with a name, and the epoch in which its results are. */
struct named_epoch {
    struct hash128 name;
    uint32_t epoch; /* 0: free */
};
enum { NAMED_EPOCHS = 1024 };

struct support;

enum expr_side {
#define X(name, type) SIDE_##name,
    EXPR_SIDES(X)
#undef X
        SIDE_COUNT
};

struct side {
    char *data;
    uint32_t capacity; /* elements */
};

struct bytes {
    uint8_t *data; /* NULL: the number is free */
    uint32_t size;
};

struct sweep_listener {
    void (*listener)(void *context);
    void *context;
};

struct supports; /* support.c */

struct exprs {
    struct expr_node *nodes; /* node 0 is no term */
    struct budget budget;
    struct expr_facts *facts;
    uint32_t limit, capacity;
    uint32_t free;  /* first free id, linked through next */
    uint32_t count; /* live terms */
    uint32_t *buckets;
    uint32_t bucket_mask;
    unsigned depth; /* of constructors calling constructors */

    VECTOR(struct input *) inputs;
    uint32_t variables;
    VECTOR(struct bytes) bytes;
    VECTOR(uint32_t) free_bytes;
    VECTOR(uint64_t *) wide; /* words of constants wider than 64 bits */
    VECTOR(uint32_t) free_wide;
    size_t payload; /* bytes held by inputs, byte arrays and wide constants */

    struct side sides[SIDE_COUNT];
    VECTOR(expr_t) stack; /* of the one traversal that is under way */
    VECTOR(uint64_t) eval_words;
    uint32_t eval_epoch, rewrite_epoch;
    struct named_epoch *rewrite_names; /* rewrite.c; NULL until needed */
    struct supports *supports;
    VECTOR(uint64_t) object_sizes; /* by object, plus 1; 0: not known */
    VECTOR(struct sweep_listener) listeners;
    bool unfolded_reads; /* see exprs_fold_reads */
    bool no_cases;       /* see exprs_show_cases */
    uint64_t folded_reads;
    uint64_t *firings; /* per rewrite rule, see rules.h; NULL: not counted */
};

/* The term that is this node (kind, width, arg), or 0; fills in the hash. Not
 * for CONST, INPUT and BYTES. */
expr_t pool_find(const struct exprs *, struct expr_node *node);
/* Enters a node that pool_find did not find. */
expr_t pool_insert(struct exprs *, struct expr_node node, struct expr_facts facts);

/* The side array, long enough for every id; valid until the next new term. */
void *pool_side(struct exprs *, enum expr_side);

static inline const struct expr_facts *pool_facts(const struct exprs *exprs, expr_t term)
{
    return exprs->facts + term;
}

/* Facts of a node from those of its children; see facts.c. */
struct expr_facts facts_of_node(const struct exprs *, const struct expr_node *);

void supports_free(struct supports *);
size_t supports_bytes(const struct supports *);

static inline unsigned word_count(unsigned width) { return (width + 63) / 64; }

#endif
