/* Seconds of clocks that never go back. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_seconds(void);

/* Of the processor, for this process, as the kernel counts them for RLIMIT_CPU: by the ticks of a clock,
 * which is not what getrusage() or clock() say. */
double clock_processor_seconds(void);
/* The same for timer_create(). */
#define CLOCK_PROCESSOR_LIMIT (-8) /* the kernel's CPUCLOCK_PROF, of the process that asks */

#endif
