#include "result/show.h"

#include "base/alloc.h"
#include "base/visible.h"

#include <inttypes.h>
#include <string.h>

static bool printable(uint8_t byte) { return byte >= 32 && byte < 127; }

static void add_quoted(struct text *text, const uint8_t *bytes, size_t count, char quote)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == '\\' || bytes[i] == (uint8_t)quote)
            text_add(text, "\\%c", bytes[i]);
        else if (bytes[i] == '\n')
            text_add_string(text, "\\n");
        else if (printable(bytes[i]))
            text_add_char(text, (char)bytes[i]);
        else
            text_add(text, "\\x%02x", bytes[i]);
}

bool show_integer(const struct ktest_object *object, uint64_t *bits)
{
    if (object->size != 1 && object->size != 2 && object->size != 4 && object->size != 8)
        return false;
    *bits = 0;
    for (uint32_t i = 0; i < object->size; i++)
        *bits |= (uint64_t)object->bytes[i] << 8 * i;
    return true;
}

static int64_t as_signed(uint64_t bits, uint32_t size)
{
    return (int64_t)(bits << (64 - 8 * size)) >> (64 - 8 * size);
}

void show_object_short(struct text *text, const struct ktest_object *object, uint32_t most)
{
    uint64_t bits;
    text_add_visible(text, object->name, strlen(object->name), VISIBLE_ONE_LINE);
    text_add_string(text, " = ");
    if (show_integer(object, &bits)) {
        text_add(text, "%" PRId64 " (0x%0*" PRIx64 ")", as_signed(bits, object->size), (int)object->size * 2,
                 bits);
        return;
    }
    uint32_t count = object->size < most ? object->size : most;
    text_add_char(text, '"');
    add_quoted(text, object->bytes, count, '"');
    text_add_string(text, count < object->size ? "\"…" : "\"");
    if (count < object->size)
        text_add(text, " (%u bytes)", object->size);
}

static void show_quoted(FILE *out, const char *before, const char *string)
{
    char *shown = visible_line(string);
    fprintf(out, "%s'%s'", before, shown);
    mem_free(shown);
}

static void show_object(FILE *out, uint32_t number, const struct ktest_object *object)
{
    struct text text = {0};
    add_quoted(&text, object->bytes, object->size, '\'');
    visible_say(out, "object %u: name: '%s'", number, object->name);
    fprintf(out, "object %u: size: %u\n", number, object->size);
    fprintf(out, "object %u: data: b'%s'\n", number, text_string(&text));
    text_clear(&text);
    for (uint32_t i = 0; i < object->size; i++)
        text_add(&text, "%02x", object->bytes[i]);
    fprintf(out, "object %u: hex : 0x%s\n", number, text_string(&text));
    uint64_t bits;
    if (show_integer(object, &bits)) {
        fprintf(out, "object %u: int : %" PRId64 "\n", number, as_signed(bits, object->size));
        fprintf(out, "object %u: uint: %" PRIu64 "\n", number, bits);
    }
    text_clear(&text);
    for (uint32_t i = 0; i < object->size; i++)
        text_add_char(&text, printable(object->bytes[i]) ? (char)object->bytes[i] : '.');
    fprintf(out, "object %u: text: %s\n", number, text_string(&text));
    text_release(&text);
}

int show_ktest(const char *path, FILE *out)
{
    struct ktest test;
    char *error = NULL;
    if (!ktest_read(&test, path, &error)) {
        visible_say(stderr, "ramify: %s", error);
        mem_free(error);
        return 1;
    }
    visible_say(out, "ktest file : '%s'", path);
    fputs("args       : [", out);
    for (uint32_t i = 0; i < test.argument_count; i++)
        show_quoted(out, i ? ", " : "", test.arguments[i]);
    fprintf(out, "]\nnum objects: %u\n", test.object_count);
    for (uint32_t i = 0; i < test.object_count; i++)
        show_object(out, i, &test.objects[i]);
    ktest_release(&test);
    if (fflush(out) || ferror(out)) {
        visible_say(stderr, "ramify: cannot write what %s holds", path);
        return 1;
    }
    return 0;
}
