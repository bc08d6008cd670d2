/* The control flow: order of blocks, jumps, and phis as moves on edges.
 *
 * Blocks are laid out along chains of successors, started in reverse
 * postorder, so what dominates a block comes before it and its values are
 * known. An edge that needs moves and leaves a block with several successors
 * gets a stub of its own after the last block. An indirect jump cannot have
 * stubs: its moves write shadows of the phis, and the addresses of blocks
 * with phis lead to a stub that copies the shadows. */
#include "program/lines.h"
#include "program/lower.h"

#include <stdlib.h>

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

typedef VECTOR(LLVMBasicBlockRef) block_list;

uint32_t block_label(struct function_lowering *f, LLVMBasicBlockRef block)
{
    uint64_t *label = table_find(&f->labels, key(block));
    if (label)
        return (uint32_t)*label;
    uint32_t new = new_label(f);
    table_set(&f->labels, key(block), new);
    return new;
}

/* ---- order ---- */

static void reverse_postorder(LLVMBasicBlockRef entry, block_list *order)
{
    struct visit {
        LLVMBasicBlockRef block;
        unsigned left;
    };
    VECTOR(struct visit) stack = {0};
    struct table seen = {0};
    table_set(&seen, key(entry), 1);
    vector_push(&stack, (struct visit){entry, LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(entry))});
    while (stack.count) {
        struct visit *top = &stack.data[stack.count - 1];
        if (!top->left) {
            vector_push(order, top->block);
            (void)vector_pop(&stack);
            continue;
        }
        LLVMBasicBlockRef next = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(top->block), --top->left);
        if (table_find(&seen, key(next)))
            continue;
        table_set(&seen, key(next), 1);
        vector_push(&stack, (struct visit){next, LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(next))});
    }
    for (size_t i = 0; i < order->count / 2; i++) {
        LLVMBasicBlockRef swap = order->data[i];
        order->data[i] = order->data[order->count - 1 - i];
        order->data[order->count - 1 - i] = swap;
    }
    vector_release(&stack);
    table_release(&seen);
}

/* The block to lay out after this one: the one that follows in the source if
 * it is a successor, else the last successor that has no place yet. */
static LLVMBasicBlockRef chain_next(LLVMBasicBlockRef block, const struct table *placed)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(end) != LLVMBr)
        return NULL;
    LLVMBasicBlockRef written_next = LLVMGetNextBasicBlock(block), next = NULL;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        LLVMBasicBlockRef successor = LLVMGetSuccessor(end, i);
        if (table_find(placed, key(successor)))
            continue;
        if (successor == written_next)
            return successor;
        next = successor;
    }
    return next;
}

static void lay_out(LLVMBasicBlockRef entry, block_list *layout)
{
    block_list order = {0};
    struct table placed = {0};
    reverse_postorder(entry, &order);
    for (size_t i = 0; i < order.count; i++)
        for (LLVMBasicBlockRef block = order.data[i]; block && !table_find(&placed, key(block));
             block = chain_next(block, &placed)) {
            table_set(&placed, key(block), 1);
            vector_push(layout, block);
        }
    vector_release(&order);
    table_release(&placed);
}

/* ---- phis ---- */

static LLVMValueRef first_phi(LLVMBasicBlockRef block)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    return first && LLVMIsAPHINode(first) ? first : NULL;
}

static LLVMValueRef next_phi(LLVMValueRef phi)
{
    LLVMValueRef next = LLVMGetNextInstruction(phi);
    return next && LLVMIsAPHINode(next) ? next : NULL;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    BUG("a phi without a value for its predecessor");
}

/* A phi of one value is that value. */
static bool needs_move(LLVMValueRef phi) { return LLVMCountIncoming(phi) > 1; }

static bool needs_moves(LLVMBasicBlockRef to)
{
    for (LLVMValueRef phi = first_phi(to); phi; phi = next_phi(phi))
        if (needs_move(phi))
            return true;
    return false;
}

static uint32_t shadow(struct function_lowering *f, LLVMValueRef phi, uint32_t component)
{
    uint64_t *known = table_find(&f->shadows, key(phi));
    if (known)
        return (uint32_t)*known + component;
    uint32_t first = (uint32_t)f->group.count;
    for (uint32_t i = 0; i < type_count(f->module, LLVMTypeOf(phi)); i++)
        new_register(f);
    table_set(&f->shadows, key(phi), first);
    return first + component;
}

