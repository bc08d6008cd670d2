/* Goes from member to member; trusts no length. */
#include "program/embedded.h"

#include <string.h>

enum embedded_step embedded_next(const uint8_t **next, const uint8_t *end, struct embedded_member *member)
{
    while (*next < end && !**next) /* padding */
        ++*next;
    if (*next == end)
        return EMBEDDED_END;
    size_t left = (size_t)(end - *next);
    struct embedded_header *header = &member->header;
    if (left < sizeof *header)
        return EMBEDDED_BROKEN;
    memcpy(header, *next, sizeof *header);
    left -= sizeof *header;
    if (memcmp(header->magic, EMBEDDED_MAGIC, sizeof header->magic) || header->name_length > left ||
        header->count > left - header->name_length)
        return EMBEDDED_BROKEN;
    member->name = (const char *)*next + sizeof *header;
    member->bytes = (const uint8_t *)member->name + header->name_length;
    *next = member->bytes + header->count;
    return EMBEDDED_MEMBER;
}

void embedded_directories(const char *path, image_names *directories)
{
    struct image image;
    struct text ignored = {0};
    if (image_open(&image, path, &ignored)) {
        for (uint64_t i = 0; i < image.header.e_shnum; i++) {
            struct image_section section = image_section(&image, i);
            struct embedded_member member;
            const uint8_t *next = section.bytes;
            if (!next || strcmp(section.name, EMBEDDED_SECTION))
                continue;
            while (embedded_next(&next, section.bytes + section.count, &member) == EMBEDDED_MEMBER)
                if (member.header.kind == EMBEDDED_DIRECTORY)
                    vector_push(directories, mem_string_n(member.name, member.header.name_length));
        }
        image_close(&image);
    }
    text_release(&ignored);
}
