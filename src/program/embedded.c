/* The bitcode in a native program, back into one module.
 *
 * Members are linked in the order of the native link, which has decided already
 * which objects of which libraries belong to the program: nothing is missing and
 * nothing is left over. Shared libraries that carry bitcode are found as the
 * dynamic linker would, or where the static one was told to look; of them the
 * program gets what it needs, its own definitions first.
 *
 * A member whose hash is right was written by ramify-cc, and is read without a
 * look at it in a child first. */
#include "program/embedded.h"

#include "base/hash.h"
#include "base/vector.h"
#include "program/read.h"
#include "program/wanted.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct loading {
    LLVMContextRef context;
    struct wanted *wanted;
    struct log *log;
    image_names libraries;   /* asked for, in the order in which names are looked up */
    image_names directories; /* to look in for them */
};

/* ---- one file ---- */

/* Members that were linked together. */
struct part {
    LLVMModuleRef module;
    unsigned members;
};

/* A file and what its members become. LLVM's linker looks at all of what it
 * links into, so that member by member would take time in the square of their
 * number: parts of one size are linked with each other, the earlier one first. */
struct loaded {
    struct loading *loading;
    struct image image;
    VECTOR(struct part) parts;
};

/* The last two parts become one. */
static bool link_last(struct loaded *loaded, struct text *error)
{
    struct part last = vector_pop(&loaded->parts), *before = &loaded->parts.data[loaded->parts.count - 1];
    before->members += last.members;
    return link_module_again(before->module, last.module, loaded->image.path, error);
}

static bool link_member(struct loaded *loaded, const char *name, const uint8_t *bytes, size_t count,
                        struct text *error)
{
    LLVMModuleRef module = read_module_bytes(loaded->loading->context, name, bytes, count, error);
    if (!module)
        return false;
    wanted_note(loaded->loading->wanted, module, name);
    vector_push(&loaded->parts, ((struct part){module, 1}));
    bool good = true;
    while (good && loaded->parts.count > 1 &&
           loaded->parts.data[loaded->parts.count - 2].members <=
               loaded->parts.data[loaded->parts.count - 1].members)
        good = link_last(loaded, error);
    return good;
}

/* All parts as one module; NULL: there are none, or an error. */
static LLVMModuleRef whole_of(struct loaded *loaded, bool good, struct text *error)
{
    while (good && loaded->parts.count > 1)
        good = link_last(loaded, error);
    LLVMModuleRef whole = good && loaded->parts.count ? loaded->parts.data[0].module : NULL;
    for (size_t i = 0; !whole && i < loaded->parts.count; i++)
        LLVMDisposeModule(loaded->parts.data[i].module);
    vector_release(&loaded->parts);
    return whole;
}

static bool take_member(struct loaded *loaded, const struct embedded_header *header, const char *name,
                        const uint8_t *bytes, struct text *error)
{
    struct loading *loading = loaded->loading;
    if (hash_bytes(bytes, header->count) != header->hash) {
        text_add(error, "%s: the bitcode of %s in it is broken", loaded->image.path, name);
        return false;
    }
    switch (header->kind) {
    case EMBEDDED_BITCODE:
        return link_member(loaded, name, bytes, header->count, error);
    case EMBEDDED_NATIVE_ONLY:
        log_warning(loading->log, "no bitcode for %s: %.*s", name, (int)header->count, (const char *)bytes);
        return true;
    case EMBEDDED_DIRECTORY:
        vector_push(&loading->directories, mem_string(name));
        return true;
    }
    text_add(error, "%s: %s in it was made by another version of ramify-cc", loaded->image.path, name);
    return false;
}

static bool take_members(struct loaded *loaded, const uint8_t *next, const uint8_t *end, struct text *error)
{
    struct embedded_member member;
    enum embedded_step step;
    bool good = true;
    while (good && (step = embedded_next(&next, end, &member)) != EMBEDDED_END) {
        if (step == EMBEDDED_BROKEN) {
            text_add(error, "%s: the section %s in it is broken", loaded->image.path, EMBEDDED_SECTION);
            return false;
        }
        char *name = mem_string_n(member.name, member.header.name_length);
        good = take_member(loaded, &member.header, name, member.bytes, error);
        mem_free(name);
    }
    return good;
}

