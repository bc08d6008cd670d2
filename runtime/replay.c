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
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
enum { ASSUMED_FALSE = 111, WRONG_TEST = 112 };

struct object {
    const char *name;
    const unsigned char *bytes;
    uint32_t name_length, size;
    int taken;
};

static unsigned char *test_bytes;
static size_t test_size, test_next;
static struct object *objects;
static uint32_t object_count, next_index;

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
    object_count = take_number();
    if (object_count > test_size || !(objects = calloc(object_count + 1, sizeof *objects)))
        wrong("the file is broken", path);
    for (uint32_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        object->name_length = take_number();
        object->name = (const char *)take(object->name_length);
        object->size = take_number();
        object->bytes = take(object->size);
    }
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

/* What --symbolic-environment makes: asked for by functions of the C library, which others may call in
 * another order than the library inside the engine does. */
static int is_environment(const struct object *object)
{
    static const char *const names[] = {"rand", "random",       "lrand48", "mrand48",  "drand48",
                                        "time", "time_ns",      "pid",     "clock_ns", "clock",
                                        "ppid", "random_bytes", "hostname"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fits(names[i], object->name, object->name_length))
            return 1;
    return 0;
}

/* The next object goes to memory; name NULL: whatever it is called. */
static void next_object(void *memory, size_t size, const char *name)
{
    if (!test_bytes)
        open_test();
    while (next_index < object_count &&
           (objects[next_index].taken ||
            (is_environment(&objects[next_index]) &&
             !(name && fits(name, objects[next_index].name, objects[next_index].name_length)))))
        next_index++;
    if (next_index == object_count)
        wrong("the program asks for more inputs than it has", name);
    struct object *object = &objects[next_index++];
    if (name && !fits(name, object->name, object->name_length)) {
        fprintf(stderr, "ramify-replay: expected %.*s\n", (int)object->name_length, object->name);
        wrong("the program asks for another input", name);
    }
    if (object->size < size)
        wrong("an input of another size", name);
    object->taken = 1;
    memcpy(memory, object->bytes, size);
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

/* ---- what differs from run to run ---- */

/* The sanitizers' library has weak ones, too, which come before. */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define FIRST
#endif
#endif
#ifndef FIRST
#define FIRST WEAK
#endif

/* The first that is left of this name; NULL: the test has none, and the machine is asked. */
static struct object *of_environment(const char *name, void *memory, size_t size)
{
    if (!test_bytes && !getenv("RAMIFY_KTEST"))
        return NULL;
    if (!test_bytes)
        open_test();
    for (uint32_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        if (object->taken || object->size < size || !fits(name, object->name, object->name_length))
            continue;
        object->taken = 1;
        memcpy(memory, object->bytes, size);
        return object;
    }
    return NULL;
}

/* The function of the C library with this name, and a number of the test in its place. */
#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))
#define NUMBER(result, name, input, convert)               \
    WEAK result name(void)                                 \
    {                                                      \
        long number;                                       \
        if (of_environment(input, &number, sizeof number)) \
            return convert;                                \
        return REAL(result(*)(void), #name)();             \
    }
NUMBER(int, rand, "rand", (int)number)
NUMBER(long, random, "random", number)
NUMBER(long, lrand48, "lrand48", number)
NUMBER(long, mrand48, "mrand48", number)
NUMBER(double, drand48, "drand48", (double)number * 0x1p-48)
NUMBER(pid_t, getppid, "ppid", (pid_t)number)

WEAK pid_t getpid(void)
{
    static long process;
    if (process || of_environment("pid", &process, sizeof process))
        return (pid_t)process;
    return REAL(pid_t(*)(void), "getpid")();
}

/* Nanoseconds are right behind their seconds, where a clock was read with them. */
static int of_clock(const char *name, const char *rest, struct timespec *to)
{
    long seconds, nanoseconds = 0;
    struct object *taken = of_environment(name, &seconds, sizeof seconds);
    if (!taken)
        return 0;
    struct object *next = taken + 1;
    if (next < objects + object_count && fits(rest, next->name, next->name_length) &&
        next->size == sizeof nanoseconds) {
        next->taken = 1;
        memcpy(&nanoseconds, next->bytes, sizeof nanoseconds);
    }
    *to = (struct timespec){seconds, nanoseconds};
    return 1;
}

FIRST time_t time(time_t *to)
{
    struct timespec now;
    if (!of_clock("time", "time_ns", &now))
        return REAL(time_t (*)(time_t *), "time")(to);
    if (to)
        *to = now.tv_sec;
    return now.tv_sec;
}

FIRST int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    struct timespec now;
    if (!of_clock("time", "time_ns", &now))
        return REAL(int (*)(struct timeval *, void *), "gettimeofday")(to, zone);
    *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

FIRST int clock_gettime(clockid_t clock, struct timespec *to)
{
    int is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    if (of_clock(is_date ? "time" : "clock", is_date ? "time_ns" : "clock_ns", to))
        return 0;
    return REAL(int (*)(clockid_t, struct timespec *), "clock_gettime")(clock, to);
}

FIRST clock_t clock(void)
{
    struct timespec now;
    if (!of_clock("clock", "clock_ns", &now))
        return REAL(clock_t (*)(void), "clock")();
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

FIRST ssize_t getrandom(void *to, size_t count, unsigned flags)
{
    size_t most = count < 256 ? count : 256;
    if (of_environment("random_bytes", to, most))
        return (ssize_t)most;
    return REAL(ssize_t(*)(void *, size_t, unsigned), "getrandom")(to, count, flags);
}

FIRST int uname(struct utsname *to)
{
    int result = REAL(int (*)(struct utsname *), "uname")(to);
    char name[8];
    if (!result && of_environment("hostname", name, sizeof name)) {
        memset(to->nodename, 0, sizeof to->nodename);
        memcpy(to->nodename, name, sizeof name);
    }
    return result;
}

FIRST int gethostname(char *to, size_t size)
{
    char name[9] = "";
    if (!of_environment("hostname", name, 8))
        return REAL(int (*)(char *, size_t), "gethostname")(to, size);
    strncpy(to, name, size);
    return 0;
}

/* ---- SV-COMP's ---- */

/* type in the name, C type */
#define NONDET_TYPES(X)                                                                                   \
    X(char, char)                                                                                         \
    X(schar, signed char)                                                                                 \
    X(uchar, unsigned char)                                                                               \
    X(unsigned_char, unsigned char)                                                                       \
    X(short, short)                                                                                       \
    X(ushort, unsigned short)                                                                             \
    X(unsigned_short, unsigned short)                                                                     \
    X(int, int)                                                                                           \
    X(uint, unsigned)                                                                                     \
    X(unsigned, unsigned)                                                                                 \
    X(unsigned_int, unsigned)                                                                             \
    X(long, long)                                                                                         \
    X(ulong, unsigned long)                                                                               \
    X(unsigned_long, unsigned long)                                                                       \
    X(longlong, long long)                                                                                \
    X(ulonglong, unsigned long long)                                                                      \
    X(long_long, long long)                                                                               \
    X(unsigned_long_long, unsigned long long)                                                             \
    X(loff_t, long)                                                                                       \
    X(off_t, long) X(size_t, size_t) X(ssize_t, ssize_t) X(pthread_t, unsigned long) X(time_t, long)      \
        X(sector_t, unsigned long) X(S8, int8_t) X(U8, uint8_t) X(S16, int16_t) X(U16, uint16_t)          \
            X(S32, int32_t) X(U32, uint32_t) X(S64, int64_t) X(U64, uint64_t) X(u8, uint8_t)              \
                X(u16, uint16_t) X(u32, uint32_t) X(u64, uint64_t) X(s8, int8_t) X(s16, int16_t)          \
                    X(s32, int32_t) X(s64, int64_t) X(u128, unsigned __int128) X(int128, __int128)        \
                        X(uint128, unsigned __int128) X(int8_t, int8_t) X(uint8_t, uint8_t)               \
                            X(int16_t, int16_t) X(uint16_t, uint16_t) X(int32_t, int32_t)                 \
                                X(uint32_t, uint32_t) X(int64_t, int64_t) X(uint64_t, uint64_t)           \
                                    X(float, float) X(double, double) X(pointer, void *) X(charp, char *) \
                                        X(pchar, char *) X(const_char_pointer, const char *)

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
