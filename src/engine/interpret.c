/* The interpreter loop: direct-threaded over the compact code, concrete values
 * only. An operand with a tag (a pointer used as an integer, a term, a wide
 * value) leaves the fast way to the step_ functions of interpret.h.
 *
 * Within the loop pc, the registers and the budget live in local variables;
 * they are written back before anything outside looks at the state. */
#include "engine/cover.h"
#include "engine/interpret.h"
#include "engine/placement.h"

#define A registers[pc->a]
#define B registers[pc->b]
#define C registers[pc->c]
#define D registers[pc->dst]

#define CASE(name) op_##name:
#define DISPATCH()                                      \
    do {                                                \
        if (PLACEMENT_IS_CHECKED && run->placement)     \
            placement_check(run->placement, state, pc); \
        goto *labels[pc->op];                           \
    } while (0)
#define NEXT()      \
    do {            \
        pc++;       \
        DISPATCH(); \
    } while (0)

/* Whoever is called from here on may look at the state: where it is and how far it went. */
#define WRITE_BACK() (state->pc = pc, state->instructions = end - (uint64_t)(int64_t)left)

/* The slow way through an instruction that ends behind itself. After a fork
 * the search has its say, and the run when time is up or memory is short. */
#define SLOW(function)                                                            \
    do {                                                                          \
        WRITE_BACK();                                                             \
        if (unlikely(!function(run, state)))                                      \
            goto leave;                                                           \
        if (unlikely(run->forked || budget_spent(exprs_budget(run->exprs), 1))) { \
            state->pc = pc + 1;                                                   \
            goto leave;                                                           \
        }                                                                         \
        NEXT();                                                                   \
    } while (0)

/* The slow way through one that sets state->pc. */
#define SLOW_JUMP(function)   \
    do {                      \
        WRITE_BACK();         \
        function(run, state); \
        goto leave;           \
    } while (0)

#define BOTH_PLAIN() likely(!(A.tag | B.tag))
#define BOTH_CONCRETE() likely(!((A.tag | B.tag) & TAG_TERM))
#define RESULT(value)              \
    do {                           \
        uint64_t value_ = (value); \
        D = value_plain(value_);   \
        NEXT();                    \
    } while (0)
#define MASK() (~(uint64_t)0 >> (64 - pc->width))
#define SHIFTED(operand) ((int64_t)((operand).bits << (64 - pc->width)))
#define SIGNED(operand) (SHIFTED(operand) >> (64 - pc->width))

/* Pay for a block or an edge; what was never entered before is dear. */
#define PAY(cost, fresh)                   \
    do {                                   \
        int32_t cost_ = (cost);            \
        if (unlikely(cost_ == COST_NEW))   \
            cost_ = (fresh);               \
        if (unlikely((left -= cost_) < 0)) \
            goto spent;                    \
    } while (0)

#define JUMP_TO(taken, target_)                                                                 \
    do {                                                                                        \
        uint32_t at_ = (uint32_t)(pc - code), to_ = (target_);                                  \
        pc = code + to_;                                                                        \
        PAY(edges[2 * at_ + (taken)], cover_edge(run, state, first + at_, taken, first + to_)); \
        DISPATCH();                                                                             \
    } while (0)

#define BRANCH_IF(condition)                       \
    do {                                           \
        if (condition)                             \
            JUMP_TO(1, pc->c);                     \
        else                                       \
            JUMP_TO(0, (uint32_t)(pc - code) + 1); \
    } while (0)

#define LOAD(type)                                                       \
    do {                                                                 \
        struct value pointer = A;                                        \
        pointer.bits += (uint64_t)(int64_t)(int32_t)pc->b;               \
        const uint8_t *at = window_read(windows, pointer, sizeof(type)); \
        if (likely(at != NULL)) {                                        \
            type loaded;                                                 \
            memcpy(&loaded, at, sizeof loaded);                          \
            RESULT(loaded);                                              \
        }                                                                \
        SLOW(step_load);                                                 \
    } while (0)

