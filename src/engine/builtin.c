/* The table of builtins: a name to the row that answers it. */
#include "engine/builtins.h"

#include "program/convention.h"

static const struct builtin *const tables[] = {
#define X(table) table,
    BUILTIN_TABLES(X)
#undef X
};

/* Characters of the row that match the name: 0 if it does not match. A whole
 * name wins over any beginning. */
static size_t match(const char *row, const char *name)
{
    size_t same = 0; /* loading a program asks thousands of times: one walk, no calls */
    while (row[same] && row[same] == name[same])
        same++;
    if (row[same] == '*' && !row[same + 1])
        return same + 1;
    return row[same] || name[same] ? 0 : SIZE_MAX;
}

const struct builtin *builtin_find(const char *name)
{
    const struct builtin *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < ARRAY_COUNT(tables); i++)
        for (const struct builtin *row = tables[i]; row->name; row++) {
            if (row->name[0] != name[0])
                continue;
            size_t matched = match(row->name, name);
            if (matched > most) {
                most = matched;
                best = row;
            }
        }
    return best;
}

bool builtin_known(const char *name) { return builtin_find(name) != NULL; }

uint32_t builtin_required(const struct builtin *builtin)
{
    return (uint32_t)strcspn(builtin->type + 1, "|.");
}

static const struct {
    char letter;
    uint8_t width;
    enum scalar_class class;
} letters[] = {
    {'i', 32, SCALAR_INTEGER}, {'l', 64, SCALAR_INTEGER}, {'p', 64, SCALAR_INTEGER},
    {'f', 32, SCALAR_FLOAT},   {'d', 64, SCALAR_FLOAT},   {'e', 80, SCALAR_LONG_DOUBLE},
};

static struct passed passed_of(char letter, struct passing *used,
                               uint32_t (*take)(struct passing *, unsigned, enum scalar_class))
{
    for (size_t i = 0; i < ARRAY_COUNT(letters); i++)
        if (letters[i].letter == letter)
            return (struct passed){.place = take(used, letters[i].width, letters[i].class),
                                   .width = letters[i].width};
    BUG("a builtin with a parameter of type %c", letter);
}

const struct convention *builtin_convention(const struct builtin *builtin, struct program *program)
{
    enum { MOST = 8 };
    struct passed passed[MOST], returned;
    struct convention convention = {.passed = passed, .returned = &returned};
    struct passing results = {0};
    if (builtin->type[0] == '?')
        return NULL;
    if (builtin->type[0] != 'v') {
        returned = passed_of(builtin->type[0], &results, return_scalar);
        convention.returned_count = 1;
    }
    for (const char *at = builtin->type + 1; *at && *at != '.' && *at != 'x'; at++)
        if (*at != '|')
            passed[convention.passed_count++] = passed_of(*at, &convention.used, pass_scalar);
    return program_convention(program, &convention);
}
