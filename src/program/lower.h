/* Private to program/: what the lowering passes share.
 *
 * While a function is lowered, an operand is a virtual register: parameters
 * first, then temporaries, or a constant (CONSTANT_TAG set). Each virtual
 * register but those of phis is written at one place. A value of the LLVM
 * program is a list of virtual registers, one per scalar; extracting,
 * inserting and shuffling only rearrange such lists. registers.c turns
 * virtual registers into those of the frame. */
#ifndef PROGRAM_LOWER_H
#define PROGRAM_LOWER_H

#include "base/arena.h"
#include "base/bug.h"
#include "base/table.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/code.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#define CONSTANT_TAG 0x80000000u
#define NOWHERE UINT32_MAX     /* no instruction */
#define LARGEST_AGGREGATE 4096 /* scalars; more is not supported in registers */

struct program_memory {
    struct arena arena;
    struct table functions, globals; /* hash of the name -> index */
    struct table conventions;        /* hash -> struct convention * */
};

/* One scalar of a type. */
struct leaf {
    uint16_t width;
    bool is_pointer;
    uint8_t float_width; /* 32, 64, 80; 0: not a float; 1: a float that the engine cannot compute with */
    uint64_t bit;        /* where it is in memory */
};

struct layout {
    bool fits; /* false: not a type for registers */
    uint32_t count;
    const struct leaf *leaves;
};

struct module_lowering {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef target;
    struct arena *arena;
    struct program *program;
    bool (*is_builtin)(const char *name);
    const struct wanted *wanted;
    const struct lines *lines;      /* program/lines.h; NULL: not noted */
    const struct table *user_names; /* hashes of what the user's own files define */
    struct table functions;         /* LLVMValueRef -> index */
    struct table globals;           /* LLVMValueRef -> index */
    struct table layouts;           /* LLVMTypeRef -> struct layout * */
    struct table blocks;            /* LLVMBasicBlockRef whose address is taken -> instruction */
    struct table intrinsics;        /* intrinsic number -> row + 1 */
    struct table location_indices;  /* LLVMMetadataRef -> index */
    struct table file_indices;      /* LLVMMetadataRef -> index */
    struct table name_indices;      /* LLVMMetadataRef -> index */
    VECTOR(struct location) locations;
    VECTOR(const char *) files;
    VECTOR(const char *) checksums; /* of these */
    VECTOR(const char *) names;
};

/* An edge whose phi copies need a place of their own. */
struct stub {
    uint32_t label;
    LLVMBasicBlockRef from, to;
    uint32_t location;
    bool is_entry; /* of a block whose address is taken: shadows to phis */
};

struct move {
    uint32_t to, from;
    uint16_t width;
};

/* A line of the source in a block (program/lines.h). */
struct mark {
    uint32_t start, end; /* of the block's code */
    uint32_t at;         /* the instruction with which it is executed */
    uint32_t location;
    bool is_code; /* it has an instruction of its own there */
};

struct address {
    uint32_t reg;
    int64_t offset;
};

struct function_lowering {
    struct module_lowering *module;
    struct function *function;
    LLVMValueRef value;
    uint32_t parameter_count;
    uint32_t location;    /* of the instruction being lowered */
    bool keeps_registers; /* calls setjmp: no register may be reused */
    bool optimised;       /* clang marks what it did not optimise as not to be inlined */
    VECTOR(struct instruction) code;
    VECTOR(uint32_t) locations;
    VECTOR(uint32_t) group; /* per virtual register: the first of those that stay side by side */
    VECTOR(struct constant) constants;
    struct table constant_indices;
    struct table values; /* LLVMValueRef -> first of its components */
    VECTOR(uint32_t) components;
    struct table addresses; /* getelementptr that only loads and stores use -> index */
    VECTOR(struct address) address_list;
    struct table labels; /* LLVMBasicBlockRef -> label */
    VECTOR(struct mark) marks;
    struct table scopes;  /* alloca -> scope_matters */
    struct table shadows; /* phi -> first shadow register, for edges of indirect jumps */
    VECTOR(uint32_t) label_positions;
    VECTOR(uint32_t) address_labels; /* of what an indirect jump can reach; positions once resolved */
    VECTOR(LLVMBasicBlockRef) address_blocks; /* the blocks they stand for */
    uint32_t stubs_start;                     /* instructions from here on are stubs of edges */
    VECTOR(struct stub) stubs;
    VECTOR(struct call_site) calls;
    VECTOR(struct switch_table) switches;
    VECTOR(const char *) messages;
};

