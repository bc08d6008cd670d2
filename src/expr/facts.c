/* What is known of a term's value from its children's: an unsigned interval
 * and known bits, made once when the term is entered. A base symbol is
 * unknown: its address is for the evaluator and the solver only. Of an array
 * the interval holds the size. */
#include "expr/pool.h"
#include "expr/support.h"

struct operands {
    struct expr_facts left, right;
    unsigned width; /* of the operands */
};

static struct expr_facts unknown(unsigned width)
{
    return (struct expr_facts){.high = low_bits(width), .zeros = ~low_bits(width)};
}

static struct expr_facts decided(bool value)
{
    return (struct expr_facts){value, value, ~(uint64_t)value, value};
}

/* Lets the interval and the bits learn from each other. */
static struct expr_facts tightened(struct expr_facts facts, unsigned width)
{
    facts.zeros |= ~low_bits(width);
    if (facts.low < facts.ones)
        facts.low = facts.ones;
    if (facts.high > ~facts.zeros)
        facts.high = ~facts.zeros;
    uint64_t differ = facts.low ^ facts.high;
    uint64_t prefix = differ ? ~low_bits(64 - (unsigned)__builtin_clzll(differ)) : ~0ull;
    facts.zeros |= ~facts.low & prefix;
    facts.ones |= facts.low & prefix;
    return facts;
}

/* How many of the lowest bits are known in both. */
static unsigned known_low(const struct operands *of)
{
    uint64_t known = (of->left.zeros | of->left.ones) & (of->right.zeros | of->right.ones);
    return ~known ? (unsigned)__builtin_ctzll(~known) : 64;
}

static struct expr_facts low_bits_are(uint64_t value, unsigned count, unsigned width)
{
    struct expr_facts facts = unknown(width);
    uint64_t mask = low_bits(count) & low_bits(width);
    facts.ones = value & mask;
    facts.zeros |= ~value & mask;
    return facts;
}

/* The interval of a sum, if it never or always wraps round. */
static struct expr_facts add_facts(const struct operands *of)
{
    unsigned __int128 low = (unsigned __int128)of->left.low + of->right.low;
    unsigned __int128 high = (unsigned __int128)of->left.high + of->right.high;
    struct expr_facts facts = low_bits_are(of->left.ones + of->right.ones, known_low(of), of->width);
    if (low >> of->width == high >> of->width) {
        facts.low = (uint64_t)low & low_bits(of->width);
        facts.high = (uint64_t)high & low_bits(of->width);
    }
    return facts;
}

static struct expr_facts sub_facts(const struct operands *of)
{
    struct expr_facts facts = low_bits_are(of->left.ones - of->right.ones, known_low(of), of->width);
    if (of->left.low >= of->right.high || of->left.high < of->right.low) {
        facts.low = (of->left.low - of->right.high) & low_bits(of->width);
        facts.high = (of->left.high - of->right.low) & low_bits(of->width);
    }
    return facts;
}

static struct expr_facts mul_facts(const struct operands *of)
{
    uint64_t high;
    unsigned zeros = (~of->left.zeros ? (unsigned)__builtin_ctzll(~of->left.zeros) : 64) +
                     (~of->right.zeros ? (unsigned)__builtin_ctzll(~of->right.zeros) : 64);
    struct expr_facts facts = low_bits_are(0, zeros > 64 ? 64 : zeros, of->width);
    if (!__builtin_mul_overflow(of->left.high, of->right.high, &high) && high <= low_bits(of->width)) {
        facts.low = of->left.low * of->right.low;
        facts.high = high;
    }
    return facts;
}

static struct expr_facts divide_facts(enum expr_kind kind, const struct operands *of)
{
    struct expr_facts facts = unknown(of->width);
    uint64_t sign = 1ull << (of->width - 1);
    bool is_signed = kind == EXPR_SDIV || kind == EXPR_SREM;
    if (is_signed && (of->left.high >= sign || of->right.high >= sign || !of->right.low))
        return facts;
    if (kind == EXPR_UDIV || kind == EXPR_SDIV) {
        if (of->right.low) {
            facts.low = of->left.low / of->right.high;
            facts.high = of->left.high / of->right.low;
        }
        return facts;
    }
    facts.high = of->left.high;
    if (of->right.low && of->right.high - 1 < facts.high)
        facts.high = of->right.high - 1;
    return facts;
}

static struct expr_facts bitwise_facts(enum expr_kind kind, const struct operands *of)
{
    struct expr_facts facts = unknown(of->width);
    const struct expr_facts *a = &of->left, *b = &of->right;
    if (kind == EXPR_AND) {
        facts.zeros = a->zeros | b->zeros;
        facts.ones = a->ones & b->ones;
        facts.high = a->high < b->high ? a->high : b->high;
    } else if (kind == EXPR_OR) {
        facts.zeros = a->zeros & b->zeros;
        facts.ones = a->ones | b->ones;
        facts.low = a->low > b->low ? a->low : b->low;
    } else {
        facts.zeros = (a->zeros & b->zeros) | (a->ones & b->ones);
        facts.ones = (a->zeros & b->ones) | (a->ones & b->zeros);
    }
    return facts;
}

static struct expr_facts shift_facts(enum expr_kind kind, const struct operands *of)
{
    struct expr_facts facts = unknown(of->width);
    if (kind == EXPR_LSHR || (kind == EXPR_ASHR && of->left.high < 1ull << (of->width - 1)))
        facts.high = of->left.high;
    return facts;
}

/* Flipping the top bit turns the signed order into the unsigned one; the
 * interval survives if the flip does not cut it in two. */
