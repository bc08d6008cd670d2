#include "result/ktest.h"

#include "base/alloc.h"
#include "base/text.h"

#include <string.h>

enum { LARGEST = 1 << 30, OLDEST = 1, VERSION = 3 };
/* More than any program has: a file of zeros would have as many as it has words. */
enum { MOST_ARGUMENTS = 1 << 20, MOST_OBJECTS = 1 << 22 };

static void add_number(struct file_writer *writer, uint32_t number)
{
    char bytes[4] = {(char)(number >> 24), (char)(number >> 16), (char)(number >> 8), (char)number};
    file_add(writer, bytes, 4);
}

static void add_counted(struct file_writer *writer, const void *bytes, size_t count)
{
    add_number(writer, (uint32_t)count);
    file_add(writer, bytes, count);
}

enum file_end ktest_write(const struct ktest *test, const char *path, struct budget *budget, char **error)
{
    struct file_writer writer;
    file_begin(&writer, path, budget);
    file_add(&writer, "KTEST", 5);
    add_number(&writer, VERSION);
    add_number(&writer, test->argument_count);
    for (uint32_t i = 0; i < test->argument_count; i++)
        add_counted(&writer, test->arguments[i], strlen(test->arguments[i]));
    add_number(&writer, 0);
    add_number(&writer, 0);
    add_number(&writer, test->object_count);
    for (uint32_t i = 0; i < test->object_count; i++) {
        add_counted(&writer, test->objects[i].name, strlen(test->objects[i].name));
        add_counted(&writer, test->objects[i].bytes, test->objects[i].size);
    }
    return file_end(&writer, error);
}

/* What is left to read; a read past the end makes it bad, for good. */
struct reader {
    const uint8_t *next, *end;
    bool bad;
};

static const uint8_t *take(struct reader *reader, size_t count)
{
    if (reader->bad || (size_t)(reader->end - reader->next) < count) {
        reader->bad = true;
        return NULL;
    }
    reader->next += count;
    return reader->next - count;
}

static uint32_t take_number(struct reader *reader)
{
    const uint8_t *b = take(reader, 4);
    return b ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3] : 0;
}

static char *take_string(struct reader *reader)
{
    uint32_t length = take_number(reader);
    const uint8_t *bytes = take(reader, length);
    return bytes ? mem_string_n((const char *)bytes, length) : NULL;
}

/* A count of things that take at least `least` bytes each: no larger than the
 * rest of the file can hold, whatever the file says. */
static uint32_t take_count(struct reader *reader, size_t least, uint32_t most)
{
    uint32_t count = take_number(reader);
    if (count > most || count > (size_t)(reader->end - reader->next) / least)
        reader->bad = true;
    return reader->bad ? 0 : count;
}

static void take_test(struct reader *reader, struct ktest *test, uint32_t version)
{
    uint32_t count = take_count(reader, 4, MOST_ARGUMENTS);
    test->arguments = mem_zero((count + 1) * sizeof *test->arguments);
    for (uint32_t i = 0; i < count && !reader->bad; i++)
        if ((test->arguments[i] = take_string(reader)))
            test->argument_count++;
    if (version >= 2)
        take(reader, 8);
    count = take_count(reader, 8, MOST_OBJECTS);
    test->objects = mem_zero((count + 1) * sizeof *test->objects);
    for (uint32_t i = 0; i < count && !reader->bad; i++) {
        struct ktest_object *object = &test->objects[test->object_count++];
        object->name = take_string(reader);
        object->size = take_number(reader);
        const uint8_t *bytes = take(reader, object->size);
        if (bytes)
            memcpy(object->bytes = mem_alloc(object->size + 1), bytes, object->size);
        else
            object->size = 0;
    }
}

bool ktest_read(struct ktest *test, const char *path, char **error)
{
    *test = (struct ktest){0};
    size_t count;
    char *bytes = file_read(path, LARGEST, &count, error);
    if (!bytes)
        return false;
    struct reader reader = {(const uint8_t *)bytes, (const uint8_t *)bytes + count, false};
    const uint8_t *magic = take(&reader, 5);
    if (!magic || (memcmp(magic, "KTEST", 5) && memcmp(magic, "BOUT\n", 5))) {
        *error = text_format("%s is not a .ktest file", path);
        mem_free(bytes);
        return false;
    }
    uint32_t version = take_number(&reader);
    bool known = !reader.bad && version >= OLDEST && version <= VERSION;
    if (known)
        take_test(&reader, test, version);
    if (!reader.bad && !known)
        *error = text_format("%s has version %u of the format; known are %d to %d", path, version, OLDEST,
                             VERSION);
    else if (reader.bad)
        *error = text_format("%s is cut short or damaged", path);
    else if (reader.next != reader.end)
        *error =
            text_format("%s has %zu bytes too many at its end", path, (size_t)(reader.end - reader.next));
    bool good = known && !reader.bad && reader.next == reader.end;
    mem_free(bytes);
    if (!good)
        ktest_release(test);
    return good;
}

void ktest_release(struct ktest *test)
{
    for (uint32_t i = 0; i < test->argument_count; i++)
        mem_free(test->arguments[i]);
    for (uint32_t i = 0; i < test->object_count; i++) {
        mem_free(test->objects[i].name);
        mem_free(test->objects[i].bytes);
    }
    mem_free(test->arguments);
    mem_free(test->objects);
    *test = (struct ktest){0};
}

const struct ktest_object *ktest_find(const struct ktest *test, const char *name)
{
    for (uint32_t i = 0; i < test->object_count; i++)
        if (!strcmp(test->objects[i].name, name))
            return &test->objects[i];
    return NULL;
}
