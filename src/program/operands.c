/* The registers of an instruction, the implied ones too: the arguments of a
 * call, and those that lie side by side with the one named. */
#include "program/lower.h"

static void visit_run(uint32_t *reg, uint32_t count, bool written, operand_visitor *visit, void *context)
{
    if (*reg == NO_REGISTER || count == 0)
        return;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t neighbour = *reg + i;
        visit(context, &neighbour, written);
    }
    visit(context, reg, written);
}

static uint32_t read_run(const struct instruction *instruction)
{
    switch (instruction->op) {
    case OP_FCALL3:
    case OP_FUNNEL_LEFT:
    case OP_FUNNEL_RIGHT:
        return 3;
    case OP_RETURN:
        return instruction->b;
    default:
        return 1;
    }
}

static uint32_t written_run(const struct instruction *instruction, const struct call_site *calls)
{
    if (instruction->op == OP_CALL)
        return calls[instruction->a].result_count;
    return instruction->op >= OP_SADD_OVERFLOW && instruction->op <= OP_UMUL_OVERFLOW ? 2 : 1;
}

static void visit_call(const struct call_site *call, operand_visitor *visit, void *context)
{
    if (call->function == UINT32_MAX)
        visit(context, (uint32_t *)&call->pointer, false);
    for (uint32_t i = 0; i < call->argument_count; i++)
        visit(context, (uint32_t *)&call->arguments[i], false);
    for (uint32_t i = 0; i < call->variadic_count; i++)
        visit(context, (uint32_t *)&call->variadic[i].reg, false);
}

void visit_operands(struct instruction *instruction, const struct call_site *calls, operand_visitor *visit,
                    void *context)
{
    const char *letters = opcode_operands(instruction->op);
    uint32_t *fields[] = {&instruction->dst, &instruction->a, &instruction->b, &instruction->c};
    if (instruction->op == OP_CALL)
        visit_call(&calls[instruction->a], visit, context);
    for (int i = 1; i < 4; i++)
        if (letters[i] == 'r')
            visit_run(fields[i], i == 1 ? read_run(instruction) : 1, false, visit, context);
    if (letters[0] == 'd')
        visit_run(fields[0], written_run(instruction, calls), true, visit, context);
}