static void emit_edge(struct function_lowering *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                      bool to_shadows)
{
    VECTOR(struct move) moves = {0};
    for (LLVMValueRef phi = first_phi(to); phi; phi = next_phi(phi)) {
        if (!needs_move(phi))
            continue;
        const struct layout *layout = type_layout(f->module, LLVMTypeOf(phi));
        LLVMValueRef value = incoming(phi, from);
        for (uint32_t i = 0; i < layout->count; i++) {
            uint32_t source = operand(f, value, i);
            uint32_t target = to_shadows ? shadow(f, phi, i) : operand(f, phi, i);
            vector_push(&moves, (struct move){target, source, layout->leaves[i].width});
        }
    }
    emit_moves(f, moves.data, moves.count);
    vector_release(&moves);
}

static void emit_entry(struct function_lowering *f, LLVMBasicBlockRef to)
{
    for (LLVMValueRef phi = first_phi(to); phi; phi = next_phi(phi)) {
        const struct layout *layout = type_layout(f->module, LLVMTypeOf(phi));
        for (uint32_t i = 0; needs_move(phi) && i < layout->count; i++)
            emit(f, OP_MOVE, layout->leaves[i].width, operand(f, phi, i), shadow(f, phi, i), 0, 0);
    }
}

/* Where a jump from one block to the other goes: the block, or a stub. */
static uint32_t edge_label(struct function_lowering *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    if (!needs_moves(to))
        return block_label(f, to);
    for (size_t i = f->stubs.count; i-- > 0 && f->stubs.data[i].from == from;)
        if (f->stubs.data[i].to == to && !f->stubs.data[i].is_entry)
            return f->stubs.data[i].label;
    struct stub stub = {.label = new_label(f), .from = from, .to = to, .location = f->location};
    vector_push(&f->stubs, stub);
    return stub.label;
}

static void emit_stubs(struct function_lowering *f)
{
    for (size_t i = 0; i < f->stubs.count; i++) {
        struct stub stub = f->stubs.data[i];
        f->location = stub.location;
        place_label(f, stub.label);
        if (stub.is_entry)
            emit_entry(f, stub.to);
        else
            emit_edge(f, stub.from, stub.to, false);
        emit(f, OP_JUMP, 0, 0, 0, 0, block_label(f, stub.to));
    }
}

/* ---- ends of blocks ---- */

/* Jumps to what follows are left to tidy.c, which knows whose line would be lost. */
static void go(struct function_lowering *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
               LLVMBasicBlockRef next)
{
    emit_edge(f, from, to, false);
    if (to != next || !f->function->is_library)
        emit(f, OP_JUMP, 0, 0, 0, 0, block_label(f, to));
}

/* May the comparison be part of the branch? */
static bool fuses(LLVMValueRef compare)
{
    LLVMUseRef use = LLVMGetFirstUse(compare);
    if (!use || LLVMGetNextUse(use) || is_vector(LLVMTypeOf(compare)))
        return false;
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == LLVMBr &&
           LLVMGetInstructionParent(user) == LLVMGetInstructionParent(compare);
}

static enum opcode branch_opcode(enum opcode compare) { return OP_BRANCH_EQ + (compare - OP_EQ); }

/* Branch to `label` if the condition has the value `wanted`. */
static void emit_branch(struct function_lowering *f, LLVMValueRef condition, bool wanted, uint32_t label)
{
    if (!LLVMIsAICmpInst(condition) || !fuses(condition)) {
        uint32_t reg = operand(f, condition, 0);
        if (wanted)
            emit(f, OP_BRANCH, 1, 0, reg, 0, label);
        else
            emit(f, OP_BRANCH_EQ, 1, 0, reg, integer_register(f, 1, 0), label);
        return;
    }
    bool swap;
    enum opcode op = integer_comparison(LLVMGetICmpPredicate(condition), &swap);
    uint32_t a = operand_at(f, condition, swap, 0), b = operand_at(f, condition, !swap, 0);
    uint16_t width = type_width(f->module, LLVMTypeOf(LLVMGetOperand(condition, 0)));
    if (!wanted && (op == OP_EQ || op == OP_NE)) {
        op = op == OP_EQ ? OP_NE : OP_EQ;
    } else if (!wanted) {
        /* not a < b: b <= a */
        op = op == OP_ULT ? OP_ULE : op == OP_ULE ? OP_ULT : op == OP_SLT ? OP_SLE : OP_SLT;
        uint32_t first = a;
        a = b;
        b = first;
    }
    emit(f, branch_opcode(op), width, 0, a, b, label);
}

