/* The program as the engine runs it: compact register code.
 *
 * A frame is one array of registers: first the function's constants, then its
 * parameters, then temporaries. An operand is always a register. Vectors and
 * first-class aggregates are flattened: an aggregate of n scalars takes n
 * consecutive registers, and operations on them are lowered one by one.
 * What follows a conditional jump that is not taken is the next instruction.
 *
 * Values of width <= 64 are zero-extended in 64 bits. Wider ones (i128, x87
 * floats) use the same instructions; the engine boxes them. A float is its
 * IEEE bits in 32 bits, a double in 64, an x86_fp80 in 80. Pointers are 64
 * bits wide. */
#ifndef PROGRAM_CODE_H
#define PROGRAM_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* name, text for dumps, operands. In the operand column, one letter each for
 * dst, a, b, c:  - unused  d register written  r register read  i immediate
 * (int32)  t jump target  x index into a table of the function.
 *
 *  MOVE         d <- a
 *  ADD … ASHR   d <- a op b, width bits. UDIV … SREM check for zero, SDIV/SREM
 *               for overflow, the shifts for an amount >= width unless c is 1
 *               (an optimiser may compute what is not used)
 *  EQ … SLE     d (1 bit) <- a op b compared as width bits
 *  TRUNC        d (width bits) <- low bits of a (c bits)
 *  ZEXT SEXT    d (width bits) <- a (c bits)
 *  SELECT       d <- a ? b : c
 *  FADD … FREM  width 32, 64 or 80; FNEG one operand
 *  FCMP         d <- a op b; c is enum float_predicate
 *  FTOS FTOU    d (width bits) <- a (c bits of float);  STOF UTOF: d (width bits of float) <- a (c bits)
 *  FCAST        d (width) <- a (c): fpext, fptrunc
 *  FCALL1/2/3   d <- function c (enum float_function) of a / a, b / of the registers a, a+1, a+2; width
 *  LOAD8 … 64   d <- memory at a + immediate b; LOAD: any other width
 *  STORE8 … 64  memory at a + immediate c <- b; STORE: any other width
 *  POINTER_ADD  d <- a + immediate b
 *  POINTER_INDEX d <- a + sign-extended b (width bits) * immediate c
 *  ALLOCA       d <- new stack object of (register a, or 1 if a is NO_REGISTER) * immediate b bytes,
 * alignment c STACK_SAVE, STACK_RESTORE  as LLVM's intrinsics, for dynamic allocas PARAMETER_COPY  d <- new
 * stack object of b bytes, alignment c, copied from pointer a (byval) CALL         call site a;  result, if
 * any, in d, d+1, ... RETURN       the b registers from a JUMP         to c BRANCH       to c if a (1 bit)
 *  BRANCH_EQ …  to c if a op b, width bits
 *  SWITCH       on a, width bits: table b
 *  JUMP_INDIRECT  to the block address in a
 *  COPY MOVE_MEMORY FILL   memcpy/memmove (a to, b from, c length, registers), memset (a to, b byte, c
 * length) VA_START     fill the va_list that a points to COUNT_ONES LEADING_ZEROS TRAILING_ZEROS BYTE_SWAP
 * BIT_REVERSE ABS   d <- of a, width bits
 *  *_OVERFLOW   d <- a op b, d+1 <- 1 bit
 *  *_SATURATE   d <- a op b
 *  FUNNEL_LEFT/RIGHT  d <- of the registers a, a+1, a+2
 *  SCOPE        the block of the local variable that a points to begins (b 1) or ends (b 0)
 *  SIGNATURE    d (32 bits) <- word c of the signature of the function that a points to
 *  OBJECT_SIZE  d (width bits) <- bytes from a to the end of its object; c: bit 0 minimum, bit 1 null is
 * unknown UNREACHABLE UNSUPPORTED  ends the path: message x */
