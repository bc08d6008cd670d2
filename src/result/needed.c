#include "result/needed.h"

#include "base/bug.h"
#include "base/text.h"
#include "program/embedded.h"

#include <stdlib.h>
#include <string.h>

char *needed_program(const char *path)
{
    char *real = realpath(path, NULL), *name = mem_string(real ? real : path);
    free(real);
    char *slash = strrchr(name, '/');
    char *behind =
        text_format("%.*s.libs/%s", slash ? (int)(slash + 1 - name) : 0, name, slash ? slash + 1 : name);
    bool is_script = !image_is(name) && image_is(behind);
    mem_free(is_script ? name : behind);
    return is_script ? behind : name;
}

/* ---- where libraries are ---- */

static void split(const char *list, image_names *directories)
{
    for (const char *end; list && *list; list = *end ? end + 1 : end) {
        end = list + strcspn(list, ":");
        if (end > list)
            vector_push(directories, mem_string_n(list, (size_t)(end - list)));
    }
}

static void read_image(const char *path, image_names *libraries, image_names *directories)
{
    struct image image;
    struct text ignored = {0};
    if (image_open(&image, path, &ignored)) {
        image_needed(&image, libraries, directories);
        image_close(&image);
    }
    text_release(&ignored);
}

/* Relative ones are from here. */
char *needed_path(const char *program)
{
    struct text path = {0};
    image_names libraries = {0}, directories = {0};
    split(getenv("LD_LIBRARY_PATH"), &directories);
    embedded_directories(program, &directories);
    read_image(program, &libraries, &directories);
    for (size_t i = 0; i < directories.count; i++) {
        char *real = realpath(directories.data[i], NULL);
        if (real)
            text_add(&path, "%s%s", path.length ? ":" : "", real);
        free(real);
    }
    image_names_release(&libraries);
    image_names_release(&directories);
    return path.data ? path.data : mem_string("");
}

/* ---- what is shown ---- */

/* Returns whether there is such a file. */
static bool show_file(struct view *view, const char *path)
{
    char *real = realpath(path, NULL);
    bool is_shown = !real || view_has(path);
    for (size_t i = 0; !is_shown && i < view->shown.count; i++)
        is_shown = !strcmp(view->shown.data[i].guest, path);
    if (!is_shown)
        view_show(view, mem_string(real), mem_string(path));
    free(real);
    return real;
}

static void show_library(struct view *view, const char *library, const image_names *directories)
{
    bool found = strchr(library, '/');
    if (*library == '/')
        show_file(view, library);
    for (size_t i = 0; !found && i < directories->count; i++) {
        char *path = text_format("%s/%s", directories->data[i], library);
        found = show_file(view, path);
        mem_free(path);
    }
}

static void show_loader(struct view *view, const char *program)
{
    struct image image;
    struct text ignored = {0};
    if (image_open(&image, program, &ignored)) {
        for (uint64_t i = 0; i < image.header.e_shnum; i++) {
            struct image_section section = image_section(&image, i);
            if (!strcmp(section.name, ".interp") && section.count && *section.bytes == '/' &&
                !section.bytes[section.count - 1])
                show_file(view, (const char *)section.bytes);
        }
        image_close(&image);
    }
    text_release(&ignored);
}

/* What is shown grows while it is gone through. */
void needed_show(struct view *view, const char *program, const char *guest, const char *library_path)
{
    image_names directories = {0};
    split(library_path, &directories);
    size_t next = view->shown.count;
    if (!view_has(guest))
        view_show(view, mem_string(program), mem_string(guest));
    show_loader(view, program);
    for (; next < view->shown.count; next++) {
        image_names libraries = {0}, own = {0};
        read_image(view->shown.data[next].host, &libraries, &own);
        for (size_t i = 0; i < libraries.count; i++) {
            show_library(view, libraries.data[i], &directories);
            show_library(view, libraries.data[i], &own);
        }
        image_names_release(&libraries);
        image_names_release(&own);
    }
    image_names_release(&directories);
}

bool needed_sanitizer(const char *program)
{
    static const char *const names[] = {"__asan_init", "__msan_init", "__tsan_init", "__hwasan_init"};
    struct image image;
    struct text ignored = {0};
    bool found = false;
    if (image_open(&image, program, &ignored)) {
        for (size_t i = 0; !found && i < ARRAY_COUNT(names); i++)
            found = memmem(image.bytes, image.count, names[i], strlen(names[i]));
        image_close(&image);
    }
    text_release(&ignored);
    return found;
}