/* NULL if it carries nothing, and then also one line in *error if that is
 * because of something broken. */
static LLVMModuleRef load_image(struct loading *loading, const char *path, struct text *error)
{
    struct loaded loaded = {.loading = loading};
    if (!image_open(&loaded.image, path, error))
        return NULL;
    bool good = true;
    for (uint64_t i = 0; good && i < loaded.image.header.e_shnum; i++) {
        struct image_section section = image_section(&loaded.image, i);
        if (section.bytes && !strcmp(section.name, EMBEDDED_SECTION))
            good = take_members(&loaded, section.bytes, section.bytes + section.count, error);
    }
    image_needed(&loaded.image, &loading->libraries, &loading->directories);
    LLVMModuleRef whole = whole_of(&loaded, good, error);
    image_close(&loaded.image);
    return whole;
}

/* ---- shared libraries ---- */

static char *find_in(const char *directory, size_t length, const char *library)
{
    char *path = text_format("%.*s/%s", (int)length, directory, library);
    if (image_is(path))
        return path;
    mem_free(path);
    return NULL;
}

/* NULL: nowhere; the caller frees it */
static char *find_library(const struct loading *loading, const char *library)
{
    char *path = NULL;
    if (strchr(library, '/'))
        return image_is(library) ? mem_string(library) : NULL;
    for (size_t i = 0; !path && i < loading->directories.count; i++)
        path = find_in(loading->directories.data[i], strlen(loading->directories.data[i]), library);
    const char *list = getenv("LD_LIBRARY_PATH");
    for (const char *end; !path && list && *list; list = *end ? end + 1 : end) {
        end = list + strcspn(list, ":");
        path = find_in(list, (size_t)(end - list), library);
    }
    return path;
}

static bool asked_before(const struct loading *loading, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (!strcmp(loading->libraries.data[i], loading->libraries.data[index]))
            return true;
    return false;
}

/* All libraries as one module, NULL if there are none; false and a line in
 * *error if one is broken. The list grows as they ask for others. */
static bool load_libraries(struct loading *loading, LLVMModuleRef *libraries, struct text *error)
{
    bool good = true;
    for (size_t i = 0; good && i < loading->libraries.count; i++) {
        char *path = asked_before(loading, i) ? NULL : find_library(loading, loading->libraries.data[i]);
        LLVMModuleRef module = path ? load_image(loading, path, error) : NULL;
        good = !error->length;
        if (module)
            link_hide(module);
        if (module && *libraries)
            good = link_module_again(*libraries, module, path, error);
        else if (module)
            *libraries = module;
        mem_free(path);
    }
    return good;
}

static bool add_libraries(struct loading *loading, LLVMModuleRef program, struct text *error)
{
    LLVMModuleRef libraries = NULL;
    bool good = load_libraries(loading, &libraries, error);
    if (good && libraries)
        return link_module_by_need(program, libraries, "the shared libraries", error);
    if (libraries)
        LLVMDisposeModule(libraries);
    return good;
}

/* ---- the program ---- */

/* libtool leaves a script where the program will be, and the program in .libs;
 * the caller frees it. */
static char *behind_script(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char *hidden = text_format("%.*s.libs/%s", (int)(name - path), path, name);
    if (!image_is(path) && image_is(hidden))
        return hidden;
    mem_free(hidden);
    return mem_string(path);
}

bool embedded_is_program(const char *path)
{
    char *real = behind_script(path);
    bool is = image_is(real);
    mem_free(real);
    return is;
}

LLVMModuleRef embedded_load(LLVMContextRef context, const char *path, struct wanted *wanted, struct log *log,
                            struct text *error)
{
    struct loading loading = {.context = context, .wanted = wanted, .log = log};
    char *real = behind_script(path);
    LLVMModuleRef program = load_image(&loading, real, error);
    if (program && !add_libraries(&loading, program, error)) {
        LLVMDisposeModule(program);
        program = NULL;
    }
    if (!program && !error->length)
        text_add(error, "%s carries no bitcode: build it with ramify-cc", path);
    image_names_release(&loading.libraries);
    image_names_release(&loading.directories);
    mem_free(real);
    return program;
}
