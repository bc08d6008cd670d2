/* What the functions that the engine answers do with pointers. Those that only
 * read, write or compare plain bytes have a row that says nothing; a name that
 * is not here is not known to the engine, and a path that calls it ends. */
#include "program/mathematics.h"
#include "program/pointsto_internal.h"

#include <string.h>

#define NOTHING .result = -1, .to = -1, .from = -1, .calls = -1, .given = -1, .as = -1
#define ROW(text, ...) {.name = text, NOTHING, __VA_ARGS__}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winitializer-overrides"

static const struct external rows[] = {
    ROW("malloc", .heap = HEAP_RESULT),
    ROW("__ramify_malloc", .heap = HEAP_RESULT),
    ROW("calloc", .heap = HEAP_RESULT),
    ROW("memalign", .heap = HEAP_RESULT),
    ROW("__ramify_memalign", .heap = HEAP_RESULT),
    ROW("aligned_alloc", .heap = HEAP_RESULT),
    ROW("valloc", .heap = HEAP_RESULT),
    ROW("pvalloc", .heap = HEAP_RESULT),
    ROW("realloc", .heap = HEAP_RESIZED),
    ROW("reallocarray", .heap = HEAP_RESIZED),
    ROW("posix_memalign", .heap = HEAP_STORED, .accesses = 1),
    ROW("free"),
    ROW("cfree"),
    ROW("__ramify_free"),
    ROW("malloc_usable_size"),

    ROW("memcpy", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("memmove", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("mempcpy", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("__mempcpy", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("__memcpy_chk", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("__memmove_chk", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("__mempcpy_chk", .result = 0, .to = 0, .from = 1, .accesses = 3),
    ROW("bcopy", .to = 1, .from = 0, .accesses = 3),
    ROW("memset", .result = 0, .accesses = 1),
    ROW("__memset_chk", .result = 0, .accesses = 1),
    ROW("bzero", .accesses = 1),
    ROW("explicit_bzero", .accesses = 1),

    ROW("atexit", .calls = 0),
    ROW("at_quick_exit", .calls = 0),
    ROW("__cxa_atexit", .calls = 0, .given = 1, .as = 0),
    ROW("on_exit", .calls = 0, .given = 1, .as = 1),

    ROW("klee_get_value*", .result = 0),
    ROW("ramify_get_value*", .result = 0),
    ROW("__ramify_peek", .result = 0),
    ROW("__ramify_decide", .result = 0),
    ROW("__ramify_group"),

    ROW("exit"),
    ROW("quick_exit"),
    ROW("_exit"),
    ROW("_Exit"),
    ROW("abort"),
    ROW("__cxa_finalize"),
    ROW("__assert*"),
    ROW("__stack_chk_fail"),
    ROW("reach_error"),
    ROW("setjmp"),
    ROW("_setjmp"),
    ROW("sigsetjmp"),
    ROW("__sigsetjmp"),
    ROW("longjmp"),
    ROW("_longjmp"),
    ROW("siglongjmp"),
    ROW("__longjmp_chk"),
    ROW("pthread_create"), /* this and what follows needs another thread or process: its path ends */
    ROW("__pthread_create"),
    ROW("pthread_cancel"),
    ROW("thrd_create"),
    ROW("clone"),
    ROW("__clone"),
    ROW("posix_spawn"),
    ROW("posix_spawnp"),
    ROW("aio_read"),
    ROW("aio_write"),
    ROW("aio_fsync"),
    ROW("lio_listio"),
    ROW("mq_notify"),
    ROW("__ubsan_handle_*"),
    ROW("llvm.*"),
    ROW("klee_*"),
    ROW("ramify_*"),
    ROW("__VERIFIER_*"),
    ROW("__ramify_*"),
};

#pragma clang diagnostic pop

/* Functions of numbers alone. */
static const char *const numbers[] = {
#define X(name) #name,
    MATHEMATICS(X)
#undef X
        "floor",
    "ceil",
    "trunc",
    "round",
    "roundeven",
    "rint",
    "nearbyint",
    "fmin",
    "fmax",
    "fdim",
    "copysign",
    "sqrt",
    "fabs",
    "lrint",
    "llrint",
    "lround",
    "llround",
};

static const struct external number_row = ROW("number");

static bool is_number(const char *name)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t length = strlen(numbers[i]);
        if (!strncmp(name, numbers[i], length) &&
            (!name[length] || ((name[length] == 'f' || name[length] == 'l') && !name[length + 1])))
            return true;
    }
    return false;
}

const struct external *external_find(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t length = strlen(rows[i].name);
        bool pattern = rows[i].name[length - 1] == '*';
        if (pattern ? !strncmp(name, rows[i].name, length - 1) : !strcmp(name, rows[i].name))
            return &rows[i];
    }
    return is_number(name) ? &number_row : NULL;
}

bool points_to_knows(const char *name) { return external_find(name) != NULL; }