#define OPCODES(X)                              \
    X(MOVE, "move", "dr--")                     \
    X(ADD, "add", "drr-")                       \
    X(SUB, "sub", "drr-")                       \
    X(MUL, "mul", "drr-")                       \
    X(UDIV, "udiv", "drr-")                     \
    X(SDIV, "sdiv", "drr-")                     \
    X(UREM, "urem", "drr-")                     \
    X(SREM, "srem", "drr-")                     \
    X(AND, "and", "drr-")                       \
    X(OR, "or", "drr-")                         \
    X(XOR, "xor", "drr-")                       \
    X(SHL, "shl", "drri")                       \
    X(LSHR, "lshr", "drri")                     \
    X(ASHR, "ashr", "drri")                     \
    X(EQ, "eq", "drr-")                         \
    X(NE, "ne", "drr-")                         \
    X(ULT, "ult", "drr-")                       \
    X(ULE, "ule", "drr-")                       \
    X(SLT, "slt", "drr-")                       \
    X(SLE, "sle", "drr-")                       \
    X(TRUNC, "trunc", "dr-i")                   \
    X(ZEXT, "zext", "dr-i")                     \
    X(SEXT, "sext", "dr-i")                     \
    X(SELECT, "select", "drrr")                 \
    X(FADD, "fadd", "drr-")                     \
    X(FSUB, "fsub", "drr-")                     \
    X(FMUL, "fmul", "drr-")                     \
    X(FDIV, "fdiv", "drr-")                     \
    X(FREM, "frem", "drr-")                     \
    X(FNEG, "fneg", "dr--")                     \
    X(FCMP, "fcmp", "drri")                     \
    X(FTOS, "ftos", "dr-i")                     \
    X(FTOU, "ftou", "dr-i")                     \
    X(STOF, "stof", "dr-i")                     \
    X(UTOF, "utof", "dr-i")                     \
    X(FCAST, "fcast", "dr-i")                   \
    X(FCALL1, "fcall1", "dr-i")                 \
    X(FCALL2, "fcall2", "drri")                 \
    X(FCALL3, "fcall3", "dr-i")                 \
    X(LOAD8, "load8", "dri-")                   \
    X(LOAD16, "load16", "dri-")                 \
    X(LOAD32, "load32", "dri-")                 \
    X(LOAD64, "load64", "dri-")                 \
    X(LOAD, "load", "dri-")                     \
    X(STORE8, "store8", "-rri")                 \
    X(STORE16, "store16", "-rri")               \
    X(STORE32, "store32", "-rri")               \
    X(STORE64, "store64", "-rri")               \
    X(STORE, "store", "-rri")                   \
    X(POINTER_ADD, "pointer_add", "dri-")       \
    X(POINTER_INDEX, "pointer_index", "drri")   \
    X(ALLOCA, "alloca", "drii")                 \
    X(STACK_SAVE, "stack_save", "d---")         \
    X(STACK_RESTORE, "stack_restore", "-r--")   \
    X(PARAMETER_COPY, "parameter_copy", "drii") \
    X(SCOPE, "scope", "-ri-")                   \
    X(CALL, "call", "dx--")                     \
    X(RETURN, "return", "-ri-")                 \
    X(JUMP, "jump", "---t")                     \
    X(BRANCH, "branch", "-r-t")                 \
    X(BRANCH_EQ, "branch_eq", "-rrt")           \
    X(BRANCH_NE, "branch_ne", "-rrt")           \
    X(BRANCH_ULT, "branch_ult", "-rrt")         \
    X(BRANCH_ULE, "branch_ule", "-rrt")         \
    X(BRANCH_SLT, "branch_slt", "-rrt")         \
    X(BRANCH_SLE, "branch_sle", "-rrt")         \
    X(SWITCH, "switch", "-rx-")                 \
    X(JUMP_INDIRECT, "jump_indirect", "-r--")   \
    X(COPY, "copy", "-rrr")                     \
    X(MOVE_MEMORY, "move_memory", "-rrr")       \
    X(FILL, "fill", "-rrr")                     \
    X(VA_START, "va_start", "-r--")             \
    X(COUNT_ONES, "count_ones", "dr--")         \
    X(LEADING_ZEROS, "leading_zeros", "dr--")   \
    X(TRAILING_ZEROS, "trailing_zeros", "dr--") \
    X(BYTE_SWAP, "byte_swap", "dr--")           \
    X(BIT_REVERSE, "bit_reverse", "dr--")       \
    X(ABS, "abs", "dr--")                       \
    X(SADD_OVERFLOW, "sadd_overflow", "drr-")   \
    X(UADD_OVERFLOW, "uadd_overflow", "drr-")   \
    X(SSUB_OVERFLOW, "ssub_overflow", "drr-")   \
    X(USUB_OVERFLOW, "usub_overflow", "drr-")   \
    X(SMUL_OVERFLOW, "smul_overflow", "drr-")   \
    X(UMUL_OVERFLOW, "umul_overflow", "drr-")   \
    X(SADD_SATURATE, "sadd_saturate", "drr-")   \
    X(UADD_SATURATE, "uadd_saturate", "drr-")   \
    X(SSUB_SATURATE, "ssub_saturate", "drr-")   \
    X(USUB_SATURATE, "usub_saturate", "drr-")   \
    X(SSHL_SATURATE, "sshl_saturate", "drr-")   \
    X(USHL_SATURATE, "ushl_saturate", "drr-")   \
    X(FUNNEL_LEFT, "funnel_left", "dr--")       \
    X(FUNNEL_RIGHT, "funnel_right", "dr--")     \
    X(OBJECT_SIZE, "object_size", "dr-i")       \
    X(SIGNATURE, "signature", "dr-i")           \
    X(UNREACHABLE, "unreachable", "----")       \
    X(UNSUPPORTED, "unsupported", "-x--")

