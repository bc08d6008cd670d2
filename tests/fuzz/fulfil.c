/* Which of all inputs fulfil the constraints of a path?
 *
 *     fulfil INPUTS FILE.kquery ...
 *
 * INPUTS is binary: three 32-bit numbers (bytes of an input, bytes of its known output, how many inputs),
 * then the inputs, each followed by its output. For every file a line is printed: a digit for each four
 * inputs, the lowest bit for the first, or why that cannot be said. The array `in` of the file is the input
 * and `out` the output, so that a path that demands another output than the known one is fulfilled by nobody.
 *
 * Terms are evaluated while they are read, for all inputs at once; this shares no code with the engine. */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BITS /* the widest term */
#define BITS 128
#endif
typedef unsigned _BitInt(BITS) word;
typedef _BitInt(BITS) sword;

enum { NAMES = 1 << 16, CONSTANTS = 256 };

/* The values of a term for every input; an array is a chain of these. */
struct term {
    unsigned width; /* 0: a constant that does not say */
    word *value;
};

struct array {
    const uint8_t *bytes; /* the same for all inputs, or the first of records */
    size_t size, stride;  /* stride 0: the same for all */
    struct array *below;  /* a store into this one */
    struct term index, stored;
};

static uint32_t input_bytes, output_bytes, count;
static uint8_t *records;
static const char *at; /* the text that is left */
static jmp_buf give_up;
static const char *why;

static struct term names[NAMES];
static struct array *chains[NAMES];
static struct {
    char name[32];
    struct array array;
} constants[CONSTANTS];
static unsigned constant_count;

/* what a file has allocated, to be freed before the next */
static void **owned;
static size_t owned_count, owned_capacity;

static void *own(size_t size)
{
    if (owned_count == owned_capacity)
        owned = realloc(owned, (owned_capacity = 2 * owned_capacity + 64) * sizeof *owned);
    return owned[owned_count++] = calloc(1, size);
}

static _Noreturn void fail(const char *reason)
{
    why = reason;
    longjmp(give_up, 1);
}

/* ---- words of the text ---- */