static void flip_sign(struct expr_facts *facts, unsigned width)
{
    uint64_t sign = 1ull << (width - 1);
    if ((facts->low ^ facts->high) & sign) {
        *facts = unknown(width);
        return;
    }
    facts->low ^= sign;
    facts->high ^= sign;
}

static struct expr_facts compare_facts(enum expr_kind kind, struct operands of)
{
    if (kind == EXPR_EQ) {
        bool apart = of.left.high < of.right.low || of.right.high < of.left.low ||
                     of.left.ones & of.right.zeros || of.left.zeros & of.right.ones;
        return apart ? decided(false) : unknown(1);
    }
    if (kind == EXPR_SLT || kind == EXPR_SLE) {
        flip_sign(&of.left, of.width);
        flip_sign(&of.right, of.width);
    }
    bool strict = kind == EXPR_ULT || kind == EXPR_SLT;
    if (strict ? of.left.high < of.right.low : of.left.high <= of.right.low)
        return decided(true);
    if (strict ? of.left.low >= of.right.high : of.left.low > of.right.high)
        return decided(false);
    return unknown(1);
}

static struct expr_facts extract_facts(const struct expr_facts *of, unsigned low, unsigned width)
{
    struct expr_facts facts = unknown(width);
    if (of->high >> low <= low_bits(width)) {
        facts.low = of->low >> low;
        facts.high = of->high >> low;
    }
    facts.zeros = of->zeros >> low;
    facts.ones = of->ones >> low & low_bits(width);
    return facts;
}

static struct expr_facts concat_facts(const struct expr_facts *high, const struct expr_facts *low,
                                      unsigned shift)
{
    return (struct expr_facts){high->low << shift | low->low, high->high << shift | low->high,
                               high->zeros << shift | (low->zeros & low_bits(shift)),
                               high->ones << shift | low->ones};
}

static struct expr_facts sext_facts(const struct expr_facts *of, unsigned from, unsigned to)
{
    uint64_t sign = 1ull << (from - 1), extension = low_bits(to) & ~low_bits(from);
    if (of->zeros & sign)
        return *of;
    struct expr_facts facts = unknown(to);
    facts.zeros = of->zeros & low_bits(from);
    facts.ones = of->ones;
    if (of->ones & sign) {
        facts.low = of->low | extension;
        facts.high = of->high | extension;
        facts.ones |= extension;
    }
    return facts;
}

static struct expr_facts ite_facts(const struct expr_facts *yes, const struct expr_facts *no)
{
    return (struct expr_facts){yes->low < no->low ? yes->low : no->low,
                               yes->high > no->high ? yes->high : no->high, yes->zeros & no->zeros,
                               yes->ones & no->ones};
}

static struct expr_facts leaf_facts(const struct exprs *exprs, const struct expr_node *node)
{
    uint64_t value = (uint64_t)node->arg[1] << 32 | node->arg[0];
    struct expr_facts facts = unknown(node->width);
    if (node->kind == EXPR_CONST && node->width <= 64)
        facts = (struct expr_facts){value, value, ~value, value};
    else if (node->kind == EXPR_INPUT)
        facts.low = facts.high = exprs->inputs.data[node->arg[0]]->size;
    else if (node->kind == EXPR_BYTES)
        facts.low = facts.high = exprs->bytes.data[node->arg[0]].size;
    return facts;
}

struct expr_facts facts_of_node(const struct exprs *exprs, const struct expr_node *node)
{
    enum expr_kind kind = (enum expr_kind)node->kind;
    if (kind == EXPR_CONST || kind == EXPR_INPUT || kind == EXPR_BYTES)
        return leaf_facts(exprs, node);
    if (kind == EXPR_STORE)
        return exprs->facts[node->arg[0]];
    if (node->width > 64 || kind == EXPR_READ || kind == EXPR_BASE || kind >= EXPR_FADD)
        return unknown(node->width);
    const struct expr_facts *first = &exprs->facts[node->arg[0]];
    const struct expr_facts *second = expr_children(kind) > 1 ? &exprs->facts[node->arg[1]] : first;
    struct operands of = {*first, *second, exprs->nodes[node->arg[0]].width};
    if (of.width > 64)
        return unknown(node->width);
    struct expr_facts facts;
    switch (kind) {
    case EXPR_CONCAT:
        facts = concat_facts(first, second, exprs->nodes[node->arg[1]].width);
        break;
    case EXPR_EXTRACT:
        facts = extract_facts(first, node->arg[1], node->width);
        break;
    case EXPR_ZEXT:
        facts = *first;
        break;
    case EXPR_SEXT:
        facts = sext_facts(first, of.width, node->width);
        break;
    case EXPR_NOT:
        facts = (struct expr_facts){~first->high & low_bits(of.width), ~first->low & low_bits(of.width),
                                    first->ones, first->zeros & low_bits(of.width)};
        break;
    case EXPR_ADD:
        facts = add_facts(&of);
        break;
    case EXPR_SUB:
        facts = sub_facts(&of);
        break;
    case EXPR_MUL:
        facts = mul_facts(&of);
        break;
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM:
        facts = divide_facts(kind, &of);
        break;
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
        facts = bitwise_facts(kind, &of);
        break;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR:
        facts = shift_facts(kind, &of);
        break;
    case EXPR_ITE:
        facts = ite_facts(second, &exprs->facts[node->arg[2]]);
        break;
    default:
        facts = compare_facts(kind, of);
    }
    return tightened(facts, node->width);
}

struct interval expr_interval(struct exprs *exprs, expr_t term)
{
    const struct expr_facts *facts = pool_facts(exprs, term);
    return (struct interval){facts->low, facts->high};
}

uint64_t expr_possible_bits(struct exprs *exprs, expr_t term) { return ~pool_facts(exprs, term)->zeros; }