/* lower_type.c */
const struct layout *type_layout(struct module_lowering *, LLVMTypeRef);
uint32_t type_count(struct module_lowering *, LLVMTypeRef);
uint16_t type_width(struct module_lowering *, LLVMTypeRef); /* of a scalar */
bool is_vector(LLVMTypeRef);

/* lower_module.c */
void module_lower(struct module_lowering *);
/* The name as the program keeps it. */
const char *value_name(struct module_lowering *, LLVMValueRef);

/* lower_function.c */
void function_lower(struct module_lowering *, LLVMValueRef, struct function *);
void lower_instruction(struct function_lowering *, LLVMValueRef, LLVMOpcode);
void function_lowering_init(struct function_lowering *, struct module_lowering *, LLVMValueRef,
                            struct function *);
/* Resolves labels, allocates registers, stores the result in the function. */
void function_lowering_finish(struct function_lowering *);

/* lower_block.c */
uint32_t block_label(struct function_lowering *, LLVMBasicBlockRef);
void lower_blocks(struct function_lowering *);

/* lower_emit.c */
void emit(struct function_lowering *, enum opcode, uint32_t width, uint32_t dst, uint32_t a, uint32_t b,
          uint32_t c);
uint32_t emit_new(struct function_lowering *, enum opcode, uint32_t width, uint32_t a, uint32_t b,
                  uint32_t c);
uint32_t new_register(struct function_lowering *);
uint32_t new_registers(struct function_lowering *, uint32_t count); /* that stay side by side */
uint32_t new_label(struct function_lowering *);
void place_label(struct function_lowering *, uint32_t label);
void emit_unsupported(struct function_lowering *, LLVMValueRef);
void emit_moves(struct function_lowering *, struct move *, size_t count); /* in parallel */

/* lower_value.c */
uint32_t operand(struct function_lowering *, LLVMValueRef, uint32_t component);
uint32_t operand_at(struct function_lowering *, LLVMValueRef user, unsigned index, uint32_t component);
void define_as(struct function_lowering *, LLVMValueRef, const uint32_t *registers, uint32_t count);
uint32_t define_new(struct function_lowering *, LLVMValueRef, bool side_by_side);
bool defined(struct function_lowering *, LLVMValueRef);
uint32_t constant_register(struct function_lowering *, struct constant);
uint32_t integer_register(struct function_lowering *, uint32_t width, uint64_t value);
void define_zero(struct function_lowering *, LLVMValueRef);

/* constants.c */
/* Is v an address, or an integer of 64 bits, known before the run? */
bool constant_address(struct module_lowering *, LLVMValueRef v, struct constant *);
bool constant_scalar(struct module_lowering *, LLVMValueRef v, struct constant *);
int64_t constant_signed(LLVMValueRef integer);

/* lower_scalar.c */
bool lower_scalar(struct function_lowering *, LLVMValueRef, LLVMOpcode);
enum opcode integer_comparison(LLVMIntPredicate, bool *swap);

/* lower_vector.c */
bool lower_aggregate(struct function_lowering *, LLVMValueRef, LLVMOpcode);
void lower_bitcast(struct function_lowering *, LLVMValueRef to, LLVMValueRef from);
/* Parts of equal width, lowest first, as one integer. */
uint32_t pack(struct function_lowering *, const uint32_t *parts, uint32_t count, uint32_t width);
void unpack(struct function_lowering *, uint32_t whole, uint32_t whole_width, uint32_t *parts, uint32_t count,
            uint32_t width);

