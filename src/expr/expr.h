/* Expressions: a hash-consed DAG of bit-vectors and byte arrays.
 *
 * A term is a 32-bit id into the pool; equal terms have equal ids. Booleans
 * are bit-vectors of width 1. Terms are made only through the constructors
 * below, which simplify; what they return is canonical (commutative operands
 * ordered, a constant last; no SUB by a constant; no UGT, NE, ...).
 *
 * Semantics are SMT-LIB's and total: x / 0 is all ones, x % 0 is x, a shift by
 * the width or more gives 0 (or the sign). A READ at or past the end of its
 * array gives 0. Byte order within memory is the engine's business, not ours.
 *
 * The floating-point kinds take and give IEEE bit patterns of 32 or 64 bits,
 * round to nearest even (to integer: toward zero); a NaN result is the one
 * positive quiet NaN (0x7fc00000, 0x7ff8000000000000). FTOS and FTOU of a NaN
 * or of a value out of range give the top bit alone (0x80...0), for both. FEQ,
 * FLT and FLE are false when an operand is a NaN. Integers that meet floats are
 * at most 128 bits wide. */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "base/budget.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t expr_t; /* 0: none */

/* kind, KQuery name, SMT-LIB name, children */
#define EXPR_KINDS(X)                   \
    X(CONST, "const", "", 0)            \
    X(INPUT, "input", "", 0)            \
    X(BYTES, "bytes", "", 0)            \
    X(STORE, "store", "store", 3)       \
    X(READ, "Read", "select", 2)        \
    X(BASE, "base", "", 0)              \
    X(CONCAT, "Concat", "concat", 2)    \
    X(EXTRACT, "Extract", "extract", 1) \
    X(ZEXT, "ZExt", "zero_extend", 1)   \
    X(SEXT, "SExt", "sign_extend", 1)   \
    X(NOT, "Not", "bvnot", 1)           \
    X(ADD, "Add", "bvadd", 2)           \
    X(SUB, "Sub", "bvsub", 2)           \
    X(MUL, "Mul", "bvmul", 2)           \
    X(UDIV, "UDiv", "bvudiv", 2)        \
    X(SDIV, "SDiv", "bvsdiv", 2)        \
    X(UREM, "URem", "bvurem", 2)        \
    X(SREM, "SRem", "bvsrem", 2)        \
    X(AND, "And", "bvand", 2)           \
    X(OR, "Or", "bvor", 2)              \
    X(XOR, "Xor", "bvxor", 2)           \
    X(SHL, "Shl", "bvshl", 2)           \
    X(LSHR, "LShr", "bvlshr", 2)        \
    X(ASHR, "AShr", "bvashr", 2)        \
    X(EQ, "Eq", "=", 2)                 \
    X(ULT, "Ult", "bvult", 2)           \
    X(ULE, "Ule", "bvule", 2)           \
    X(SLT, "Slt", "bvslt", 2)           \
    X(SLE, "Sle", "bvsle", 2)           \
    X(ITE, "Select", "ite", 3)          \
    X(FADD, "FAdd", "fp.add", 2)        \
    X(FSUB, "FSub", "fp.sub", 2)        \
    X(FMUL, "FMul", "fp.mul", 2)        \
    X(FDIV, "FDiv", "fp.div", 2)        \
    X(FSQRT, "FSqrt", "fp.sqrt", 1)     \
    X(FEQ, "FEq", "fp.eq", 2)           \
    X(FLT, "FLt", "fp.lt", 2)           \
    X(FLE, "FLe", "fp.leq", 2)          \
    X(FCAST, "FCast", "to_fp", 1)       \
    X(FTOS, "FToS", "fp.to_sbv", 1)     \
    X(FTOU, "FToU", "fp.to_ubv", 1)     \
    X(STOF, "SToF", "to_fp", 1)         \
    X(UTOF, "UToF", "to_fp_unsigned", 1)

enum expr_kind {
#define X(kind, kquery, smtlib, children) EXPR_##kind,
    EXPR_KINDS(X)
#undef X
        EXPR_KIND_COUNT
};

struct exprs; /* the pool; it outlives every id */

struct exprs *exprs_new(void);
void exprs_free(struct exprs *);
size_t exprs_count(const struct exprs *);   /* live terms */
size_t exprs_bytes(const struct exprs *);   /* memory held */
uint32_t exprs_limit(const struct exprs *); /* every id is below this */