static void lower_branch(struct function_lowering *f, LLVMValueRef v, LLVMBasicBlockRef next)
{
    LLVMBasicBlockRef here = LLVMGetInstructionParent(v);
    if (!LLVMIsConditional(v)) {
        go(f, here, LLVMGetSuccessor(v, 0), next);
        return;
    }
    LLVMBasicBlockRef yes = LLVMGetSuccessor(v, 0), no = LLVMGetSuccessor(v, 1);
    if (yes == no) {
        go(f, here, yes, next);
    } else if (yes == next) {
        emit_branch(f, LLVMGetCondition(v), false, edge_label(f, here, no));
        go(f, here, yes, next);
    } else {
        emit_branch(f, LLVMGetCondition(v), true, edge_label(f, here, yes));
        go(f, here, no, next);
    }
}

struct switch_case {
    uint64_t value;
    uint32_t target;
};

static int by_value(const void *left, const void *right)
{
    const struct switch_case *x = left, *y = right;
    return x->value < y->value ? -1 : x->value > y->value;
}

static void lower_switch(struct function_lowering *f, LLVMValueRef v, LLVMBasicBlockRef next)
{
    LLVMBasicBlockRef here = LLVMGetInstructionParent(v);
    uint16_t width = type_width(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    uint32_t count = LLVMGetNumSuccessors(v) - 1;
    uint32_t value = operand_at(f, v, 0, 0);
    if (width > 64 || count == 0) {
        for (uint32_t i = 0; i < count; i++)
            emit(f, OP_BRANCH_EQ, width, 0, value, operand_at(f, v, 2 + 2 * i, 0),
                 edge_label(f, here, LLVMGetSuccessor(v, i + 1)));
        go(f, here, LLVMGetSwitchDefaultDest(v), next);
        return;
    }
    struct switch_case *cases = mem_alloc(count * sizeof *cases);
    for (uint32_t i = 0; i < count; i++)
        cases[i] = (struct switch_case){LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2 + 2 * i)),
                                        edge_label(f, here, LLVMGetSuccessor(v, i + 1))};
    qsort(cases, count, sizeof *cases, by_value);
    uint64_t *values = arena_alloc(f->module->arena, count * sizeof *values);
    uint32_t *targets = arena_alloc(f->module->arena, count * sizeof *targets);
    for (uint32_t i = 0; i < count; i++) {
        values[i] = cases[i].value;
        targets[i] = cases[i].target;
    }
    mem_free(cases);
    vector_push(&f->switches,
                (struct switch_table){.count = count,
                                      .values = values,
                                      .targets = targets,
                                      .otherwise = edge_label(f, here, LLVMGetSwitchDefaultDest(v))});
    emit(f, OP_SWITCH, width, 0, value, (uint32_t)f->switches.count - 1, 0);
}

static void lower_indirect(struct function_lowering *f, LLVMValueRef v)
{
    LLVMBasicBlockRef here = LLVMGetInstructionParent(v);
    uint32_t address = operand_at(f, v, 0, 0);
    struct table done = {0};
    for (unsigned i = 0; i < LLVMGetNumSuccessors(v); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(v, i);
        if (!table_find(&done, key(to)))
            emit_edge(f, here, to, true);
        table_set(&done, key(to), 1);
    }
    table_release(&done);
    emit(f, OP_JUMP_INDIRECT, 0, 0, address, 0, 0);
}

