#include "result/coverage.h"

#include "base/table.h"
#include "base/visible.h"

#include <stdlib.h>

static bool is_conditional(unsigned op) { return op >= OP_BRANCH && op <= OP_BRANCH_SLE; }

static bool is_users(const struct function *function) { return function->defined && !function->is_library; }

static int compare(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }
static uint64_t key_of(uint32_t file, uint32_t line) { return (uint64_t)file << 32 | line; }

static int by_line(const void *a, const void *b)
{
    const struct covered_line *left = a, *right = b;
    return compare(key_of(left->file, left->line), key_of(right->file, right->line));
}

static int by_branch(const void *a, const void *b)
{
    const struct covered_branch *left = a, *right = b;
    int order = compare(key_of(left->file, left->line), key_of(right->file, right->line));
    return order ? order : compare(left->number, right->number);
}

static void note_line(struct coverage *coverage, struct table *known, const struct location *location,
                      bool covered)
{
    uint64_t *index = table_slot(known, key_of(location->file, location->line), coverage->lines.count);
    if (*index == coverage->lines.count)
        vector_push(&coverage->lines, (struct covered_line){location->file, location->line, false});
    coverage->lines.data[*index].covered |= covered;
}

static bool is_covered(const struct run *run, const struct trail *trail, uint32_t number)
{
    return trail ? trail_has(trail, number) : run->covered[number] != 0;
}

/* Lines that have no instructions any more, with those that they are executed with. */
static void note_silent_lines(struct coverage *coverage, struct table *known, const struct run *run,
                              const struct trail *trail, const struct function *function)
{
    for (uint32_t i = 0; i < function->silent_count; i++)
        note_line(coverage, known, &run->program->locations[function->silent[i].location],
                  is_covered(run, trail, function->first_instruction + function->silent[i].at));
}

static void note_branch(struct coverage *coverage, const struct run *run, const struct location *location,
                        uint32_t number)
{
    uint8_t taken = run->branch_taken[number] & 3;
    if (location)
        vector_push(&coverage->branches, (struct covered_branch){location->file, location->line, number,
                                                                 taken, run->covered[number] != 0});
    coverage->ways += 2;
    coverage->ways_taken += (uint64_t)(taken & 1) + (taken >> 1);
    coverage->full_branches += taken == 3;
    coverage->partial_branches += taken == 1 || taken == 2;
}

void coverage_init(struct coverage *coverage, const struct run *run, const struct trail *trail)
{
    *coverage = (struct coverage){0};
    const struct program *program = run->program;
    struct table known = {0};
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        if (!is_users(function))
            continue;
        coverage->instructions += function->code_count;
        note_silent_lines(coverage, &known, run, trail, function);
        for (uint32_t at = 0; at < function->code_count; at++) {
            uint32_t number = function->first_instruction + at;
            uint32_t place = function->locations ? function->locations[at] : NO_LOCATION;
            const struct location *location = place == NO_LOCATION ? NULL : &program->locations[place];
            if (location && !location->line)
                location = NULL; /* made by the compiler */
            if (location)
                note_line(coverage, &known, location, is_covered(run, trail, number));
            if (!trail && is_conditional(function->code[at].op))
                note_branch(coverage, run, location, number);
        }
    }
    table_release(&known);
    if (coverage->lines.count)
        qsort(coverage->lines.data, coverage->lines.count, sizeof *coverage->lines.data, by_line);
    if (coverage->branches.count)
        qsort(coverage->branches.data, coverage->branches.count, sizeof *coverage->branches.data, by_branch);
    for (size_t i = 0; i < coverage->lines.count; i++)
        coverage->lines_covered += coverage->lines.data[i].covered;
}

void coverage_release(struct coverage *coverage)
{
    vector_release(&coverage->lines);
    vector_release(&coverage->branches);
}

static void add_functions(const struct run *run, uint32_t file, struct text *text)
{
    const struct program *program = run->program;
    unsigned found = 0, hit = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        if (!is_users(function) || !function->code_count || function->location == NO_LOCATION ||
            program->locations[function->location].file != file)
            continue;
        bool covered = run->covered[function->first_instruction];
        char *name = visible_line(function->name);
        text_add(text, "FN:%u,%s\nFNDA:%d,%s\n", program->locations[function->location].line, name, covered,
                 name);
        mem_free(name);
        found++;
        hit += covered;
    }
    text_add(text, "FNF:%u\nFNH:%u\n", found, hit);
}

/* The branches of one file, from *next on. */
static void add_branches(const struct coverage *coverage, uint32_t file, size_t *next, struct text *text)
{
    unsigned found = 0, hit = 0;
    while (*next < coverage->branches.count && coverage->branches.data[*next].file < file)
        ++*next;
    for (uint32_t block = 0, line = 0; *next < coverage->branches.count; ++*next) {
        const struct covered_branch *branch = &coverage->branches.data[*next];
        if (branch->file != file)
            break;
        block = branch->line == line ? block + 1 : 0;
        line = branch->line;
        for (int way = 0; way < 2; way++) {
            bool taken = branch->taken >> way & 1;
            text_add(text, "BRDA:%u,%u,%d,%s\n", line, block, way,
                     !branch->reached ? "-"
                     : taken          ? "1"
                                      : "0");
            hit += taken;
        }
        found += 2;
    }
    text_add(text, "BRF:%u\nBRH:%u\n", found, hit);
}

void coverage_lcov(const struct coverage *coverage, const struct run *run, struct text *text)
{
    size_t branch = 0;
    for (size_t i = 0; i < coverage->lines.count;) {
        uint32_t file = coverage->lines.data[i].file;
        text_add(text, "TN:\nSF:%s\n", run->program->files[file]);
        add_functions(run, file, text);
        add_branches(coverage, file, &branch, text);
        unsigned found = 0, hit = 0;
        for (; i < coverage->lines.count && coverage->lines.data[i].file == file; i++) {
            const struct covered_line *line = &coverage->lines.data[i];
            text_add(text, "DA:%u,%d\n", line->line, line->covered);
            found++;
            hit += line->covered;
        }
        text_add(text, "LF:%u\nLH:%u\nend_of_record\n", found, hit);
    }
}
