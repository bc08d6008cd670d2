#include "base/text.h"

#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

void text_release(struct text *text)
{
    mem_free(text->data);
    *text = (struct text){0};
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = 0;
}

static void reserve(struct text *text, size_t more)
{
    size_t wanted = text->length + more + 1;
    if (wanted <= text->capacity)
        return;
    size_t capacity = text->capacity ? 2 * text->capacity : 64;
    text->capacity = capacity < wanted ? wanted : capacity;
    text->data = mem_resize(text->data, text->capacity);
}

void text_add_bytes(struct text *text, const void *bytes, size_t count)
{
    reserve(text, count);
    memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = 0;
}

void text_add_string(struct text *text, const char *string) { text_add_bytes(text, string, strlen(string)); }

void text_add_char(struct text *text, char byte) { text_add_bytes(text, &byte, 1); }

void text_add_v(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return;
    reserve(text, (size_t)length);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    text->length += (size_t)length;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_v(text, format, arguments);
    va_end(arguments);
}

const char *text_string(const struct text *text) { return text->data ? text->data : ""; }

char *text_format(const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_v(&text, format, arguments);
    va_end(arguments);
    return text.data ? text.data : mem_string("");
}
