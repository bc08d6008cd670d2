#include "engine/cover.h"

#include "base/alloc.h"

/* Is the next instruction the start of a block? */
static bool ends_block(uint16_t op)
{
    return opcode_operands(op)[3] == 't' || op == OP_CALL || op == OP_RETURN || op == OP_SWITCH ||
           op == OP_JUMP_INDIRECT || op == OP_UNREACHABLE || op == OP_UNSUPPORTED;
}

void cover_init(struct run *run)
{
    size_t count = run->program->instruction_count;
    run->covered = mem_zero(count);
    run->branch_taken = mem_zero(count);
    run->block_cost = mem_alloc(count * sizeof *run->block_cost);
    run->edge_cost = mem_alloc(2 * count * sizeof *run->edge_cost);
    if (run->options.keep_trails)
        run->block_length = mem_zero(count * sizeof *run->block_length);
    for (size_t i = 0; i < count; i++)
        run->block_cost[i] = run->edge_cost[2 * i] = run->edge_cost[2 * i + 1] = COST_NEW;
}

void cover_release(struct run *run)
{
    mem_free(run->covered);
    mem_free(run->branch_taken);
    mem_free(run->block_cost);
    mem_free(run->edge_cost);
    mem_free(run->block_length);
}

static const struct function *function_at(const struct program *program, uint32_t instruction)
{
    uint32_t low = 0, high = program->function_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (program->functions[middle].first_instruction <= instruction)
            low = middle;
        else
            high = middle;
    }
    while (!program->functions[low].code_count)
        low--; /* declarations share the number of the next function */
    return &program->functions[low];
}

/* With trails every block stays new, so that each state comes here for each. */
static int32_t enter_again(struct run *run, struct state *state, uint32_t instruction, uint32_t length)
{
    run->block_length[instruction] = length;
    if (!state->trail)
        state->trail = trail_new(run->program->instruction_count);
    state->trail = trail_add(state->trail, instruction, length);
    return (int32_t)length;
}

int32_t cover_new_block(struct run *run, struct state *state, uint32_t instruction)
{
    if (run->block_length && run->block_length[instruction])
        return enter_again(run, state, instruction, run->block_length[instruction]);
    const struct function *function = function_at(run->program, instruction);
    uint32_t at = instruction - function->first_instruction, length = 0;
    bool fresh = false;
    do {
        if (!run->covered[instruction + length]) {
            run->covered[instruction + length] = 1;
            fresh = true;
            if (!function->is_library)
                run->covered_count++;
        }
        length++;
    } while (at + length < function->code_count && !ends_block(function->code[at + length - 1].op));
    if (fresh && !function->is_library) {
        state->covered_new = true;
        state->instructions_since_new = 0;
    }
    if (run->block_length)
        return enter_again(run, state, instruction, length);
    return run->block_cost[instruction] = (int32_t)length;
}

int32_t cover_edge(struct run *run, struct state *state, uint32_t instruction, bool jumped, uint32_t target)
{
    run->branch_taken[instruction] |= jumped ? 2 : 1;
    int32_t cost = cover_block(run, state, target);
    if (!run->block_length)
        run->edge_cost[2 * instruction + jumped] = cost;
    return cost;
}
