/* Appending instructions: registers, labels, parallel moves. */
#include "program/lower.h"

#include <string.h>

void emit(struct function_lowering *f, enum opcode op, uint32_t width, uint32_t dst, uint32_t a, uint32_t b,
          uint32_t c)
{
    vector_push(&f->code,
                (struct instruction){
                    .op = (uint16_t)op, .width = (uint16_t)width, .dst = dst, .a = a, .b = b, .c = c});
    vector_push(&f->locations, f->location);
}

uint32_t emit_new(struct function_lowering *f, enum opcode op, uint32_t width, uint32_t a, uint32_t b,
                  uint32_t c)
{
    uint32_t dst = new_register(f);
    emit(f, op, width, dst, a, b, c);
    return dst;
}

uint32_t new_register(struct function_lowering *f) { return new_registers(f, 1); }

uint32_t new_registers(struct function_lowering *f, uint32_t count)
{
    uint32_t first = (uint32_t)f->group.count;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&f->group, first);
    return first;
}

uint32_t new_label(struct function_lowering *f)
{
    vector_push(&f->label_positions, UINT32_MAX);
    return (uint32_t)f->label_positions.count - 1;
}

void place_label(struct function_lowering *f, uint32_t label)
{
    BUG_ON(f->label_positions.data[label] != UINT32_MAX);
    f->label_positions.data[label] = (uint32_t)f->code.count;
}

void emit_unsupported(struct function_lowering *f, LLVMValueRef value)
{
    enum { longest = 160 };
    char *printed = LLVMPrintValueToString(value);
    const char *start = printed + strspn(printed, " ");
    size_t length = strcspn(start, "\n");
    const char *debug = strstr(start, ", !dbg");
    if (debug && (size_t)(debug - start) < length)
        length = (size_t)(debug - start);
    char *message = arena_alloc(f->module->arena, longest + 4);
    size_t kept = length < longest ? length : longest;
    memcpy(message, start, kept);
    strcpy(message + kept, length < longest ? "" : "...");
    LLVMDisposeMessage(printed);
    vector_push(&f->messages, message);
    emit(f, OP_UNSUPPORTED, 0, 0, (uint32_t)f->messages.count - 1, 0, 0);
}

static bool is_read_by_another(const struct move *moves, size_t count, size_t writer)
{
    for (size_t i = 0; i < count; i++)
        if (i != writer && moves[i].from == moves[writer].to)
            return true;
    return false;
}

/* A move whose target nobody else still reads can be done now. If there is
 * none, the moves left are cycles: save one target, read the copy instead. */
void emit_moves(struct function_lowering *f, struct move *moves, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (moves[i].to != moves[i].from)
            moves[kept++] = moves[i];
    while (kept) {
        size_t ready = 0;
        while (ready < kept && is_read_by_another(moves, kept, ready))
            ready++;
        if (ready < kept) {
            emit(f, OP_MOVE, moves[ready].width, moves[ready].to, moves[ready].from, 0, 0);
            moves[ready] = moves[--kept];
            continue;
        }
        uint32_t saved = moves[0].to;
        uint32_t copy = emit_new(f, OP_MOVE, moves[0].width, saved, 0, 0);
        for (size_t i = 0; i < kept; i++)
            if (moves[i].from == saved)
                moves[i].from = copy;
    }
}

void *keep_bytes(struct function_lowering *f, const void *data, size_t bytes)
{
    void *copy = arena_alloc(f->module->arena, bytes ? bytes : 1);
    if (bytes)
        memcpy(copy, data, bytes);
    return copy;
}