/* Whoever was at work with terms will not return: the pool is ready for others. */
void exprs_abandon(struct exprs *);

/* ---- looking at a term ---- */

/* One node, 24 bytes. What arg[] holds depends on the kind:
 *   CONST   width <= 64: arg[0] low word, arg[1] high word; wider: see expr_words
 *   INPUT   arg[0] number of the input      BYTES  arg[0] number of the constant array
 *   BASE    arg[0] object, arg[1], arg[2] its address, low and high word
 *   EXTRACT arg[0] operand, arg[1] lowest bit
 *   others  the children, in order */
struct expr_node {
    uint8_t kind;
    uint8_t flags;  /* owned by the pool */
    uint16_t width; /* bits; of an array: 0 */
    uint32_t hash;
    uint32_t arg[3];
    uint32_t next; /* in the hash chain; owned by the pool */
};

/* What the accessors below need to see of the pool; its first members. */
struct exprs_nodes {
    struct expr_node *nodes;
    struct budget budget;
};

/* What all who compute with these terms may still do, for the run whose pool it is. Without an end
 * unless somebody sets one. */
static inline struct budget *exprs_budget(const struct exprs *exprs)
{
    return &((struct exprs_nodes *)exprs)->budget;
}

/* Valid until the next constructor call. */
static inline const struct expr_node *expr_node(const struct exprs *exprs, expr_t term)
{
    return ((const struct exprs_nodes *)exprs)->nodes + term;
}

static inline enum expr_kind expr_kind(const struct exprs *exprs, expr_t term)
{
    return (enum expr_kind)expr_node(exprs, term)->kind;
}

static inline unsigned expr_width(const struct exprs *exprs, expr_t term)
{
    return expr_node(exprs, term)->width;
}

static inline expr_t expr_arg(const struct exprs *exprs, expr_t term, unsigned index)
{
    return expr_node(exprs, term)->arg[index];
}

unsigned expr_children(enum expr_kind);
const char *expr_kind_name(enum expr_kind);
bool expr_is_commutative(enum expr_kind);

static inline bool expr_is_const(const struct exprs *exprs, expr_t term)
{
    return expr_node(exprs, term)->kind == EXPR_CONST;
}

uint64_t expr_wide_low(const struct exprs *, expr_t); /* behind expr_value */

/* Of a constant: its low 64 bits. */
static inline uint64_t expr_value(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    return node->width <= 64 ? (uint64_t)node->arg[1] << 32 | node->arg[0] : expr_wide_low(exprs, term);
}

/* The words of a constant of any width, lowest first; count is (width + 63) / 64. */
void expr_words(const struct exprs *, expr_t, uint64_t *words);

static inline bool expr_is_true(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    return node->kind == EXPR_CONST && node->width == 1 && node->arg[0] == 1;
}

static inline bool expr_is_false(const struct exprs *exprs, expr_t term)
{
    const struct expr_node *node = expr_node(exprs, term);
    return node->kind == EXPR_CONST && node->width == 1 && node->arg[0] == 0;
}

/* Holds a floating-point operation: only Z3 and SMT-LIB back ends answer it. */
bool expr_has_float(const struct exprs *, expr_t);
/* Holds a read of an array that is not simply an input. */
bool expr_has_table(const struct exprs *, expr_t);
/* Holds a base symbol. */
bool expr_has_base(const struct exprs *, expr_t);

/* ---- symbolic inputs and arrays ---- */

struct input {
    const char *name;
    uint32_t size;     /* bytes */
    uint32_t variable; /* number of its first byte among all input bytes */
};

/* The input of this name and size: the same array term each time it is asked. */
expr_t expr_input(struct exprs *, const char *name, uint32_t size);
uint32_t exprs_input_count(const struct exprs *);
const struct input *exprs_input(const struct exprs *, uint32_t number);
uint32_t exprs_variable_count(const struct exprs *); /* input bytes of all inputs */

expr_t expr_bytes(struct exprs *, const uint8_t *bytes, uint32_t size);
const uint8_t *expr_bytes_data(const struct exprs *, expr_t bytes, uint32_t *size);
uint32_t expr_array_size(const struct exprs *, expr_t array);
expr_t expr_store(struct exprs *, expr_t array, expr_t index64, expr_t byte);
expr_t expr_read(struct exprs *, expr_t array, expr_t index64);
/* Does a read at a constant index see past stores at symbolic ones that cannot
 * be there? Yes, unless told otherwise (--arrays without fold). */