enum opcode {
#define X(name, text, operands) OP_##name,
    OPCODES(X)
#undef X
        OPCODE_COUNT
};

/* LLVM's predicates: bit 0 equal, 1 greater, 2 less, 3 unordered. */
enum float_predicate {
    FLOAT_FALSE,
    FLOAT_OEQ,
    FLOAT_OGT,
    FLOAT_OGE,
    FLOAT_OLT,
    FLOAT_OLE,
    FLOAT_ONE,
    FLOAT_ORD,
    FLOAT_UNO,
    FLOAT_UEQ,
    FLOAT_UGT,
    FLOAT_UGE,
    FLOAT_ULT,
    FLOAT_ULE,
    FLOAT_UNE,
    FLOAT_TRUE
};

/* name as in libm without suffix, arguments */
#define FLOAT_FUNCTIONS(X) \
    X(sqrt, 1)             \
    X(fabs, 1)             \
    X(floor, 1)            \
    X(ceil, 1)             \
    X(trunc, 1)            \
    X(rint, 1)             \
    X(nearbyint, 1)        \
    X(round, 1)            \
    X(roundeven, 1)        \
    X(sin, 1)              \
    X(cos, 1)              \
    X(tan, 1)              \
    X(exp, 1)              \
    X(exp2, 1) X(log, 1) X(log2, 1) X(log10, 1) X(copysign, 2) X(fmin, 2) X(fmax, 2) X(pow, 2) X(fma, 3)

enum float_function {
#define X(name, arguments) FLOAT_FUNCTION_##name,
    FLOAT_FUNCTIONS(X)
#undef X
        FLOAT_FUNCTION_COUNT
};

#define NO_REGISTER UINT32_MAX
#define NO_LOCATION UINT32_MAX

struct instruction {
    uint16_t op;
    uint16_t width;
    uint32_t dst, a, b, c;
};

struct location {
    uint32_t file; /* index into program->files */
    uint32_t line, column;
    uint32_t function_name; /* index into program->names: the source function, if inlined another than the
                               function's own; else UINT32_MAX */
    uint32_t inlined_at;    /* location of the call it was inlined at, or NO_LOCATION */
};

/* A constant register. */
struct constant {
    enum constant_kind {
        CONSTANT_INTEGER,  /* value, width <= 64 */
        CONSTANT_WIDE,     /* words */
        CONSTANT_GLOBAL,   /* address of globals[index] + value */
        CONSTANT_FUNCTION, /* address of functions[index] */
        CONSTANT_BLOCK     /* address of instruction `value` of functions[index] */
    } kind;
    uint16_t width;
    uint32_t index;
    uint64_t value;
    const uint64_t *words; /* (width + 63) / 64, lowest first */
};

/* The variadic arguments of a call lie in one area, as va_arg of x86-64 looks
 * for them: the registers that va_start saves (general ones in slots of 8 bytes,
 * then those for floats in slots of 16), then what is passed in memory. The
 * arguments are the *last* of their registers, so that va_arg of more than
 * were given leaves the area instead of finding an empty slot. */
enum { VARIADIC_GENERAL_END = 48, VARIADIC_FLOAT_END = 176 };

/* Where the convention of x86-64 passes a scalar (program/convention.h): a bit of
 * one picture of the machine, first the general registers of 64 bits, then the
 * vector registers of 128, then the stack; of results, that of the x87. */
enum { PLACE_GENERAL = 0, PLACE_VECTOR = 512, PLACE_STACK = 2048 };

struct passed {
    uint32_t place;
    uint32_t bytes;  /* > 0: the register points to so many bytes, which lie there */
    uint16_t width;  /* of the scalar */
    bool is_signed;  /* who passes it extends it so, as far as an int */
    bool is_aligned; /* to 16 bytes, on the stack */
};

/* What of it is in use. */
struct passing {
    unsigned general, vectors; /* registers */
    unsigned stack;            /* bytes */
};

/* How a type of function is called. There is one of each kind in a program, so
 * that caller and callee agree if they have the same. */
struct convention {
    uint32_t passed_count, returned_count;
    const struct passed *passed, *returned;
    struct passing used; /* by the arguments */
};

struct variadic_argument {
    uint32_t reg;
    uint32_t bits;        /* of a scalar */
    uint32_t byval_bytes; /* > 0: reg points to this many bytes that are passed by value */
    uint32_t at;          /* in the area */
};

struct variadic_area {
    uint16_t general, floats; /* where the saved registers begin: gp_offset, fp_offset */
    uint32_t bytes;
};

