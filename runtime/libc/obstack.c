/* Stacks of objects in chunks, as the inline functions of glibc's <obstack.h>
 * expect them in memory: musl has none. The functions here are what those call
 * when a chunk is full or given back. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct _obstack_chunk {
    char *limit; /* one past the end */
    struct _obstack_chunk *previous;
    char contents[4];
};

struct obstack {
    long chunk_size;
    struct _obstack_chunk *chunk;
    char *object_base; /* of the object that grows */
    char *next_free;
    char *chunk_limit;
    union {
        ptrdiff_t number;
        void *pointer;
    } temporary;
    int alignment_mask;
    void *allocate, *release; /* with the extra argument before the others, if there is one */
    void *extra;
    unsigned use_extra : 1;
    unsigned maybe_empty : 1; /* the chunk may hold an empty object at its start */
    unsigned failed : 1;
};

enum { USUAL_CHUNK = 4064, USUAL_ALIGNMENT = 16 };

int obstack_exit_failure = 1;

static void fail(void)
{
    fprintf(stderr, "memory exhausted\n");
    exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = fail;

static struct _obstack_chunk *allocate(struct obstack *stack, long size)
{
    struct _obstack_chunk *chunk =
        stack->use_extra ? ((struct _obstack_chunk * (*)(void *, long)) stack->allocate)(stack->extra, size)
                         : ((struct _obstack_chunk * (*)(long)) stack->allocate)(size);
    if (!chunk)
        obstack_alloc_failed_handler();
    return chunk;
}

static void release(struct obstack *stack, struct _obstack_chunk *chunk)
{
    if (stack->use_extra)
        ((void (*)(void *, struct _obstack_chunk *))stack->release)(stack->extra, chunk);
    else
        ((void (*)(struct _obstack_chunk *))stack->release)(chunk);
}

static char *first_object(const struct obstack *stack, struct _obstack_chunk *chunk)
{
    return chunk->contents + (-(uintptr_t)chunk->contents & (uintptr_t)stack->alignment_mask);
}

static int begin(struct obstack *stack, int size, int alignment)
{
    stack->alignment_mask = (alignment ? alignment : USUAL_ALIGNMENT) - 1;
    stack->chunk_size = size ? size : USUAL_CHUNK;
    struct _obstack_chunk *chunk = stack->chunk = allocate(stack, stack->chunk_size);
    chunk->previous = NULL;
    chunk->limit = stack->chunk_limit = (char *)chunk + stack->chunk_size;
    stack->object_base = stack->next_free = first_object(stack, chunk);
    stack->maybe_empty = stack->failed = 0;
    return 1;
}

int _obstack_begin(struct obstack *stack, int size, int alignment, void *(*get)(long), void (*give)(void *))
{
    stack->allocate = (void *)get;
    stack->release = (void *)give;
    stack->use_extra = 0;
    return begin(stack, size, alignment);
}

int _obstack_begin_1(struct obstack *stack, int size, int alignment, void *(*get)(void *, long),
                     void (*give)(void *, void *), void *extra)
{
    stack->allocate = (void *)get;
    stack->release = (void *)give;
    stack->extra = extra;
    stack->use_extra = 1;
    return begin(stack, size, alignment);
}

/* The growing object moves to a new chunk, with room for so many bytes more. */
void _obstack_newchunk(struct obstack *stack, int more)
{
    struct _obstack_chunk *old = stack->chunk;
    long length = stack->next_free - stack->object_base;
    long size = length + more + (length >> 3) + stack->alignment_mask + 100;
    if (size < stack->chunk_size)
        size = stack->chunk_size;
    struct _obstack_chunk *chunk = stack->chunk = allocate(stack, size);
    chunk->previous = old;
    chunk->limit = stack->chunk_limit = (char *)chunk + size;
    char *base = first_object(stack, chunk);
    memcpy(base, stack->object_base, (size_t)length);
    if (!stack->maybe_empty && stack->object_base == first_object(stack, old)) {
        chunk->previous = old->previous; /* there was nothing else in it */
        release(stack, old);
    }
    stack->object_base = base;
    stack->next_free = base + length;
    stack->maybe_empty = 0;
}

static int is_inside(const struct _obstack_chunk *chunk, const void *object)
{
    return (const void *)chunk < object && object <= (const void *)chunk->limit;
}

int _obstack_allocated_p(struct obstack *stack, void *object)
{
    struct _obstack_chunk *chunk = stack->chunk;
    while (chunk && !is_inside(chunk, object))
        chunk = chunk->previous;
    return chunk != NULL;
}

/* The object and all that came after it; NULL: everything. */
void obstack_free(struct obstack *stack, void *object)
{
    struct _obstack_chunk *chunk = stack->chunk;
    while (chunk && !is_inside(chunk, object)) {
        struct _obstack_chunk *previous = chunk->previous;
        release(stack, chunk);
        chunk = previous;
        stack->maybe_empty = 1;
    }
    stack->chunk = chunk;
    if (chunk) {
        stack->object_base = stack->next_free = object;
        stack->chunk_limit = chunk->limit;
    } else if (object) {
        abort();
    }
}
void _obstack_free(struct obstack *stack, void *object) { obstack_free(stack, object); }

int _obstack_memory_used(struct obstack *stack)
{
    long used = 0;
    for (const struct _obstack_chunk *chunk = stack->chunk; chunk; chunk = chunk->previous)
        used += chunk->limit - (const char *)chunk;
    return (int)used;
}

/* ---- printing at the end of the growing object ---- */

int obstack_vprintf(struct obstack *stack, const char *format, va_list list)
{
    char *text;
    int length = vasprintf(&text, format, list);
    if (length < 0)
        return length;
    if (stack->chunk_limit - stack->next_free < length)
        _obstack_newchunk(stack, length);
    memcpy(stack->next_free, text, (size_t)length);
    stack->next_free += length;
    free(text);
    return length;
}

int obstack_printf(struct obstack *stack, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = obstack_vprintf(stack, format, list);
    va_end(list);
    return length;
}

int __obstack_vprintf_chk(struct obstack *stack, int flag, const char *format, va_list list)
{
    return obstack_vprintf(stack, format, list);
}

int __obstack_printf_chk(struct obstack *stack, int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = obstack_vprintf(stack, format, list);
    va_end(list);
    return length;
}
