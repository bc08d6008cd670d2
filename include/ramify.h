/* What a program under test may ask of Ramify. docs/intrinsics.md says more.
 *
 * Every function exists under two names, ramify_NAME and klee_NAME; the table
 * below declares both. klee/klee.h includes this file. */
#ifndef RAMIFY_H
#define RAMIFY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* result, name, parameters, attributes */
#define RAMIFY_INTRINSICS(X)                                                                     \
    /* make inputs */                                                                            \
    X(void, make_symbolic, (void *object, size_t size, const char *name), )                      \
    X(int, int, (const char *name), )                                                            \
    X(int, range, (int begin, int end, const char *name), )                                      \
    X(uintptr_t, choose, (uintptr_t count), )                                                    \
    /* constrain them */                                                                         \
    X(void, assume, (uintptr_t condition), )                                                     \
    X(void, prefer_cex, (void *object, uintptr_t condition), )                                   \
    X(void, posix_prefer_cex, (void *object, uintptr_t condition), )                             \
    /* look at values: an example, without constraining the path */                              \
    X(float, get_valuef, (float value), )                                                        \
    X(double, get_valued, (double value), )                                                      \
    X(long, get_valuel, (long value), )                                                          \
    X(long long, get_valuell, (long long value), )                                               \
    X(int32_t, get_value_i32, (int32_t value), )                                                 \
    X(int64_t, get_value_i64, (int64_t value), )                                                 \
    X(unsigned, is_symbolic, (uintptr_t value), )                                                \
    X(unsigned, is_replay, (void), )                                                             \
    X(void, print_expr, (const char *message, ...), )                                            \
    X(void, print_range, (const char *name, int value), )                                        \
    /* look at memory */                                                                         \
    X(size_t, get_obj_size, (void *object), )                                                    \
    X(void, check_memory_access, (const void *address, size_t size), )                           \
    X(void, define_fixed_object, (void *address, size_t size), )                                 \
    X(void, mark_global, (void *object), )                                                       \
    X(int, get_errno, (void), )                                                                  \
    /* say something */                                                                          \
    X(void, warning, (const char *message), )                                                    \
    X(void, warning_once, (const char *message), )                                               \
    X(void, stack_trace, (void), )                                                               \
    /* end the path */                                                                           \
    X(void, silent_exit, (int status), __attribute__((noreturn)))                                \
    X(void, abort, (void), __attribute__((noreturn)))                                            \
    X(void, report_error, (const char *file, int line, const char *message, const char *suffix), \
      __attribute__((noreturn)))                                                                 \
    /* steer the exploration */                                                                  \
    X(void, set_forking, (unsigned enable), )                                                    \
    X(void, open_merge, (void), )                                                                \
    X(void, close_merge, (void), )

#define RAMIFY_DECLARE(result, name, parameters, attributes) \
    result ramify_##name parameters attributes;              \
    result klee_##name parameters attributes;
RAMIFY_INTRINSICS(RAMIFY_DECLARE)
#undef RAMIFY_DECLARE

/* The C library's, by another name: libraries declare it differently. */
void ramify_assert_fail(const char *assertion, const char *file, unsigned line,
                        const char *function) __asm__("__assert_fail") __attribute__((noreturn));

#define ramify_assert(condition) \
    ((condition) ? (void)0 : ramify_assert_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif
#endif