struct call_site {
    uint32_t function;         /* index, or UINT32_MAX: through the pointer in `pointer` */
    uint32_t pointer;          /* register */
    uint32_t argument_count;   /* fixed arguments, flattened; in a call of an unprototyped or mismatched
                                  function all of them */
    const uint32_t *arguments; /* registers */
    const struct convention *convention; /* of the fixed arguments and the results */
    uint32_t variadic_count;
    const struct variadic_argument *variadic;
    const struct passed *variadic_passed;
    struct variadic_area area;
    uint32_t result_count; /* registers from dst */
    bool never_returns;
    bool ignores_result; /* nobody looks at it */
};

struct switch_table {
    uint32_t count;
    const uint64_t *values; /* ascending, unsigned; width <= 64 */
    const uint32_t *targets;
    uint32_t otherwise;
};

struct parameter {
    const char *name; /* from debug information, else NULL */
    uint16_t width;
    bool is_pointer;
    bool is_signed;
};

/* A line of the source that has no instruction of its own any more: it is executed with that one. */
struct silent_line {
    uint32_t at; /* in the function's code */
    uint32_t location;
};

struct function {
    const char *name;
    uint32_t index;
    bool defined; /* has code; otherwise a builtin of the engine or unknown */
    bool variadic;
    bool is_library;       /* comes from our runtime, not from the user's program: not counted in coverage */
    bool calls_setjmp;     /* or another function that returns twice */
    uint32_t signature[2]; /* what -fsanitize=function has before the function: a mark, a hash of its type */
    uint32_t register_count;
    uint32_t constant_count; /* registers 0 .. constant_count - 1 */
    const struct constant *constants;
    uint32_t parameter_count; /* flattened; registers constant_count ... ; never reused for anything else */
    const struct parameter *parameters;
    uint32_t return_count;               /* registers of the result */
    const struct convention *convention; /* of its parameters and results */
    uint32_t code_count;
    const struct instruction *code;
    const uint32_t *locations; /* per instruction: index into program->locations, or NO_LOCATION */
    uint32_t call_count;
    const struct call_site *calls;
    uint32_t switch_count;
    const struct switch_table *switches;
    uint32_t label_count;
    const uint32_t *labels; /* where a JUMP_INDIRECT may lead, ascending */
    uint32_t message_count;
    const char *const *messages; /* of UNSUPPORTED */
    uint32_t silent_count;
    const struct silent_line *silent;
    uint32_t first_instruction; /* number of code[0] among all instructions of the program */
    uint32_t location;          /* of the definition, or NO_LOCATION */
};

struct relocation {
    uint64_t offset;        /* in the initial bytes; 8 bytes wide unless size says else */
    uint32_t size;          /* bytes */
    struct constant target; /* CONSTANT_GLOBAL, _FUNCTION or _BLOCK */
    bool has_minus;         /* then the value is the difference, a plain integer */
    struct constant minus;
};

struct global {
    const char *name;
    uint64_t size;
    uint32_t alignment;
    bool constant;    /* writing to it is an error */
    bool is_external; /* declared only: contents unknown */
    bool is_library;
    const uint8_t *bytes; /* size of them; NULL: zeros */
    uint32_t relocation_count;
    const struct relocation *relocations;
    uint32_t location;
};

/* A name that is used and that neither a file nor the engine defines. */
struct missing {
    const char *name;
    bool is_function;
    bool by_library;   /* only our own library uses it */
    const char *user;  /* the function or variable that uses it, NULL: unknown */
    uint32_t location; /* where, or NO_LOCATION */
    const char *file;  /* that was read and declares it, NULL: unknown */
};

struct program {
    uint32_t function_count;
    struct function *functions;
    uint32_t global_count;
    struct global *globals;
    uint32_t file_count;
    const char **files; /* as in the debug information, joined with its directory unless absolute */
    const char **checksums; /* of these when they were compiled: MD5 in hexadecimal digits, "" if not said */
    uint32_t name_count;
    const char **names;
    uint32_t location_count;
    const struct location *locations;
    uint32_t instruction_count; /* of all functions */
    uint32_t constructor_count; /* in order of running: priority, then order of appearance */
    const uint32_t *constructors;
    uint32_t destructor_count;
    const uint32_t *destructors;
    uint32_t missing_count; /* functions first */
    const struct missing *missing;
    bool wants_better; /* it uses a function that another library has better, as the loader was asked */
    void *memory; /* owned by program_free */
};

/* UINT32_MAX if there is none. Declarations count. */
uint32_t program_find_function(const struct program *, const char *name);
uint32_t program_find_global(const struct program *, const char *name);
/* The program's convention that is like this one, made if there is none. */
const struct convention *program_convention(struct program *, const struct convention *like);
const char *opcode_name(enum opcode);
const char *opcode_operands(enum opcode);
void program_free(struct program *);

#endif