static void space(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static int accept(const char *word_here)
{
    space();
    size_t length = strlen(word_here);
    if (strncmp(at, word_here, length))
        return 0;
    at += length;
    return 1;
}

static void expect(const char *word_here)
{
    if (!accept(word_here))
        fail("the file cannot be read");
}

static void name(char *into, size_t size)
{
    space();
    size_t length = 0;
    while ((isalnum((unsigned char)*at) || *at == '_') && length + 1 < size)
        into[length++] = *at++;
    into[length] = 0;
}

static word number(void)
{
    space();
    word result = 0;
    if (at[0] == '0' && at[1] == 'x')
        for (at += 2; isxdigit((unsigned char)*at); at++)
            result = result << 4 | (word)(isdigit((unsigned char)*at) ? *at - '0' : tolower(*at) - 'a' + 10);
    else
        for (; isdigit((unsigned char)*at); at++)
            result = result * 10 + (word)(*at - '0');
    return result;
}

/* ---- arithmetic ---- */

static word mask(unsigned width) { return width >= BITS ? ~(word)0 : ((word)1 << width) - 1; }

static sword signed_of(word value, unsigned width)
{
    return (sword)(value << (BITS - width)) >> (BITS - width);
}

static double real(word value, unsigned width)
{
    uint64_t bits = (uint64_t)value;
    uint32_t half = (uint32_t)value;
    double result;
    float single;
    if (width == 32)
        return memcpy(&single, &half, 4), (double)single;
    return memcpy(&result, &bits, 8), result;
}

static word bits_of(double value, unsigned width)
{
    uint64_t bits;
    uint32_t half;
    float single = (float)value;
    if (isnan(value))
        return width == 32 ? 0x7fc00000u : 0x7ff8000000000000u;
    if (width == 32)
        return memcpy(&half, &single, 4), half;
    return memcpy(&bits, &value, 8), bits;
}

static word divide(word a, word b, unsigned width, int is_signed, int rest)
{
    if (!is_signed)
        return b ? rest ? a % b : a / b : rest ? a : mask(width);
    sword x = signed_of(a, width), y = signed_of(b, width);
    if (!y)
        return rest ? a : x < 0 ? 1 : mask(width);
    if (y == -1)
        return rest ? 0 : -(word)x;
    return (word)(rest ? x % y : x / y);
}

static word shift(const char *kind, word a, word b, unsigned width)
{
    if (!strcmp(kind, "AShr"))
        return (word)(signed_of(a, width) >> (b >= width ? width - 1 : (unsigned)b));
    if (b >= width)
        return 0;
    return kind[0] == 'S' ? a << (unsigned)b : a >> (unsigned)b;
}

static word real_operation(const char *kind, word left, word right, unsigned width)
{
    /* in their own width: a double would round twice */
    float a = (float)real(left, width), b = (float)real(right, width);
    double x = real(left, width), y = real(right, width);
    if (!strcmp(kind, "FEq"))
        return x == y;
    if (!strcmp(kind, "FLt"))
        return x < y;
    if (!strcmp(kind, "FLe"))
        return x <= y;
    switch (kind[1]) {
    case 'A':
        return bits_of(width == 32 ? (double)(a + b) : x + y, width);
    case 'S':
        return bits_of(width == 32 ? (double)(a - b) : x - y, width);
    case 'M':
        return bits_of(width == 32 ? (double)(a * b) : x * y, width);
    case 'D':
        return bits_of(width == 32 ? (double)(a / b) : x / y, width);
    default:
        fail(kind);
    }
}

/* out of range is the least number, as on x86-64; SMT-LIB leaves it open */
static word to_integer(double value, unsigned width, int is_signed)
{
    double limit = ldexp(1.0, (int)(is_signed ? width - 1 : width)), whole = trunc(value);
    if (!(whole < limit) || !(whole >= (is_signed ? -limit : 0.0)))
        return (word)1 << (width - 1);
    return whole < 0 ? (word)(sword)whole : (word)whole;
}

static word from_integer(word value, unsigned from, unsigned width, int is_signed)
{
    sword number_here = signed_of(value, from);
    if (width == 32)
        return bits_of((double)(is_signed ? (float)number_here : (float)value), 32);
    return bits_of(is_signed ? (double)number_here : (double)value, 64);
}

static word unary(const char *kind, word a, unsigned from, unsigned width)
{
    if (!strcmp(kind, "ZExt"))
        return a;
    if (!strcmp(kind, "SExt"))
        return (word)signed_of(a, from);
    if (!strcmp(kind, "Not"))
        return ~a;
    if (!strcmp(kind, "FSqrt"))
        return bits_of(width == 32 ? (double)sqrtf((float)real(a, 32)) : sqrt(real(a, 64)), width);
    if (!strcmp(kind, "FCast"))
        return bits_of(real(a, from), width);
    if (!strcmp(kind, "FToS") || !strcmp(kind, "FToU"))
        return to_integer(real(a, from), width, kind[3] == 'S');
    if (!strcmp(kind, "SToF") || !strcmp(kind, "UToF"))
        return from_integer(a, from, width, kind[0] == 'S');
    fail(kind);
}

static word binary(const char *kind, word a, word b, unsigned from, unsigned from_right, unsigned width)
{
    if (!strcmp(kind, "Concat"))
        return a << from_right | b;
    if (!strcmp(kind, "Add"))
        return a + b;
    if (!strcmp(kind, "Sub"))
        return a - b;
    if (!strcmp(kind, "Mul"))
        return a * b;
    if (!strcmp(kind, "And"))
        return a & b;
    if (!strcmp(kind, "Or"))
        return a | b;
    if (!strcmp(kind, "Xor"))
        return a ^ b;
    if (!strcmp(kind, "Eq"))
        return a == b;
    if (!strcmp(kind, "Ult"))
        return a < b;
    if (!strcmp(kind, "Ule"))
        return a <= b;
    if (!strcmp(kind, "Slt"))
        return signed_of(a, from) < signed_of(b, from);
    if (!strcmp(kind, "Sle"))
        return signed_of(a, from) <= signed_of(b, from);
    if (!strcmp(kind + 1, "Div") && kind[0] != 'F')
        return divide(a, b, width, kind[0] == 'S', 0);
    if (!strcmp(kind + 1, "Rem"))
        return divide(a, b, width, kind[0] == 'S', 1);
    if (!strcmp(kind, "Shl") || !strcmp(kind, "LShr") || !strcmp(kind, "AShr"))
        return shift(kind, a, b, width);
    return real_operation(kind, a, b, from);
}

/* ---- terms ---- */

static struct term term(void);

static struct term fresh(unsigned width)
{
    if (width > BITS)
        fail("a term is too wide");
    return (struct term){width, own(count * sizeof(word))};
}

static struct term constant(word value, unsigned width)
{
    struct term result = fresh(width);
    for (uint32_t i = 0; i < count; i++)
        result.value[i] = value;
    return result;
}

static struct array *stores(void)
{
    struct array *first = NULL, **next = &first;
    while (!accept("]")) {
        accept(",");
        struct array *store = own(sizeof *store);
        store->index = term();
        expect("=");
        store->stored = term();
        *next = store;
        next = &store->below;
    }
    return first;
}

static struct array *array(void)
{
    space();
    char word_here[64];
    unsigned named = NAMES;
    if (*at == 'U') {
        at++;
        named = (unsigned)number();
        if (named >= NAMES)
            fail("too many names");
        if (*at != ':')
            return chains[named];
        at++;
    }
    if (accept("[")) {
        struct array *first = stores(), *last = first;
        while (last->below)
            last = last->below;
        expect("@");
        last->below = array();
        if (named < NAMES)
            chains[named] = first;
        return first;
    }
    name(word_here, sizeof word_here);
    for (unsigned i = 0; i < constant_count; i++)
        if (!strcmp(constants[i].name, word_here))
            return &constants[i].array;
    fail("an array that nobody declared");
}

static word byte_at(const struct array *from, uint32_t input, word index)
{
    while (from->below) {
        if (from->index.value[input] == index)
            return from->stored.value[input];
        from = from->below;
    }
    return index < from->size ? from->bytes[input * from->stride + (size_t)index] : 0;
}

static struct term read_of(unsigned width)
{
    struct term index = term(), result = fresh(width);
    struct array *from = array();
    for (uint32_t i = 0; i < count; i++)
        result.value[i] = byte_at(from, i, index.value[i]);
    return result;
}

static struct term wide_read(unsigned width, int least_first)
{
    unsigned first = (unsigned)number(), bytes = width / 8;
    struct array *from = array();
    struct term result = fresh(width);
    for (uint32_t i = 0; i < count; i++)
        for (unsigned b = 0; b < bytes; b++)
            result.value[i] =
                result.value[i] << 8 | byte_at(from, i, first + (least_first ? bytes - 1 - b : b));
    return result;
}

static struct term extract(unsigned width)
{
    unsigned low = (unsigned)number();
    struct term from = term(), result = fresh(width);
    for (uint32_t i = 0; i < count; i++)
        result.value[i] = from.value[i] >> low & mask(width);
    return result;
}

static struct term choice(unsigned width)
{
    struct term condition = term(), yes = term(), no = term(), result = fresh(width);
    for (uint32_t i = 0; i < count; i++)
        result.value[i] = condition.value[i] ? yes.value[i] : no.value[i];
    return result;
}

static int takes_one(const char *kind)
{
    static const char *const kinds[] = {"ZExt", "SExt", "Not",  "FSqrt", "FCast",
                                        "FToS", "FToU", "SToF", "UToF"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i], kind))
            return 1;
    return 0;
}

