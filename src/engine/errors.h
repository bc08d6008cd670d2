/* Kinds of errors a path can end with, in one table:
 * kind, name in summary.json and --exit-on-error-type, file suffix (KLEE's
 * where KLEE has one), what it means. */
#ifndef ENGINE_ERRORS_H
#define ENGINE_ERRORS_H

#define ERROR_KINDS(X)                                                                                   \
    X(OUT_OF_BOUNDS, "out-of-bounds", "ptr", "memory access outside of any object")                      \
    X(NULL_POINTER, "null", "ptr", "null pointer dereference")                                           \
    X(USE_AFTER_FREE, "use-after-free", "ptr", "access to freed memory")                                 \
    X(USE_AFTER_RETURN, "use-after-return", "ptr",                                                       \
      "access to a local variable of a function that has returned")                                      \
    X(USE_AFTER_SCOPE, "use-after-scope", "ptr", "access to a local variable whose block has been left") \
    X(READ_ONLY, "read-only", "readonly", "write to constant memory")                                    \
    X(DOUBLE_FREE, "double-free", "free", "memory freed twice")                                          \
    X(INVALID_FREE, "invalid-free", "free", "free of something malloc did not return")                   \
    X(DIVISION, "division-by-zero", "div", "division or remainder by zero")                              \
    X(OVERFLOW, "overflow", "overflow", "arithmetic overflow")                                           \
    X(SHIFT, "shift", "overshift", "shift by the width or more")                                         \
    X(UNDEFINED, "undefined-behavior", "undefined_behavior",                                             \
      "undefined behaviour found by the sanitizer's checks")                                             \
    X(UNINITIALISED, "uninitialised", "uninit", "use of memory that was never written")                  \
    X(OVERLAP, "overlap", "overlap", "copy between bytes that overlap")                                  \
    X(UNREACHABLE, "unreachable", "unreachable", "code that must not be reached was reached")            \
    X(ASSERT, "assert", "assert", "failed assertion")                                                    \
    X(ABORT, "abort", "abort", "the program called abort")                                               \
    X(REACH_ERROR, "reach-error", "assert", "reach_error or __VERIFIER_error was called")                \
    X(USER, "user", "user", "reported by the program with klee_report_error")                            \
    X(LEAK, "leak", "leak", "memory never freed")                                                        \
    X(STACK_OVERFLOW, "stack-overflow", "stack", "too many nested calls")                                \
    X(BAD_CALL, "bad-call", "ptr", "call through a pointer that is no function")                         \
    X(EXTERNAL, "external", "external", "call of a function that is not defined")                        \
    X(UNSUPPORTED, "unsupported", "exec", "something the engine does not support")                       \
    X(MODEL, "model", "model", "something the engine had to give up on this path")

enum error_kind {
#define X(kind, name, suffix, meaning) ERROR_##kind,
    ERROR_KINDS(X)
#undef X
        ERROR_KIND_COUNT
};

const char *error_name(enum error_kind);
const char *error_suffix(enum error_kind);
const char *error_meaning(enum error_kind);

#endif
