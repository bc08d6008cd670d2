#include "result/lcov.h"

#include "base/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Branches stand before the lines they belong to: ways << 32 | ways taken. */
static void note_branch(struct table *branches, uint32_t line, bool taken)
{
    *table_slot(branches, line, 0) += (uint64_t)1 << 32 | taken;
}

static void parse_line(struct lcov *lcov, struct table *branches, const char *line, size_t length)
{
    unsigned number, hits, block, way;
    char taken;
    if (length > 3 && !strncmp(line, "SF:", 3)) {
        struct lcov_file file = {.path = mem_string_n(line + 3, length - 3)};
        vector_push(&lcov->files, file);
        table_clear(branches);
    }
    if (!lcov->files.count)
        return;
    struct lcov_file *file = &lcov->files.data[lcov->files.count - 1];
    /* sscanf measures its whole text first: it gets the line alone */
    char copy[64];
    if (length >= sizeof copy)
        return;
    memcpy(copy, line, length);
    copy[length] = 0;
    if (sscanf(copy, "BRDA:%u,%u,%u,%c", &number, &block, &way, &taken) == 4)
        note_branch(branches, number, taken >= '1' && taken <= '9');
    if (sscanf(copy, "DA:%u,%u", &number, &hits) == 2) {
        uint64_t ways = table_get(branches, number, 0);
        vector_push(&file->lines,
                    (struct lcov_line){number, hits > 0, (uint32_t)(ways >> 32), (uint32_t)ways});
        file->covered += hits > 0;
    }
}

void lcov_parse(struct lcov *lcov, const char *text, size_t size)
{
    struct table branches = {0};
    *lcov = (struct lcov){0};
    for (const char *end = text + size, *next; text < end; text = next) {
        const char *newline = memchr(text, '\n', end - text);
        next = newline ? newline + 1 : end;
        parse_line(lcov, &branches, text, (newline ? newline : end) - text);
    }
    table_release(&branches);
}

void lcov_release(struct lcov *lcov)
{
    for (size_t i = 0; i < lcov->files.count; i++) {
        mem_free(lcov->files.data[i].path);
        vector_release(&lcov->files.data[i].lines);
    }
    vector_release(&lcov->files);
}
