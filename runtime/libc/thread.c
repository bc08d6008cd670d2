/* What is left of pthread_cancel.c and pthread_spin_lock.c in a program of one thread. */
#include "pthread_impl.h"

void __cancel(void) {}
void __testcancel(void) {}

/* Nobody else lets go of it: to turn round and round would be for ever. */
int pthread_spin_lock(pthread_spinlock_t *lock)
{
    while (a_cas(lock, 0, EBUSY))
        __wait(lock, 0, EBUSY, 1);
    return 0;
}
