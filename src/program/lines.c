/* Lines without code: they count as executed when the instruction that comes next in their block is, or else
 * its last one. */
#include "program/lines.h"

#include "base/hash.h"
#include "program/lower.h"

#include <llvm-c/DebugInfo.h>

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- noting ---- */

static bool is_same_line(LLVMMetadataRef a, LLVMMetadataRef b)
{
    return a == b || (LLVMDILocationGetLine(a) == LLVMDILocationGetLine(b) &&
                      LLVMDILocationGetScope(a) == LLVMDILocationGetScope(b) &&
                      LLVMDILocationGetInlinedAt(a) == LLVMDILocationGetInlinedAt(b));
}

static void note_block(struct lines *lines, LLVMBasicBlockRef block)
{
    size_t first = lines->locations.count;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v)) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(v);
        size_t count = lines->locations.count;
        if (location && LLVMDILocationGetLine(location) &&
            !(count > first && is_same_line(location, lines->locations.data[count - 1])))
            vector_push(&lines->locations, location);
    }
    table_set(&lines->blocks, key(block), first << 32 | (lines->locations.count - first));
}

void lines_note(struct lines *lines, LLVMModuleRef module, const struct table *user_names)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !table_find(user_names, hash_string(LLVMGetValueName(f))))
            continue;
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            note_block(lines, block);
    }
}

void lines_release(struct lines *lines)
{
    vector_release(&lines->locations);
    table_release(&lines->blocks);
}

/* ---- placing ---- */

void lines_place(struct function_lowering *f, LLVMBasicBlockRef block, uint32_t start, uint32_t end)
{
    const struct lines *lines = f->module->lines;
    uint64_t *found = lines ? table_find(&lines->blocks, key(block)) : NULL;
    for (uint64_t i = 0; found && i < (*found & UINT32_MAX); i++) {
        uint32_t location = location_of(f->module, lines->locations.data[(*found >> 32) + i]);
        vector_push(&f->marks,
                    ((struct mark){.start = start, .end = end, .at = NOWHERE, .location = location}));
    }
}

static uint64_t line_of(const struct function_lowering *f, uint32_t place)
{
    if (place == NO_LOCATION)
        return 0;
    const struct location *location = &f->module->locations.data[place];
    return (uint64_t)location->file << 32 | location->line;
}

/* The lines with code; jumps may yet turn out to be idle. */
static void find_lines(const struct function_lowering *f, const bool *dead, struct table *lines)
{
    for (uint32_t at = 0; at < f->code.count; at++)
        if (!dead[at] && f->code.data[at].op != OP_JUMP)
            table_set(lines, line_of(f, f->locations.data[at]), 1);
}

/* The first instruction of the mark's line from `from` on. */
static uint32_t find_code(const struct function_lowering *f, const bool *dead, const struct mark *mark,
                          uint32_t from)
{
    for (uint32_t at = from; at < mark->end; at++)
        if (!dead[at] && f->code.data[at].op != OP_JUMP &&
            line_of(f, f->locations.data[at]) == line_of(f, mark->location))
            return at;
    return NOWHERE;
}

/* The last instruction of the block: not a jump that would go otherwise, but behind a call, which may not
 * return. */
static uint32_t last_instruction(const struct function_lowering *f, const bool *dead, const struct mark *mark)
{
    uint32_t last = NOWHERE;
    for (uint32_t at = mark->start; at < mark->end; at++)
        if (!dead[at] &&
            (f->code.data[at].op != OP_JUMP || last == NOWHERE || f->code.data[last].op == OP_CALL))
            last = at;
    return last;
}

/* The marks first .. end - 1 are of one block; those that stay are put behind the `count` that are there. A
 * jump that does nothing stays for a line that has nothing else. */
static size_t anchor_block(struct function_lowering *f, const bool *dead, const struct table *lines,
                           bool *kept, size_t first, size_t end, size_t count)
{
    struct mark *marks = f->marks.data;
    uint32_t from = marks[first].start;
    for (size_t i = first; i < end; i++) {
        marks[i].at = find_code(f, dead, &marks[i], from);
        from = marks[i].at == NOWHERE ? from : marks[i].at;
    }
    uint32_t next = last_instruction(f, dead, &marks[first]);
    for (size_t i = end; i-- > first;) {
        marks[i].is_code = marks[i].at != NOWHERE;
        if (marks[i].is_code)
            next = marks[i].at;
        else
            marks[i].at = next;
    }
    for (size_t i = first; i < end; i++) {
        if (marks[i].is_code || marks[i].at == NOWHERE ||
            find_code(f, dead, &marks[i], marks[i].start) != NOWHERE)
            continue;
        if (f->code.data[marks[i].at].op == OP_JUMP && table_find(lines, line_of(f, marks[i].location)))
            continue;
        kept[marks[i].at] = true;
        marks[count++] = marks[i];
    }
    return count;
}

void lines_anchor(struct function_lowering *f, const bool *dead, bool *kept)
{
    size_t count = 0, end;
    struct table lines = {0};
    if (f->marks.count)
        find_lines(f, dead, &lines);
    for (size_t first = 0; first < f->marks.count; first = end) {
        for (end = first + 1; end < f->marks.count &&
                              f->marks.data[end].start == f->marks.data[first].start &&
                              f->marks.data[end].end == f->marks.data[first].end;)
            end++;
        count = anchor_block(f, dead, &lines, kept, first, end, count);
    }
    f->marks.count = count;
    table_release(&lines);
}
