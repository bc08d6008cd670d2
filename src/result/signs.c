#include "result/signs.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define BIT(kind) ((uint32_t)1 << ERROR_##kind)

static const struct sign {
    const char *text;
    uint32_t kinds;
} signs[] = {
    {"heap-use-after-free", BIT(USE_AFTER_FREE)},
    {"stack-use-after-return", BIT(USE_AFTER_RETURN)},
    {"stack-use-after-scope", BIT(USE_AFTER_SCOPE) | BIT(USE_AFTER_RETURN)},
    {"attempting double-free", BIT(DOUBLE_FREE)},
    {"attempting free on address which was not malloc", BIT(INVALID_FREE)},
    {"buffer-overflow", BIT(OUT_OF_BOUNDS)},
    {"buffer-underflow", BIT(OUT_OF_BOUNDS)},
    {"negative-size-param", BIT(OUT_OF_BOUNDS)},
    {"out of bounds for type", BIT(OUT_OF_BOUNDS)},
    {"with insufficient space", BIT(OUT_OF_BOUNDS)},
    {"-param-overlap", BIT(OVERLAP)},
    {"AddressSanitizer: stack-overflow", BIT(STACK_OVERFLOW)},
    {"points to the zero page", BIT(NULL_POINTER) | BIT(BAD_CALL)},
    {"null pointer of type", BIT(NULL_POINTER)},
    {"AddressSanitizer: SEGV", BIT(OUT_OF_BOUNDS) | BIT(READ_ONLY) | BIT(BAD_CALL)},
    {"AddressSanitizer: BUS", BIT(OUT_OF_BOUNDS)},
    {"AddressSanitizer: FPE", BIT(DIVISION)},
    {"division by zero", BIT(DIVISION)},
    {"integer overflow", BIT(OVERFLOW)},
    {"cannot be represented in type", BIT(OVERFLOW)},
    {"shift exponent", BIT(SHIFT)},
    {"left shift of", BIT(SHIFT)},
    {"reached an unreachable program point", BIT(UNREACHABLE)},
    {"reached the end of a value-returning function", BIT(UNREACHABLE)},
    {"' failed.", BIT(ASSERT)},
    {"detected memory leaks", BIT(LEAK)},
    {"runtime error: ", BIT(UNDEFINED)},
    {"ramify-replay: abort", BIT(ABORT)},
    {"ramify-replay: reach-error", BIT(REACH_ERROR)},
    {"ramify-replay: user", BIT(USER)},
};

uint32_t signs_of(const char *said, int status)
{
    uint32_t seen = 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(said, signs[i].text))
            seen |= signs[i].kinds;
    if (!WIFSIGNALED(status))
        return seen;
    switch (WTERMSIG(status)) {
    case SIGSEGV:
    case SIGBUS:
        return seen | BIT(OUT_OF_BOUNDS) | BIT(NULL_POINTER) | BIT(READ_ONLY) | BIT(BAD_CALL);
    case SIGFPE:
        return seen | BIT(DIVISION);
    case SIGILL:
    case SIGTRAP:
        return seen | BIT(UNREACHABLE) | BIT(ABORT); /* __builtin_trap is an abort to us */
    case SIGABRT:
        return seen & BIT(ASSERT) ? seen : seen | BIT(ABORT);
    default:
        return seen;
    }
}

enum error_kind signs_expected(const char *story)
{
    const char *line = strstr(story, "\nKind: ");
    size_t length = line ? strcspn(line += strlen("\nKind: "), "\n") : 0;
    unsigned kind = 0;
    while (kind < ERROR_KIND_COUNT &&
           !(line && strlen(error_name(kind)) == length && !strncmp(line, error_name(kind), length)))
        kind++;
    return kind;
}

enum error_kind signs_match(uint32_t seen, enum error_kind expected)
{
    if (expected < ERROR_KIND_COUNT && seen >> expected & 1)
        return expected;
    for (unsigned kind = 0; kind < ERROR_KIND_COUNT; kind++)
        if (seen >> kind & 1 && expected < ERROR_KIND_COUNT &&
            !strcmp(error_suffix(kind), error_suffix(expected)))
            return kind;
    return ERROR_KIND_COUNT;
}

bool signs_visible(enum error_kind kind)
{
    return kind != ERROR_UNINITIALISED && kind != ERROR_EXTERNAL && kind != ERROR_UNSUPPORTED &&
           kind != ERROR_MODEL;
}
