/* The library's private names of the malloc family: all are the engine's. */
#include <stdlib.h>

void *__libc_malloc(size_t size) { return malloc(size); }
void *__libc_malloc_impl(size_t size) { return malloc(size); }
void *__libc_calloc(size_t count, size_t size) { return calloc(count, size); }
void *__libc_realloc(void *p, size_t size) { return realloc(p, size); }
void __libc_free(void *p) { free(p); }

int __malloc_replaced = 1, __aligned_alloc_replaced = 1;

void __malloc_atfork(int who) {}
void __malloc_donate(char *start, char *end) {}