#define STORE(type)                                                 \
    do {                                                            \
        struct value pointer = A;                                   \
        pointer.bits += (uint64_t)(int64_t)(int32_t)pc->c;          \
        uint8_t *at = window_write(windows, pointer, sizeof(type)); \
        if (likely(at != NULL && !B.tag)) {                         \
            type stored = (type)B.bits;                             \
            memcpy(at, &stored, sizeof stored);                     \
            NEXT();                                                 \
        }                                                           \
        SLOW(step_store);                                           \
    } while (0)

#define FLOAT(operator)                          \
    do {                                         \
        if (BOTH_PLAIN()) {                      \
            if (pc->width == 64) {               \
                double left_, right_, result_;   \
                memcpy(&left_, &A.bits, 8);      \
                memcpy(&right_, &B.bits, 8);     \
                result_ = left_ operator right_; \
                uint64_t bits_;                  \
                memcpy(&bits_, &result_, 8);     \
                RESULT(bits_);                   \
            } else if (pc->width == 32) {        \
                float left_, right_, result_;    \
                memcpy(&left_, &A.bits, 4);      \
                memcpy(&right_, &B.bits, 4);     \
                result_ = left_ operator right_; \
                uint32_t bits_;                  \
                memcpy(&bits_, &result_, 4);     \
                RESULT(bits_);                   \
            }                                    \
        }                                        \
        SLOW(step_float);                        \
    } while (0)

