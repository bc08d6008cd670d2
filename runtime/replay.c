/* The intrinsics for a native run: inputs come from the .ktest file that
 * RAMIFY_KTEST names, object by object in the order in which the program asks
 * for them. Linked by `ramify replay`; of use to anybody who wants to run a
 * test under a debugger:
 *
 *   clang -g -Iinclude program.c runtime/replay.c && RAMIFY_KTEST=x.ktest ./a.out
 *
 * Ends the process with 111 if an assumption does not hold, with 112 if the
 * test does not fit the program. Says "ramify-replay: KIND" on standard error
 * for the errors that only we know of. Everything is weak: what the program
 * defines itself wins. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
enum { ASSUMED_FALSE = 111, WRONG_TEST = 112 };

static unsigned char *test_bytes;
static size_t test_size, test_next;
static uint32_t objects_left;

static void wrong(const char *why, const char *name)
{
    fflush(stdout);
    fprintf(stderr, "ramify-replay: the test does not fit: %s%s%s\n", why, name ? ": " : "",
            name ? name : "");
    _exit(WRONG_TEST);
}

/* ---- the file ---- */

static const unsigned char *take(size_t count)
{
    if (test_size - test_next < count)
        wrong("the file is cut short", NULL);
    test_next += count;
    return test_bytes + test_next - count;
}

static uint32_t take_number(void)
{
    const unsigned char *b = take(4);
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void open_test(void)
{
    const char *path = getenv("RAMIFY_KTEST");
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file)
        wrong("RAMIFY_KTEST names no file that can be read", path);
    for (size_t capacity = 0; !feof(file) && !ferror(file);) {
        if (capacity - test_size < 4096 &&
            !(test_bytes = realloc(test_bytes, capacity = 2 * capacity + 8192)))
            wrong("no memory", NULL);
        test_size += fread(test_bytes + test_size, 1, capacity - test_size, file);
    }
    fclose(file);
    if (memcmp(take(5), "KTEST", 5))
        wrong("not a .ktest file", path);
    uint32_t version = take_number();
    for (uint32_t arguments = take_number(); arguments; arguments--)
        take(take_number());
    if (version >= 2)
        take(8);
    objects_left = take_number();
}

/* name, or name_N where the program uses a name more than once */
static int fits(const char *name, const char *found, uint32_t length)
{
    size_t own = strlen(name);
    if (length < own || memcmp(name, found, own))
        return 0;
    if (length == own)
        return 1;
    if (found[own] != '_')
        return 0;
    for (uint32_t i = (uint32_t)own + 1; i < length; i++)
        if (found[i] < '0' || found[i] > '9')
            return 0;
    return 1;
}

/* The next object goes to memory; name NULL: whatever it is called. */
static void next_object(void *memory, size_t size, const char *name)
{
    if (!test_bytes)
        open_test();
    if (!objects_left)
        wrong("the program asks for more inputs than it has", name);
    objects_left--;
    uint32_t length = take_number();
    const char *found = (const char *)take(length);
    if (name && !fits(name, found, length)) {
        fprintf(stderr, "ramify-replay: expected %.*s\n", (int)length, found);
        wrong("the program asks for another input", name);
    }
    uint32_t count = take_number();
    const unsigned char *bytes = take(count);
    if (count < size)
        wrong("an input of another size", name);
    memcpy(memory, bytes, size);
}

/* What the sanitizer is told by ASAN_OPTIONS, too, but reads from /proc, which
 * may not be there. Not weak: the sanitizer's own, which is, comes first. */
#ifdef RAMIFY_SANITIZER_OPTIONS
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return RAMIFY_SANITIZER_OPTIONS; }
#endif

/* ---- inputs and assumptions ---- */

static void make(void *memory, size_t size, const char *name)
{
    if (size)
        next_object(memory, size, name && *name ? name : NULL);
}

static void assumed(int condition)
{
    if (condition)
        return;
    fflush(stdout);
    fprintf(stderr, "ramify-replay: an assumption does not hold\n");
    _exit(ASSUMED_FALSE);
}

static int make_int(const char *name)
{
    int value;
    make(&value, sizeof value, name);
    return value;
}

static int make_in_range(int begin, int end, const char *name)
{
    if ((long)begin + 1 == end)
        return begin;
    int value = make_int(name);
    assumed(value >= begin && value < end);
    return value;
}

static uintptr_t choose(uintptr_t count)
{
    uintptr_t value;
    next_object(&value, sizeof value, NULL);
    assumed(value < count);
    return value;
}

/* ---- endings ---- */

static void end_with(const char *kind, const char *message)
{
    fflush(stdout);
    fprintf(stderr, "ramify-replay: %s: %s\n", kind, message ? message : "");
    abort();
}

static void leave(int status)
{
    fflush(stdout);
    _exit(status);
}

static void say(const char *message)
{
    fprintf(stderr, "ramify-replay: warning: %s\n", message ? message : "");
}

/* Each under KLEE's name and ours: result, name, parameters, body */
#define INTRINSIC(result, name, parameters, ...)                                          \
    WEAK result klee_##name parameters;                                                   \
    WEAK result klee_##name parameters{__VA_ARGS__} WEAK result ramify_##name parameters; \
    WEAK result ramify_##name parameters { __VA_ARGS__ }