/* lower_memory.c */
bool lower_memory(struct function_lowering *, LLVMValueRef, LLVMOpcode);
struct address address_of(struct function_lowering *, LLVMValueRef, uint32_t lane);
bool only_indexes(LLVMValueRef); /* nothing but an index of getelementptrs, used or not */
uint32_t emit_load(struct function_lowering *, struct address, uint32_t width);
void emit_store(struct function_lowering *, struct address, uint32_t value, uint32_t width);

/* signature.c: what -fsanitize=function knows of functions */
void signature_note(struct module_lowering *, LLVMValueRef, struct function *);
/* Does this load read a word of the signature of the function behind the pointer? */
bool signature_is_read(LLVMValueRef load, LLVMValueRef *pointer, unsigned *word);

/* scopes.c: is an error possible with a lifetime intrinsic of this alloca? */
bool scope_matters(struct function_lowering *, LLVMValueRef alloca);

/* lower_atomic.c */
bool lower_atomic(struct function_lowering *, LLVMValueRef, LLVMOpcode);

/* lower_convention.c: the operands of a call or the parameters of a function, one by one */
struct passing_list {
    struct passing used;
    VECTOR(struct passed) list;
};
/* The number-th argument of a call or function, of this type: each of its scalars. */
void pass_argument(struct module_lowering *, struct passing_list *, LLVMTypeRef, LLVMValueRef of,
                   unsigned number);
/* With a result of this type. Releases the list. */
const struct convention *convention_of(struct module_lowering *, struct passing_list *, LLVMTypeRef result);

/* lower_call.c */
void lower_call(struct function_lowering *, LLVMValueRef);
void emit_call(struct function_lowering *, struct call_site, uint32_t dst);
unsigned attribute_kind(const char *name);
/* The arguments from `fixed` on; what is before them is in the list. */
void lower_variadic(struct function_lowering *, struct call_site *, struct passing_list *, LLVMValueRef call,
                    unsigned fixed);
/* A copy that lives as long as the program. */
void *keep_bytes(struct function_lowering *, const void *data, size_t bytes);

/* lower_asm.c */
void lower_asm(struct function_lowering *, LLVMValueRef call);

/* lower_asm_x86.c */
/* Instructions that we know; false: there are others, the result is not defined. */
bool lower_asm_x86(struct function_lowering *, LLVMValueRef call);

/* lower_intrinsic.c */
bool lower_intrinsic(struct function_lowering *, LLVMValueRef call, LLVMValueRef callee);

/* lower_constrained.c */
bool lower_constrained(struct function_lowering *, LLVMValueRef call, const char *name);

/* lower_masked.c */
bool lower_masked(struct function_lowering *, LLVMValueRef call, const char *name);

/* lower_reduce.c */
bool lower_reduction(struct function_lowering *, LLVMValueRef call, const char *name);

/* globals.c */
void global_lower(struct module_lowering *, LLVMValueRef, struct global *);
void lower_constructors(struct module_lowering *);

/* locations.c */
uint32_t location_of(struct module_lowering *, LLVMMetadataRef location);
uint32_t location_of_function(struct module_lowering *, LLVMValueRef function);
uint32_t location_of_global(struct module_lowering *, LLVMValueRef global);
void describe_parameters(struct module_lowering *, LLVMValueRef function, struct parameter *);
void locations_finish(struct module_lowering *);

/* coalesce.c, tidy.c, rotate.c, registers.c: in this order */
void coalesce_moves(struct function_lowering *);
void tidy_code(struct function_lowering *);
void rotate_loops(struct function_lowering *);
void allocate_registers(struct function_lowering *);

/* operands.c: every register an instruction reads or writes, those of the
 * call site and those that follow from the first included. */
typedef void operand_visitor(void *context, uint32_t *reg, bool written);
void visit_operands(struct instruction *, const struct call_site *calls, operand_visitor *, void *context);

#endif