static struct term operation(void)
{
    char kind[64];
    name(kind, sizeof kind);
    if (kind[0] == 'w' && isdigit((unsigned char)kind[1])) { /* a constant that says its width */
        word value = number();
        return constant(value, (unsigned)atoi(kind + 1));
    }
    unsigned width = 1;
    space();
    if (at[0] == 'w' && isdigit((unsigned char)at[1])) {
        at++;
        width = (unsigned)number();
    }
    if (!strcmp(kind, "Read"))
        return read_of(width);
    if (!strcmp(kind, "ReadLSB") || !strcmp(kind, "ReadMSB"))
        return wide_read(width, kind[4] == 'L');
    if (!strcmp(kind, "Extract"))
        return extract(width);
    if (!strcmp(kind, "Select"))
        return choice(width);
    struct term left = term(), right = {0}, result;
    if (!takes_one(kind))
        right = term();
    result = fresh(width);
    unsigned from = left.width ? left.width : right.width ? right.width : width;
    for (uint32_t i = 0; i < count; i++)
        result.value[i] =
            mask(width) & (right.value ? binary(kind, left.value[i], right.value[i], from, right.width, width)
                                       : unary(kind, left.value[i], from, width));
    return result;
}

static struct term term(void)
{
    space();
    unsigned named = NAMES;
    if (*at == 'N') {
        at++;
        named = (unsigned)number();
        if (named >= NAMES)
            fail("too many names");
        if (*at != ':')
            return names[named];
        at++;
    }
    struct term result;
    if (accept("(")) {
        result = operation();
        expect(")");
    } else if (accept("true"))
        result = constant(1, 1);
    else if (accept("false"))
        result = constant(0, 1);
    else if (isdigit((unsigned char)*at))
        result = constant(number(), 0);
    else
        fail("the file cannot be read");
    if (named < NAMES)
        names[named] = result;
    return result;
}