INTRINSIC(void, make_symbolic, (void *object, size_t size, const char *name), make(object, size, name);)
INTRINSIC(int, int, (const char *name), return make_int(name);)
INTRINSIC(int, range, (int begin, int end, const char *name), return make_in_range(begin, end, name);)
INTRINSIC(uintptr_t, choose, (uintptr_t count), return choose(count);)
INTRINSIC(void, assume, (uintptr_t condition), assumed(condition != 0);)
INTRINSIC(void, prefer_cex, (void *object, uintptr_t condition), (void)object, (void)condition;)
INTRINSIC(void, posix_prefer_cex, (void *object, uintptr_t condition), (void)object, (void)condition;)
INTRINSIC(float, get_valuef, (float value), return value;)
INTRINSIC(double, get_valued, (double value), return value;)
INTRINSIC(long, get_valuel, (long value), return value;)
INTRINSIC(long long, get_valuell, (long long value), return value;)
INTRINSIC(int32_t, get_value_i32, (int32_t value), return value;)
INTRINSIC(int64_t, get_value_i64, (int64_t value), return value;)
INTRINSIC(unsigned, is_symbolic, (uintptr_t value), return (void)value, 0;)
INTRINSIC(unsigned, is_replay, (void), return 1;)
INTRINSIC(void, print_expr, (const char *message, ...), (void)message;)
INTRINSIC(void, print_range, (const char *name, int value), (void)name, (void)value;)
INTRINSIC(void, check_memory_access, (const void *address, size_t size),
          for (size_t i = 0; i < size; i++)(void)((const volatile char *)address)[i];)
INTRINSIC(void, define_fixed_object, (void *address, size_t size), (void)address, (void)size;)
INTRINSIC(void, mark_global, (void *object), (void)object;)
INTRINSIC(int, get_errno, (void), return errno;)
INTRINSIC(void, warning, (const char *message), say(message);)
INTRINSIC(void, warning_once, (const char *message), say(message);)
INTRINSIC(void, stack_trace, (void), )
INTRINSIC(void, silent_exit, (int status), leave(status);)
INTRINSIC(void, abort, (void), end_with("abort", "");)
INTRINSIC(void, report_error, (const char *file, int line, const char *message, const char *suffix),
          (void)file, (void)line, (void)suffix;
          end_with("user", message);)
INTRINSIC(void, set_forking, (unsigned enable), (void)enable;)
INTRINSIC(void, open_merge, (void), )
INTRINSIC(void, close_merge, (void), )

extern size_t __sanitizer_get_allocated_size(const volatile void *) WEAK;
INTRINSIC(size_t, get_obj_size, (void *object),
          return __sanitizer_get_allocated_size ? __sanitizer_get_allocated_size(object) : 0;)

/* ---- SV-COMP's ---- */

/* type in the name, C type */
#define NONDET_TYPES(X)                                                                                     \
    X(char, char)                                                                                           \
    X(schar, signed char)                                                                                   \
    X(uchar, unsigned char)                                                                                 \
    X(unsigned_char, unsigned char)                                                                         \
    X(short, short)                                                                                         \
    X(ushort, unsigned short)                                                                               \
    X(unsigned_short, unsigned short)                                                                       \
    X(int, int)                                                                                             \
    X(uint, unsigned)                                                                                       \
    X(unsigned, unsigned)                                                                                   \
    X(unsigned_int, unsigned)                                                                               \
    X(long, long)                                                                                           \
    X(ulong, unsigned long)                                                                                 \
    X(unsigned_long, unsigned long)                                                                         \
    X(longlong, long long)                                                                                  \
    X(ulonglong, unsigned long long)                                                                        \
    X(long_long, long long)                                                                                 \
    X(unsigned_long_long, unsigned long long) X(loff_t, long) X(off_t, long) X(size_t, size_t)              \
        X(ssize_t, ssize_t) X(pthread_t, unsigned long) X(time_t, long) X(sector_t, unsigned long)          \
            X(S8, int8_t) X(U8, uint8_t) X(S16, int16_t) X(U16, uint16_t) X(S32, int32_t) X(U32, uint32_t)  \
                X(S64, int64_t) X(U64, uint64_t) X(u8, uint8_t) X(u16, uint16_t) X(u32, uint32_t)           \
                    X(u64, uint64_t) X(s8, int8_t) X(s16, int16_t) X(s32, int32_t) X(s64, int64_t)          \
                        X(u128, unsigned __int128) X(int128, __int128) X(uint128, unsigned __int128)        \
                            X(int8_t, int8_t) X(uint8_t, uint8_t) X(int16_t, int16_t) X(uint16_t, uint16_t) \
                                X(int32_t, int32_t) X(uint32_t, uint32_t) X(int64_t, int64_t)               \
                                    X(uint64_t, uint64_t) X(float, float) X(double, double)                 \
                                        X(pointer, void *) X(charp, char *) X(pchar, char *)                \
                                            X(const_char_pointer, const char *)

#define X(name, type)                             \
    WEAK type __VERIFIER_nondet_##name(void);     \
    WEAK type __VERIFIER_nondet_##name(void)      \
    {                                             \
        type value;                               \
        next_object(&value, sizeof value, #name); \
        return value;                             \
    }
NONDET_TYPES(X)
#undef X

static _Bool next_bool(void)
{
    unsigned char value;
    next_object(&value, 1, NULL);
    return value & 1;
}

#define VERIFIER(result, name, parameters, ...) \
    WEAK result name parameters;                \
    WEAK result name parameters { __VA_ARGS__ }

VERIFIER(_Bool, __VERIFIER_nondet_bool, (void), return next_bool();)
VERIFIER(_Bool, __VERIFIER_nondet__Bool, (void), return next_bool();)
VERIFIER(void, __VERIFIER_nondet_memory, (void *memory, size_t size), make(memory, size, "memory");)
VERIFIER(void, __VERIFIER_assume, (int condition), assumed(condition);)
VERIFIER(void, __VERIFIER_error, (void), end_with("reach-error", "");)
VERIFIER(void, reach_error, (void), end_with("reach-error", "");)
VERIFIER(void, __VERIFIER_atomic_begin, (void), )
VERIFIER(void, __VERIFIER_atomic_end, (void), )
