/* Reads ELF by its section headers; every offset is checked before use. */
#include "program/image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool image_is(const char *path)
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

static void read_header(struct image *image)
{
    Elf64_Ehdr *header = &image->header;
    if (image->count >= sizeof *header)
        memcpy(header, image->bytes, sizeof *header);
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shstrndx >= header->e_shnum ||
        !lies_within(image, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
        header->e_shnum = 0;
}

bool image_open(struct image *image, const char *path, struct text *error)
{
    struct stat status;
    *image = (struct image){.path = path};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (file >= 0 && !fstat(file, &status) && status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) {
        text_add(error, "cannot read %s: %s", path, strerror(errno));
    } else {
        image->bytes = bytes;
        image->count = (size_t)status.st_size;
        read_header(image);
    }
    if (file >= 0)
        close(file);
    return image->bytes;
}

void image_close(struct image *image)
{
    if (image->bytes)
        munmap((void *)image->bytes, image->count);
    *image = (struct image){0};
}

static Elf64_Shdr section_header(const struct image *image, uint64_t index)
{
    Elf64_Shdr section;
    memcpy(&section, image->bytes + image->header.e_shoff + index * sizeof section, sizeof section);
    return section;
}

/* A string that ends within its table; "" if there is none. */
static const char *string_at(const struct image *image, const Elf64_Shdr *table, uint64_t at)
{
    if (table->sh_type != SHT_STRTAB || !lies_within(image, table->sh_offset, table->sh_size) ||
        at >= table->sh_size)
        return "";
    const char *string = (const char *)image->bytes + table->sh_offset + at;
    return memchr(string, 0, table->sh_size - at) ? string : "";
}

struct image_section image_section(const struct image *image, uint64_t index)
{
    Elf64_Shdr names = section_header(image, image->header.e_shstrndx);
    Elf64_Shdr header = section_header(image, index);
    struct image_section section = {.name = string_at(image, &names, header.sh_name), .type = header.sh_type};
    if (header.sh_type != SHT_NOBITS && lies_within(image, header.sh_offset, header.sh_size)) {
        section.bytes = image->bytes + header.sh_offset;
        section.count = header.sh_size;
    }
    return section;
}

/* $ORIGIN is where the program is. */
static void add_directories(const struct image *image, const char *list, image_names *directories)
{
    const char *slash = strrchr(image->path, '/');
    for (const char *end; *list; list = *end ? end + 1 : end) {
        end = list + strcspn(list, ":");
        if (!strncmp(list, "$ORIGIN", 7))
            vector_push(directories, text_format("%.*s%.*s", slash ? (int)(slash - image->path) : 1,
                                                 slash ? image->path : ".", (int)(end - list - 7), list + 7));
        else if (end > list)
            vector_push(directories, mem_string_n(list, (size_t)(end - list)));
    }
}

void image_needed(const struct image *image, image_names *libraries, image_names *directories)
{
    for (uint64_t i = 0; i < image->header.e_shnum; i++) {
        Elf64_Shdr header = section_header(image, i);
        struct image_section section = image_section(image, i);
        if (header.sh_type != SHT_DYNAMIC || !section.bytes || header.sh_link >= image->header.e_shnum)
            continue;
        Elf64_Shdr strings = section_header(image, header.sh_link);
        Elf64_Dyn entry;
        for (size_t at = 0; at + sizeof entry <= section.count; at += sizeof entry) {
            memcpy(&entry, section.bytes + at, sizeof entry);
            const char *string = string_at(image, &strings, entry.d_un.d_val);
            if (entry.d_tag == DT_NEEDED && *string)
                vector_push(libraries, mem_string(string));
            else if (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH)
                add_directories(image, string, directories);
        }
    }
}

void image_names_release(image_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        mem_free(names->data[i]);
    vector_release(names);
}
