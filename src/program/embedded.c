/* The bitcode in a native program, back into one module.
 *
 * Members are linked in the order of the native link, which has decided already
 * which objects of which libraries belong to the program: nothing is missing and
 * nothing is left over. A member whose hash is right was written by ramify-cc,
 * and is read without a look at it in a child first. */
#include "program/embedded.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "program/read.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct image {
    const char *path;
    const uint8_t *bytes;
    size_t count;
};

static bool map_image(struct image *image, struct text *error)
{
    struct stat status;
    int file = open(image->path, O_RDONLY | O_CLOEXEC);
    bool mapped = false;
    if (file >= 0 && !fstat(file, &status) && status.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        mapped = bytes != MAP_FAILED;
        image->bytes = bytes;
        image->count = (size_t)status.st_size;
    }
    if (!mapped)
        text_add(error, "cannot read %s: %s", image->path, strerror(errno));
    if (file >= 0)
        close(file);
    return mapped;
}

bool embedded_is_program(const char *path)
{
    char magic[SELFMAG];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is = file >= 0 && read(file, magic, sizeof magic) == (ssize_t)sizeof magic &&
              !memcmp(magic, ELFMAG, SELFMAG);
    if (file >= 0)
        close(file);
    return is;
}

static bool lies_within(const struct image *image, uint64_t offset, uint64_t size)
{
    return offset <= image->count && size <= image->count - offset;
}

/* Where the headers of the sections are; 0 of them if they make no sense. */
static uint64_t find_sections(const struct image *image, Elf64_Ehdr *header)
{
    if (image->count < sizeof *header)
        return 0;
    memcpy(header, image->bytes, sizeof *header);
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_shentsize != sizeof(Elf64_Shdr) ||
        !lies_within(image, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
        return 0;
    return header->e_shnum;
}

static void get_section(const struct image *image, const Elf64_Ehdr *header, uint64_t index,
                        Elf64_Shdr *section)
{
    memcpy(section, image->bytes + header->e_shoff + index * sizeof *section, sizeof *section);
}

static bool is_named(const struct image *image, const Elf64_Shdr *names, const Elf64_Shdr *section)
{
    uint64_t at = names->sh_offset + section->sh_name;
    return section->sh_name < names->sh_size && lies_within(image, at, sizeof EMBEDDED_SECTION) &&
           !memcmp(image->bytes + at, EMBEDDED_SECTION, sizeof EMBEDDED_SECTION);
}

struct loading {
    LLVMContextRef context;
    struct log *log;
    struct image image;
    LLVMModuleRef whole;
    size_t members; /* with bitcode */
};

static bool link_member(struct loading *loading, const char *name, const uint8_t *bytes, size_t count,
                        struct text *error)
{
    LLVMModuleRef module = read_module_bytes(loading->context, name, bytes, count, error);
    if (!module)
        return false;
    loading->members++;
    if (loading->whole)
        return link_module_again(loading->whole, module, name, error);
    loading->whole = module;
    return true;
}

static bool take_member(struct loading *loading, const struct embedded_header *header, const char *name,
                        const uint8_t *bytes, struct text *error)
{
    if (hash_bytes(bytes, header->count) != header->hash) {
        text_add(error, "%s: the bitcode of %s in it is broken", loading->image.path, name);
        return false;
    }
    if (header->kind == EMBEDDED_BITCODE)
        return link_member(loading, name, bytes, header->count, error);
    if (header->kind == EMBEDDED_NATIVE_ONLY) {
        log_warning(loading->log, "no bitcode for %s: %.*s", name, (int)header->count, (const char *)bytes);
        return true;
    }
    text_add(error, "%s: %s in it was made by another version of ramify-cc", loading->image.path, name);
    return false;
}

static bool take_members(struct loading *loading, const uint8_t *next, const uint8_t *end, struct text *error)
{
    bool good = true;
    while (good && next < end) {
        struct embedded_header header;
        if (!*next) { /* padding */
            next++;
            continue;
        }
        size_t left = (size_t)(end - next);
        if (left >= sizeof header)
            memcpy(&header, next, sizeof header);
        if (left < sizeof header || memcmp(header.magic, EMBEDDED_MAGIC, sizeof header.magic) ||
            header.name_length > left - sizeof header ||
            header.count > left - sizeof header - header.name_length) {
            text_add(error, "%s: the section %s in it is broken", loading->image.path, EMBEDDED_SECTION);
            return false;
        }
        next += sizeof header;
        char *name = mem_string_n((const char *)next, header.name_length);
        next += header.name_length;
        good = take_member(loading, &header, name, next, error);
        mem_free(name);
        next += header.count;
    }
    return good;
}

static bool take_sections(struct loading *loading, struct text *error)
{
    const struct image *image = &loading->image;
    Elf64_Ehdr header = {0};
    uint64_t count = find_sections(image, &header);
    if (header.e_shstrndx >= count)
        return true;
    Elf64_Shdr names, section;
    get_section(image, &header, header.e_shstrndx, &names);
    for (uint64_t i = 0; i < count; i++) {
        get_section(image, &header, i, &section);
        if (!is_named(image, &names, &section) || !lies_within(image, section.sh_offset, section.sh_size))
            continue;
        const uint8_t *start = image->bytes + section.sh_offset;
        if (!take_members(loading, start, start + section.sh_size, error))
            return false;
    }
    return true;
}

LLVMModuleRef embedded_load(LLVMContextRef context, const char *path, struct log *log, struct text *error)
{
    struct loading loading = {.context = context, .log = log, .image.path = path};
    if (!map_image(&loading.image, error))
        return NULL;
    bool good = take_sections(&loading, error);
    munmap((void *)loading.image.bytes, loading.image.count);
    if (good && loading.members)
        return loading.whole;
    if (good)
        text_add(error, "%s carries no bitcode: build it with ramify-cc", path);
    if (loading.whole)
        LLVMDisposeModule(loading.whole);
    return NULL;
}
