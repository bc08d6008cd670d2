/* The calling convention of x86-64: where a call puts its arguments, and a
 * function its results. Caller and callee that agree on the type never look at
 * it; it decides what reaches a callee that was called as something else. */
#ifndef PROGRAM_CONVENTION_H
#define PROGRAM_CONVENTION_H

#include "program/code.h"

enum scalar_class { SCALAR_INTEGER, SCALAR_FLOAT, SCALAR_LONG_DOUBLE };

/* The place of the next argument; takes its registers, or its part of the stack. */
uint32_t pass_scalar(struct passing *, unsigned bits, enum scalar_class);
/* Of one that is passed by value in memory. */
uint32_t pass_bytes(struct passing *, unsigned bytes, unsigned alignment);
/* The place of the next part of a result. */
uint32_t return_scalar(struct passing *, unsigned bits, enum scalar_class);

/* How the arguments from `fixed` on lie in the area that va_arg reads. Their
 * registers are the callers to fill in. */
struct variadic_area lay_out_variadic(const struct passed *, uint32_t count, struct passing fixed,
                                      struct variadic_argument *);

#endif
