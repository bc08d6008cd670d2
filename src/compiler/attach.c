/* A section more in an ELF file, without moving what is there: the content, a
 * new table of section names and a new table of section headers go to the end,
 * and last of all the file's header is made to point at them. */
#include "compiler/attach.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CANNOT_READ "it cannot be read"
#define CANNOT_WRITE "it cannot be written"
#define NOT_ELF "it is no ELF file of a 64-bit little-endian machine"

void member_add(struct text *section, enum embedded_kind kind, const char *name, const void *bytes,
                size_t count)
{
    struct embedded_header header = {.kind = kind,
                                     .name_length = (uint32_t)strlen(name),
                                     .count = count,
                                     .hash = hash_bytes(bytes, count)};
    memcpy(header.magic, EMBEDDED_MAGIC, sizeof header.magic);
    text_add_bytes(section, &header, sizeof header);
    text_add_bytes(section, name, header.name_length);
    text_add_bytes(section, bytes, count);
}

static bool read_at(int file, void *bytes, size_t count, uint64_t at)
{
    for (size_t done = 0; done < count;) {
        ssize_t got = pread(file, (char *)bytes + done, count - done, (off_t)(at + done));
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static bool write_at(int file, const void *bytes, size_t count, uint64_t at)
{
    for (size_t done = 0; done < count;) {
        ssize_t put = pwrite(file, (const char *)bytes + done, count - done, (off_t)(at + done));
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

/* Headers of the sections, and the names they refer to. */
struct sections {
    Elf64_Ehdr file;
    Elf64_Shdr *headers; /* with room for one more */
    struct text names;
};

static const char *read_sections(int file, uint64_t size, struct sections *sections)
{
    Elf64_Ehdr *header = &sections->file;
    if (!read_at(file, header, sizeof *header, 0) || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
        return NOT_ELF;
    if (!header->e_shnum || header->e_shentsize != sizeof(Elf64_Shdr) ||
        header->e_shstrndx >= header->e_shnum)
        return "it has no sections, or too many";
    size_t bytes = header->e_shnum * sizeof(Elf64_Shdr);
    sections->headers = mem_zero(bytes + sizeof(Elf64_Shdr));
    if (!read_at(file, sections->headers, bytes, header->e_shoff))
        return CANNOT_READ;
    const Elf64_Shdr *names = &sections->headers[header->e_shstrndx];
    if (names->sh_size > size)
        return CANNOT_READ;
    char *text = mem_zero(names->sh_size + 1);
    bool complete = read_at(file, text, names->sh_size, names->sh_offset);
    if (complete)
        text_add_bytes(&sections->names, text, names->sh_size);
    mem_free(text);
    return complete ? NULL : CANNOT_READ;
}

static const char *append(int file, uint64_t size, struct sections *sections, const struct text *content)
{
    Elf64_Ehdr *header = &sections->file;
    Elf64_Shdr *names = &sections->headers[header->e_shstrndx];
    Elf64_Shdr *added = &sections->headers[header->e_shnum];
    uint64_t at = (size + 15) & ~(uint64_t)15;
    *added = (Elf64_Shdr){.sh_name = (uint32_t)sections->names.length,
                          .sh_type = SHT_PROGBITS,
                          .sh_offset = at,
                          .sh_size = content->length,
                          .sh_addralign = 1};
    text_add_bytes(&sections->names, EMBEDDED_SECTION, sizeof EMBEDDED_SECTION);
    names->sh_offset = at + content->length;
    names->sh_size = sections->names.length;
    header->e_shnum++;
    header->e_shoff = (names->sh_offset + names->sh_size + 15) & ~(uint64_t)15;
    bool written = header->e_shnum < SHN_LORESERVE && write_at(file, content->data, content->length, at) &&
                   write_at(file, sections->names.data, sections->names.length, names->sh_offset) &&
                   write_at(file, sections->headers, header->e_shnum * sizeof(Elf64_Shdr), header->e_shoff) &&
                   write_at(file, header, sizeof *header, 0);
    if (written)
        return NULL;
    if (ftruncate(file, (off_t)size)) /* the file is whole even so, only longer */
        return CANNOT_WRITE;
    return CANNOT_WRITE;
}

const char *attach_to_elf(const char *path, const struct text *content)
{
    struct stat status;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return CANNOT_WRITE;
    struct sections sections = {0};
    const char *reason = NOT_ELF;
    if (!fstat(file, &status) && S_ISREG(status.st_mode)) {
        reason = read_sections(file, (uint64_t)status.st_size, &sections);
        if (!reason)
            reason = append(file, (uint64_t)status.st_size, &sections, content);
    }
    mem_free(sections.headers);
    text_release(&sections.names);
    if (close(file) && !reason)
        reason = CANNOT_WRITE;
    return reason;
}

const char *attach_to_assembly(const char *path, const struct text *content)
{
    FILE *file = fopen(path, "ae");
    if (!file)
        return CANNOT_WRITE;
    fprintf(file, "\t.section\t%s,\"\",@progbits", EMBEDDED_SECTION);
    for (size_t i = 0; i < content->length; i++)
        fprintf(file, "%s%u", i % 32 ? "," : "\n\t.byte\t", (unsigned)(unsigned char)content->data[i]);
    fputs("\n\t.text\n", file);
    bool failed = ferror(file);
    return fclose(file) || failed ? CANNOT_WRITE : NULL;
}
