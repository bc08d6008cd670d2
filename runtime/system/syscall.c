/* The door: a system call's number to the function that answers it. */
#include "system.h"

#include <asm/unistd.h>

struct system __ramify_system;

#define ARGUMENTS_0
#define ARGUMENTS_1 a
#define ARGUMENTS_2 a, b
#define ARGUMENTS_3 a, b, c
#define ARGUMENTS_4 a, b, c, d
#define ARGUMENTS_5 a, b, c, d, e
#define ARGUMENTS_6 a, b, c, d, e, f

static long system_call(long number)
{
    char message[] = "number ... is not there: ENOSYS";
    char *digits = message + 7;
    for (int i = 2; i >= 0; i--, number /= 10)
        digits[i] = (char)('0' + number % 10);
    klee_warning_once(message);
    return -ENOSYS;
}

long __ramify_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    number = (long)__ramify_decide((unsigned long)number);
    system_begin();
    int error = fault(number);
    if (error)
        return -error;
    switch (number) {
#define CALL(name, count) \
    case __NR_##name:     \
        return system_##name(ARGUMENTS_##count);
#define NOTHING(name) \
    case __NR_##name: \
        return 0;
#define REFUSED(name) \
    case __NR_##name: \
        __ramify_fail("unsupported", "the system call " #name " is not supported: one process, no network");
#include "calls.def"
    default:
        return system_call(number);
    }
}
