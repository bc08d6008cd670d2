/* Memory that is there or the run ends in an orderly way.
 * When the system refuses, the handler set by the main program is called once
 * (it saves what was found and exits); these functions never return NULL. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

void *mem_alloc(size_t size);
void *mem_zero(size_t size);
void *mem_resize(void *memory, size_t size);
char *mem_string(const char *string);
char *mem_string_n(const char *string, size_t length);
void mem_free(void *memory);

/* Bytes of this process that are resident, as the kernel counts them. */
size_t mem_resident(void);

/* Bytes that were taken here and not given back. What libraries have taken for
 * themselves is not in it. */
size_t mem_taken(void);

/* What was given back goes to the system where that can be. */
void mem_trim(void);

/* Bytes of memory that this machine has, or the part that we may use. */
size_t mem_installed(void);

/* handler must not return. */
void mem_on_exhaustion(void (*handler)(void *context), void *context);

/* There is no memory where it cannot be done without: what the functions above call. For who gets it
 * elsewhere. */
_Noreturn void mem_exhausted(void);

#define NEW(type) ((type *)mem_zero(sizeof(type)))

#endif