void exprs_fold_reads(struct exprs *, bool);
bool exprs_folds_reads(const struct exprs *);
/* Are pointers to be taken apart into cases? They are unless told otherwise; what is
 * measured against leaves their addresses in the queries. */
void exprs_show_cases(struct exprs *, bool);
bool exprs_shows_cases(const struct exprs *);
uint64_t exprs_folded_reads(const struct exprs *); /* reads that were constants */
/* The address symbol of an object, 64 bits wide. */
expr_t expr_base(struct exprs *, uint32_t object, uint64_t address);
uint64_t expr_base_address(const struct exprs *, expr_t base);
/* How large the object behind a base symbol is: said by whoever makes the
 * symbol. UINT64_MAX: nobody said. */
void exprs_object_size(struct exprs *, uint32_t object, uint64_t size);
uint64_t expr_base_size(const struct exprs *, expr_t base);

/* ---- constructors ---- */

expr_t expr_const(struct exprs *, unsigned width, uint64_t value); /* truncates; zero-extends */
expr_t expr_const_words(struct exprs *, unsigned width, const uint64_t *words);
expr_t expr_bool(struct exprs *, bool);

expr_t expr_concat(struct exprs *, expr_t high, expr_t low);
expr_t expr_extract(struct exprs *, expr_t, unsigned low, unsigned width);
expr_t expr_zext(struct exprs *, expr_t, unsigned width); /* width >= its own */
expr_t expr_sext(struct exprs *, expr_t, unsigned width);
expr_t expr_resize(struct exprs *, expr_t, unsigned width); /* zext or extract */
expr_t expr_not(struct exprs *, expr_t);                    /* bitwise; logical for width 1 */
expr_t expr_ite(struct exprs *, expr_t condition, expr_t yes, expr_t no);

/* Any of ADD … SLE, and the binary floating-point kinds. */
expr_t expr_binary(struct exprs *, enum expr_kind, expr_t left, expr_t right);
/* FSQRT, FCAST, FTOS, FTOU, STOF, UTOF; width is the result's. */
expr_t expr_float_unary(struct exprs *, enum expr_kind, expr_t, unsigned width);

#define EXPR_BINARY(name, kind)                                               \
    static inline expr_t name(struct exprs *exprs, expr_t left, expr_t right) \
    {                                                                         \
        return expr_binary(exprs, kind, left, right);                         \
    }
EXPR_BINARY(expr_add, EXPR_ADD)
EXPR_BINARY(expr_sub, EXPR_SUB)
EXPR_BINARY(expr_mul, EXPR_MUL)
EXPR_BINARY(expr_and, EXPR_AND)
EXPR_BINARY(expr_or, EXPR_OR)
EXPR_BINARY(expr_xor, EXPR_XOR)
EXPR_BINARY(expr_shl, EXPR_SHL)
EXPR_BINARY(expr_lshr, EXPR_LSHR)
EXPR_BINARY(expr_ashr, EXPR_ASHR)
EXPR_BINARY(expr_eq, EXPR_EQ)
EXPR_BINARY(expr_ult, EXPR_ULT)
EXPR_BINARY(expr_ule, EXPR_ULE)
EXPR_BINARY(expr_slt, EXPR_SLT)
EXPR_BINARY(expr_sle, EXPR_SLE)
#undef EXPR_BINARY

/* ---- the garbage ----
 * Terms are kept until a sweep. The owner of the pool marks every root
 * (marking goes through the children), then sweeps: ids not marked are free
 * for reuse. Whoever keeps ids registers a listener, which is called after the
 * marking and before any id is reused, and drops what expr_marked() denies.
 * Small constants and inputs are never swept. */
void exprs_mark(struct exprs *, expr_t root);
bool expr_marked(const struct exprs *, expr_t);
void exprs_sweep(struct exprs *);
void exprs_on_sweep(struct exprs *, void (*listener)(void *context), void *context);
void exprs_forget_listener(struct exprs *, void *context);

/* Debug: every invariant of the pool and of each live term; BUG() if broken. */
void exprs_check(const struct exprs *);

#endif
