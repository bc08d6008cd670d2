/* What a programmer of this engine can get wrong ends here: BUG() says where
 * and aborts. Never for a user's mistake or the world's refusal. */
#ifndef BASE_BUG_H
#define BASE_BUG_H

#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#define ARRAY_COUNT(array) (sizeof(array) / sizeof *(array))

_Noreturn void bug(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define BUG(...) bug(__FILE__, __LINE__, __VA_ARGS__)
#define BUG_ON(condition)          \
    do {                           \
        if (unlikely(condition))   \
            BUG("%s", #condition); \
    } while (0)

/* Checks that cost too much for a release build. */
#ifdef RAMIFY_DEBUG
#define DEBUG_CHECK(condition) BUG_ON(!(condition))
#else
#define DEBUG_CHECK(condition) ((void)sizeof(condition))
#endif

#endif