/* A lone case is as common as a table; both are searched by halves. */
static uint32_t switch_target(const struct switch_table *table, uint64_t value)
{
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (table->values[middle] == value)
            return table->targets[middle];
        if (table->values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return table->otherwise;
}

void interpret(struct run *run, struct state *state, int32_t allowed)
{
    static const void *const labels[OPCODE_COUNT] = {
#define X(name, text, operands) &&op_##name,
        OPCODES(X)
#undef X
    };
    struct windows *windows = &run->windows;
    const struct instruction *pc, *code;
    struct value *registers;
    const int32_t *edges;
    uint32_t first;
    const uint64_t end =
        state->instructions + (uint64_t)allowed; /* what it will have executed when nothing is left */
    int32_t left = allowed;
    bool begun = false; /* the first block is entered whatever it costs, so that there is progress */

reload: /* after a change of frame */
    pc = state->pc;
    code = state->top->function->code;
    registers = state->top->registers;
    first = state->top->function->first_instruction;
    edges = run->edge_cost + 2 * (size_t)first;
    left -= cover_block(run, state, first + (uint32_t)(pc - code));
    if (unlikely(left < 0 && begun))
        goto spent;
    begun = true;
    DISPATCH();

    CASE(MOVE)
    D = A;
    NEXT();

    CASE(ADD)
    if (BOTH_PLAIN())
        RESULT((A.bits + B.bits) & MASK());
    SLOW(step_binary);

    CASE(SUB)
    if (BOTH_PLAIN())
        RESULT((A.bits - B.bits) & MASK());
    SLOW(step_binary);

    CASE(MUL)
    if (BOTH_PLAIN())
        RESULT((A.bits * B.bits) & MASK());
    SLOW(step_binary);

    CASE(UDIV)
    if (BOTH_PLAIN() && likely(B.bits))
        RESULT(A.bits / B.bits);
    SLOW(step_binary);

    CASE(UREM)
    if (BOTH_PLAIN() && likely(B.bits))
        RESULT(A.bits % B.bits);
    SLOW(step_binary);

    CASE(SDIV)
    if (BOTH_PLAIN() && likely(B.bits && B.bits != MASK()))
        RESULT((uint64_t)(SIGNED(A) / SIGNED(B)) & MASK());
    SLOW(step_binary);

    CASE(SREM)
    if (BOTH_PLAIN() && likely(B.bits && B.bits != MASK()))
        RESULT((uint64_t)(SIGNED(A) % SIGNED(B)) & MASK());
    SLOW(step_binary);

    CASE(AND)
    if (BOTH_PLAIN())
        RESULT(A.bits & B.bits);
    SLOW(step_binary);

    CASE(OR)
    if (BOTH_PLAIN())
        RESULT(A.bits | B.bits);
    SLOW(step_binary);

    CASE(XOR)
    if (BOTH_PLAIN())
        RESULT(A.bits ^ B.bits);
    SLOW(step_binary);

    CASE(SHL)
    if (BOTH_PLAIN() && likely(B.bits < pc->width))
        RESULT(A.bits << B.bits & MASK());
    SLOW(step_binary);

    CASE(LSHR)
    if (BOTH_PLAIN() && likely(B.bits < pc->width))
        RESULT(A.bits >> B.bits);
    SLOW(step_binary);

    CASE(ASHR)
    if (BOTH_PLAIN() && likely(B.bits < pc->width))
        RESULT((uint64_t)(SIGNED(A) >> B.bits) & MASK());
    SLOW(step_binary);

    CASE(EQ)
    if (BOTH_CONCRETE())
        RESULT(A.bits == B.bits);
    SLOW(step_compare);

    CASE(NE)
    if (BOTH_CONCRETE())
        RESULT(A.bits != B.bits);
    SLOW(step_compare);

    CASE(ULT)
    if (BOTH_CONCRETE())
        RESULT(A.bits < B.bits);
    SLOW(step_compare);

    CASE(ULE)
    if (BOTH_CONCRETE())
        RESULT(A.bits <= B.bits);
    SLOW(step_compare);

    CASE(SLT)
    if (BOTH_CONCRETE())
        RESULT(SHIFTED(A) < SHIFTED(B));
    SLOW(step_compare);

    CASE(SLE)
    if (BOTH_CONCRETE())
        RESULT(SHIFTED(A) <= SHIFTED(B));
    SLOW(step_compare);

    CASE(TRUNC)
    if (likely(!A.tag && pc->width <= 64))
        RESULT(A.bits & MASK());
    SLOW(step_convert);

    CASE(ZEXT)
    if (likely(!A.tag && pc->width <= 64))
        RESULT(A.bits);
    SLOW(step_convert);

    CASE(SEXT)
    if (likely(!A.tag && pc->width <= 64)) {
        unsigned shift = 64 - pc->c;
        RESULT((uint64_t)((int64_t)(A.bits << shift) >> shift) & MASK());
    }
    SLOW(step_convert);

    CASE(SELECT)
    if (likely(!A.tag)) {
        D = A.bits ? B : C;
        NEXT();
    }
    SLOW(step_select);

    CASE(FADD)
    FLOAT(+);
    CASE(FSUB)
    FLOAT(-);
    CASE(FMUL)
    FLOAT(*);
    CASE(FDIV)
    FLOAT(/);

    CASE(FREM)
    CASE(FNEG)
    CASE(FCMP)
    CASE(FTOS)
    CASE(FTOU)
    CASE(STOF)
    CASE(UTOF)
    CASE(FCAST)
    CASE(FCALL1)
    CASE(FCALL2)
    CASE(FCALL3)
    SLOW(step_float);

    CASE(LOAD8)
    LOAD(uint8_t);
    CASE(LOAD16)
    LOAD(uint16_t);
    CASE(LOAD32)
    LOAD(uint32_t);
    CASE(LOAD64)
    {
        struct value pointer = A;
        pointer.bits += (uint64_t)(int64_t)(int32_t)pc->b;
        if (likely(window_load_word(windows, pointer, &D)))
            NEXT();
    }
    SLOW(step_load);
    CASE(LOAD)
    SLOW(step_load);

    CASE(STORE8)
    STORE(uint8_t);
    CASE(STORE16)
    STORE(uint16_t);
    CASE(STORE32)
    STORE(uint32_t);
    CASE(STORE64)
    {
        struct value pointer = A;
        pointer.bits += (uint64_t)(int64_t)(int32_t)pc->c;
        if (likely(window_store_word(windows, pointer, B)))
            NEXT();
    }
    SLOW(step_store);
    CASE(STORE)
    SLOW(step_store);

    CASE(POINTER_ADD)
    if (likely(value_is_concrete(A))) {
        D = (struct value){A.bits + (uint64_t)(int64_t)(int32_t)pc->b, A.tag};
        NEXT();
    }
    SLOW(step_pointer);

    CASE(POINTER_INDEX)
    if (likely(value_is_concrete(A) && !B.tag)) {
        D = (struct value){A.bits + (uint64_t)SIGNED(B) * (uint64_t)(int64_t)(int32_t)pc->c, A.tag};
        NEXT();
    }
    SLOW(step_pointer);

    CASE(ALLOCA)
    CASE(STACK_SAVE)
    CASE(STACK_RESTORE)
    CASE(PARAMETER_COPY)
    CASE(SCOPE)
    CASE(VA_START)
    SLOW(step_frame);

    CASE(CALL)
    WRITE_BACK();
    step_call(run, state);
    if (likely(run->running == state && !run->forked))
        goto reload;
    goto leave;

    CASE(RETURN)
    WRITE_BACK();
    step_return(run, state);
    if (likely(run->running == state && !run->forked))
        goto reload;
    goto leave;

    CASE(JUMP)
    JUMP_TO(1, pc->c);

    CASE(BRANCH)
    if (likely(!A.tag))
        BRANCH_IF(A.bits);
    SLOW_JUMP(step_branch);

    CASE(BRANCH_EQ)
    if (BOTH_CONCRETE())
        BRANCH_IF(A.bits == B.bits);
    SLOW_JUMP(step_branch);

    CASE(BRANCH_NE)
    if (BOTH_CONCRETE())
        BRANCH_IF(A.bits != B.bits);
    SLOW_JUMP(step_branch);

    CASE(BRANCH_ULT)
    if (BOTH_CONCRETE())
        BRANCH_IF(A.bits < B.bits);
    SLOW_JUMP(step_branch);

    CASE(BRANCH_ULE)
    if (BOTH_CONCRETE())
        BRANCH_IF(A.bits <= B.bits);
    SLOW_JUMP(step_branch);

    CASE(BRANCH_SLT)
    if (BOTH_CONCRETE())
        BRANCH_IF(SHIFTED(A) < SHIFTED(B));
    SLOW_JUMP(step_branch);

    CASE(BRANCH_SLE)
    if (BOTH_CONCRETE())
        BRANCH_IF(SHIFTED(A) <= SHIFTED(B));
    SLOW_JUMP(step_branch);

    CASE(SWITCH)
    if (likely(value_is_concrete(A) && pc->width <= 64)) {
        uint32_t to = switch_target(&state->top->function->switches[pc->b], A.bits);
        pc = code + to;
        PAY(run->block_cost[first + to], cover_block(run, state, first + to));
        DISPATCH();
    }
    SLOW_JUMP(step_switch);

    CASE(JUMP_INDIRECT)
    SLOW_JUMP(step_jump_indirect);

    CASE(COPY)
    CASE(MOVE_MEMORY)
    CASE(FILL)
    CASE(OBJECT_SIZE)
    SLOW(step_memory);

    CASE(SIGNATURE)
    SLOW(step_signature);

    CASE(COUNT_ONES)
    CASE(LEADING_ZEROS)
    CASE(TRAILING_ZEROS)
    CASE(BYTE_SWAP)
    CASE(BIT_REVERSE)
    CASE(ABS)
    CASE(FUNNEL_LEFT)
    CASE(FUNNEL_RIGHT)
    CASE(SADD_SATURATE)
    CASE(UADD_SATURATE)
    CASE(SSUB_SATURATE)
    CASE(USUB_SATURATE)
    CASE(SSHL_SATURATE)
    CASE(USHL_SATURATE)
    SLOW(step_bits);

    CASE(SADD_OVERFLOW)
    CASE(UADD_OVERFLOW)
    CASE(SSUB_OVERFLOW)
    CASE(USUB_OVERFLOW)
    CASE(SMUL_OVERFLOW)
    CASE(UMUL_OVERFLOW)
    SLOW(step_overflow);

    CASE(UNREACHABLE)
    WRITE_BACK();
    run_error(run, state, ERROR_UNREACHABLE, NULL, "unreachable code was reached");
    goto leave;

    CASE(UNSUPPORTED)
    WRITE_BACK();
    run_error(run, state, ERROR_UNSUPPORTED, NULL, "%s", state->top->function->messages[pc->a]);
    goto leave;

spent: /* the budget: pc has not been executed yet */
    WRITE_BACK();
leave:
    run->forked = false;
    state->instructions_since_new += (uint64_t)(allowed - left);
}
