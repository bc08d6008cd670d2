#include "base/visible.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <string.h>
#include <unistd.h>

/* first, last */
static const uint32_t unseen[][2] = {
    {0x00, 0x1f},       {0x7f, 0x9f},     /* control characters */
    {0x61c, 0x61c},     {0x200e, 0x200f}, /* marks of direction */
    {0x2028, 0x202e},   {0x2066, 0x206f}, /* separators; embeddings, overrides and isolates */
    {0xfeff, 0xfeff},   {0xfff9, 0xfffb}, /* marks of byte order and of annotations */
    {0xe0000, 0xe007f},                   /* tags */
};

bool visible_not(uint32_t code)
{
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (code >= unseen[i][0] && code <= unseen[i][1])
            return true;
    return false;
}

static void add_code(struct text *text, uint32_t code)
{
    if (code == '\n')
        text_add_string(text, "\\n");
    else if (code == '\r')
        text_add_string(text, "\\r");
    else if (code == '\t')
        text_add_string(text, "\\t");
    else if (code < 0x80)
        text_add(text, "\\x%02x", code);
    else
        text_add(text, code < 0x10000 ? "\\u%04x" : "\\U%08x", code);
}

void text_add_visible(struct text *text, const char *bytes, size_t count, enum visible_lines lines)
{
    for (size_t i = 0; i < count;) {
        char next[5] = {0}; /* the last character may be cut short */
        memcpy(next, bytes + i, count - i < 4 ? count - i : 4);
        size_t length = utf8_length(next);
        uint32_t code = utf8_code(next, length);
        bool is_layout = lines == VISIBLE_LINES && (code == '\n' || code == '\t');
        if (!length)
            text_add(text, "\\x%02x", (unsigned char)bytes[i]);
        else if (visible_not(code) && !is_layout)
            add_code(text, code);
        else
            text_add_bytes(text, bytes + i, length);
        i += length ? length : 1;
    }
}

char *visible_line(const char *string)
{
    struct text text = {0};
    text_add_visible(&text, string, strlen(string), VISIBLE_ONE_LINE);
    return text.data ? text.data : mem_string("");
}

void visible_say(FILE *file, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_v(&text, format, arguments);
    va_end(arguments);
    char *line = visible_line(text_string(&text));
    fprintf(file, "%s\n", line);
    mem_free(line);
    text_release(&text);
}

void visible_print(FILE *file, const char *bytes, size_t count)
{
    struct text text = {0};
    bool is_terminal = isatty(fileno(file));
    if (is_terminal)
        text_add_visible(&text, bytes, count, VISIBLE_LINES);
    fwrite(is_terminal ? text_string(&text) : bytes, 1, is_terminal ? text.length : count, file);
    text_release(&text);
}
