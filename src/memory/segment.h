/* Segments: one array for the bytes of several objects, or of a piece of one
 * (papers/2). Addresses do not move. A segment changes only where a byte lives
 * when it lives in an array: not at its offset in the array of its object, but
 * at its position in the array of its segment. Whoever reads or writes at a
 * concrete offset does not notice; a pointer with several targets becomes one
 * position.
 *
 * An object is in no segment (its array is its own), or all of its bytes are in
 * segments: in one, or piece by piece in several. What is freed leaves its
 * segment. A segment belongs to one space; copies of a space share segments
 * until they differ.
 *
 * Every store in an array is, under the path condition, inside of the bytes of
 * the object it was meant for, or at an index that no array reaches: so arrays
 * can be put side by side and cut into pieces without a look at their stores. */
#ifndef MEMORY_SEGMENT_H
#define MEMORY_SEGMENT_H

#include "memory/space.h"

/* An index no array reaches, nor do the bytes that follow it, nor any array it is moved to. */
static const uint64_t index_nowhere = (uint64_t)1 << 63;

/* Bytes of an object. */
struct extent {
    uint32_t object;
    uint64_t first, end;
};

struct member {
    struct extent extent;
    uint64_t position; /* of its first byte */
};

/* Numbers below this are for segments named by whoever joins objects to them; 0 is none. */
enum { SEGMENT_NAMED_END = 1 << 16 };

/* The segment that the byte at this offset is in, and where it is there; 0: in none. */
uint32_t space_segment_at(const struct space *, uint32_t object, uint64_t offset, uint64_t *position);
/* Is the object in pieces, each in a segment of its own? */
bool space_is_split(const struct space *, uint32_t object);
/* The piece of the object that the byte is in: all of it, if it is not split. */
struct extent space_piece_at(const struct space *, uint32_t object, uint64_t offset);
/* Does one of the bytes first .. end - 1 live in an array, its own or its segment's? */
bool space_lives_in_array(const struct space *, uint32_t object, uint64_t first, uint64_t end);
/* By position; valid until the space is changed. 0 members: there is no such segment. */
const struct member *space_segment_members(const struct space *, uint32_t segment, size_t *count);
uint64_t space_segment_size(const struct space *, uint32_t segment);

/* One segment for all of these bytes: with them come the objects, or the
 * pieces of split objects, that they are in, and all that is in a segment with
 * these already. Members are put in order of address, so that the same objects
 * make the same segment in every space, or else (space->segments_as_found) as
 * they come; those that were together stay so; each begins at a multiple of 8.
 * returns its number; 0: it would be too large for an array, nothing was done */
uint32_t space_unite(struct space *, struct windows *, const struct extent *, size_t count);
/* The same with a segment that the caller names (< SEGMENT_NAMED_END), which
 * is made if it is not there. false: too large. */
bool space_join(struct space *, struct windows *, uint32_t segment, const struct extent *, size_t count);
/* Cut into pieces of so many bytes (a multiple of 8), the last may be shorter.
 * false: it is shorter than that, split already, or together with others. */
bool space_split(struct space *, struct windows *, uint32_t object, uint64_t piece);

/* Access at a symbolic position (64 bits) that the path condition keeps inside of one member. */
expr_t segment_read(struct space *, uint32_t segment, expr_t position, unsigned width);
/* reach: the bytes that may be touched, all of this segment. The position may
 * also be index_nowhere or just above: nothing is written then. */
void segment_write(struct space *, struct windows *, uint32_t segment, expr_t position, unsigned width,
                   struct value value, const struct extent *reach, size_t count);
/* Its bytes as an array term, as of now. */
expr_t segment_array(struct space *, uint32_t segment);

#endif
