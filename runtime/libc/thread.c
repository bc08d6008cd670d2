/* What is left of pthread_cancel.c in a program of one thread. */
#include "pthread_impl.h"

void __cancel(void) {}
void __testcancel(void) {}
int pthread_cancel(pthread_t thread) { return ESRCH; }
