/* A growing array of any type: VECTOR(int) numbers = {0};
 * vector_push(&numbers, 7); numbers.data[0]; numbers.count; */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include "base/alloc.h"

#define VECTOR(type)     \
    struct {             \
        type *data;      \
        size_t count;    \
        size_t capacity; \
    }

#define vector_reserve(vector, wanted)                                                       \
    do {                                                                                     \
        if ((wanted) > (vector)->capacity) {                                                 \
            size_t capacity_ = (vector)->capacity ? 2 * (vector)->capacity : 8;              \
            if (capacity_ < (wanted))                                                        \
                capacity_ = (wanted);                                                        \
            (vector)->data = mem_resize((vector)->data, capacity_ * sizeof *(vector)->data); \
            (vector)->capacity = capacity_;                                                  \
        }                                                                                    \
    } while (0)

#define vector_push(vector, ...)                           \
    do {                                                   \
        vector_reserve(vector, (vector)->count + 1);       \
        (vector)->data[(vector)->count++] = (__VA_ARGS__); \
    } while (0)

#define vector_pop(vector) ((vector)->data[--(vector)->count])
#define vector_clear(vector) ((void)((vector)->count = 0))
#define vector_release(vector)                    \
    do {                                          \
        mem_free((vector)->data);                 \
        (vector)->data = NULL;                    \
        (vector)->count = (vector)->capacity = 0; \
    } while (0)

#endif
