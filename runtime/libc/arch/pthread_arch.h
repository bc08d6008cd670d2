/* The one thread's descriptor is a global variable (start.c). */
extern struct __pthread __ramify_thread;

static inline uintptr_t __get_tp(void) { return (uintptr_t)&__ramify_thread; }

#define MC_PC gregs[REG_RIP]