static void lower_return(struct function_lowering *f, LLVMValueRef v)
{
    if (LLVMGetNumOperands(v) == 0) {
        emit(f, OP_RETURN, 0, 0, NO_REGISTER, 0, 0);
        return;
    }
    const struct layout *layout = type_layout(f->module, LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (layout->count <= 1) {
        uint32_t reg = layout->count ? operand_at(f, v, 0, 0) : NO_REGISTER;
        emit(f, OP_RETURN, layout->count ? layout->leaves[0].width : 0, 0, reg, layout->count, 0);
        return;
    }
    uint32_t run = new_registers(f, layout->count);
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t reg = operand_at(f, v, 0, i);
        emit(f, OP_MOVE, layout->leaves[i].width, run + i, reg, 0, 0);
    }
    emit(f, OP_RETURN, 0, 0, run, layout->count, 0);
}

static void lower_end(struct function_lowering *f, LLVMValueRef v, LLVMBasicBlockRef next)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMRet:
        lower_return(f, v);
        break;
    case LLVMBr:
        lower_branch(f, v, next);
        break;
    case LLVMSwitch:
        lower_switch(f, v, next);
        break;
    case LLVMIndirectBr:
        lower_indirect(f, v);
        break;
    case LLVMInvoke: /* C throws nothing */
        lower_instruction(f, v, LLVMCall);
        go(f, LLVMGetInstructionParent(v), LLVMGetNormalDest(v), next);
        break;
    case LLVMUnreachable:
        emit(f, OP_UNREACHABLE, 0, 0, 0, 0, 0);
        break;
    default:
        emit_unsupported(f, v);
    }
}

/* ---- blocks ---- */

static bool has_address(LLVMBasicBlockRef block)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use))
        if (LLVMIsABlockAddress(LLVMGetUser(use)))
            return true;
    return false;
}

/* Computes something nobody asks for, without effects and without checks. */
static bool is_idle(LLVMValueRef v)
{
    if (LLVMIsASExtInst(v))
        return only_indexes(v);
    if (LLVMGetFirstUse(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMFreeze:
        return true;
    default:
        return false;
    }
}

/* What the compiler put there without a line belongs to a line of its block:
 * one of the block laid out before may not be executed at all. */
static uint32_t location_of_block(struct function_lowering *f, LLVMBasicBlockRef block)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    for (LLVMValueRef v = first; v; v = LLVMGetNextInstruction(v)) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(v);
        if (location)
            return location_of(f->module, location);
    }
    bool only_jumps = LLVMIsABranchInst(first) && !LLVMIsConditional(first);
    return only_jumps ? NO_LOCATION : f->location;
}

static void lower_block(struct function_lowering *f, LLVMBasicBlockRef block, LLVMBasicBlockRef next)
{
    place_label(f, block_label(f, block));
    if (f->code.count) /* the first begins at the line of its function */
        f->location = location_of_block(f, block);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    uint32_t start = (uint32_t)f->code.count;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v)) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(v);
        f->location = location ? location_of(f->module, location) : f->location;
        if (v == end) {
            lower_end(f, v, next);
        } else if (LLVMIsAPHINode(v)) {
            if (needs_move(v))
                (void)(defined(f, v) || define_new(f, v, false));
            else
                lower_instruction(f, v, LLVMPHI);
        } else if (!(LLVMIsAICmpInst(v) && fuses(v)) && !is_idle(v)) {
            lower_instruction(f, v, LLVMGetInstructionOpcode(v));
        }
    }
    lines_place(f, block, start, (uint32_t)f->code.count);
}

/* The entries of blocks whose address is taken, numbered once the code is laid out. */
static void note_addresses(struct function_lowering *f, const block_list *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        LLVMBasicBlockRef block = layout->data[i];
        if (!has_address(block))
            continue;
        uint32_t label = block_label(f, block);
        if (needs_moves(block)) {
            label = new_label(f);
            vector_push(
                &f->stubs,
                (struct stub){.label = label, .to = block, .location = f->location, .is_entry = true});
        }
        vector_push(&f->address_blocks, block);
        vector_push(&f->address_labels, label);
    }
}

void lower_blocks(struct function_lowering *f)
{
    block_list layout = {0};
    lay_out(LLVMGetEntryBasicBlock(f->value), &layout);
    for (size_t i = 0; i < layout.count; i++)
        lower_block(f, layout.data[i], i + 1 < layout.count ? layout.data[i + 1] : NULL);
    note_addresses(f, &layout);
    f->stubs_start = (uint32_t)f->code.count;
    emit_stubs(f);
    vector_release(&layout);
}
