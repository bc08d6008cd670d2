/* What a path prints. Symbolic text is kept as terms and becomes characters
 * only under a model: the output beside a test is then that of its input, and
 * printing neither forks nor constrains. */
#ifndef ENGINE_PRINTED_H
#define ENGINE_PRINTED_H

#include "base/text.h"
#include "engine/state.h"

enum shown_kind {
    SHOWN_BYTES,  /* all of the terms, a byte each */
    SHOWN_STRING, /* the terms are bytes up to the first zero, put into the format */
    SHOWN_NUMBER  /* one term: an integer of 64 bits or a float of 64 or 80, put into the format */
};

/* In the bytes of a symbolic piece. */
struct shown {
    enum shown_kind kind;
    char format[48]; /* one conversion of printf, without a length modifier */
    uint32_t count;
    expr_t terms[];
};

/* Adds a symbolic piece to what the state has printed. */
void printed_add(struct state *, int stream, enum shown_kind, const char *format, const expr_t *terms,
                 uint32_t count);
/* How many characters an integer of 64 bits becomes, 64 bits; width and precision as printf's stars have
 * them, 32 bits, in the place of the format's. */
expr_t printed_length(struct exprs *, const char *format, expr_t width, expr_t precision, expr_t value);
/* The length when padded to the width, either way. */
expr_t printed_width(struct exprs *, expr_t length, expr_t width);
/* All that was printed up to this piece, of both streams, as under the model. */
void printed_text(struct exprs *, const struct output_piece *newest, const struct model *, struct text *);
/* One piece. */
void printed_piece(struct exprs *, const struct output_piece *, const struct model *, struct text *);
void printed_mark(struct exprs *, const struct output_piece *newest); /* roots */

#endif
