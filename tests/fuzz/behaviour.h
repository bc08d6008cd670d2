/* How a program of the fuzzer says what it computed. Natively finish() is that of native.c; inside, what was
 * seen is printed, or with OUTPUT_IS_INPUT made a condition of the path: the constraints then say what the
 * output is for every input. */
#include <stdint.h>
#include <stdio.h>

void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);

static uint64_t digest;

static inline void seen(uint64_t value) { digest = (digest << 7 | digest >> 57) ^ value; }

#ifdef NATIVE
void finish(uint64_t);
#else
static void finish(uint64_t output)
{
#ifdef OUTPUT_IS_INPUT
    uint64_t out;
    klee_make_symbolic(&out, sizeof out, "out");
    klee_assume(out == output);
#else
    fflush(stdout);
    fwrite(&output, sizeof output, 1, stdout);
#endif
}
#endif