/* ---- a file ---- */

static void declaration(void)
{
    if (constant_count == CONSTANTS)
        fail("too many arrays");
    char *called = constants[constant_count].name;
    name(called, sizeof constants->name);
    struct array *declared = &constants[constant_count++].array;
    *declared = (struct array){0};
    expect("[");
    declared->size = (size_t)number();
    expect("] : w64 -> w8 =");
    declared->stride = input_bytes + output_bytes;
    if (accept("symbolic")) {
        if (!strcmp(called, "in"))
            declared->bytes = records;
        else if (!strcmp(called, "out"))
            declared->bytes = records + input_bytes;
        else
            fail("another input");
        return;
    }
    uint8_t *bytes = own(declared->size + 1);
    expect("[");
    for (size_t i = 0; i < declared->size; i++)
        bytes[i] = (uint8_t)number();
    expect("]");
    declared->bytes = bytes;
    declared->stride = 0;
}

static void query(uint8_t *fulfilled)
{
    while (accept("array"))
        declaration();
    expect("(query [");
    memset(fulfilled, 1, count);
    while (!accept("]")) {
        struct term condition = term();
        for (uint32_t i = 0; i < count; i++)
            fulfilled[i] &= (uint8_t)condition.value[i];
    }
}

static void *contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return perror(path), exit(2), NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *all = calloc((size_t)size + 1, 1);
    if (fread(all, 1, (size_t)size, file) != (size_t)size)
        return perror(path), exit(2), NULL;
    fclose(file);
    return all;
}

static void answer(const char *path, uint8_t *fulfilled)
{
    char *file = contents(path);
    at = file;
    constant_count = 0;
    if (setjmp(give_up)) {
        printf("? %s near %.40s\n", why, at);
    } else {
        query(fulfilled);
        for (uint32_t i = 0; i < count; i += 4) {
            unsigned digit = 0;
            for (uint32_t k = 0; k < 4 && i + k < count; k++)
                digit |= (unsigned)fulfilled[i + k] << k;
            putchar("0123456789abcdef"[digit]);
        }
        putchar('\n');
    }
    while (owned_count)
        free(owned[--owned_count]);
    free(file);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    uint8_t *inputs = contents(argv[1]);
    memcpy(&input_bytes, inputs, 4);
    memcpy(&output_bytes, inputs + 4, 4);
    memcpy(&count, inputs + 8, 4);
    records = inputs + 12;
    uint8_t *fulfilled = calloc(count + 4, 1);
    for (int i = 2; i < argc; i++)
        answer(argv[i], fulfilled);
    free(fulfilled);
    free(inputs);
    free(owned);
    return 0;
}
