/* Text that others have written (names, messages, data and output of a program
 * under test, files of an unknown directory) as a person sees it: what a
 * terminal would obey, or what would make it show text in another order than
 * it stands, is spelled out. */
#ifndef BASE_VISIBLE_H
#define BASE_VISIBLE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A character that is not shown but does something: a control character, a mark
 * of writing direction, a separator of lines. */
bool visible_not(uint32_t code);

enum visible_lines {
    VISIBLE_ONE_LINE, /* ends of lines and tabs are spelled out, too */
    VISIBLE_LINES,    /* ends of lines and tabs are what they are */
};

/* \n and \r as in C, other such characters as \x1b or \u202e, bytes that are
 * no UTF-8 as \xff. */
void text_add_visible(struct text *, const char *bytes, size_t count, enum visible_lines);

/* A new string, one line, which the caller frees. */
char *visible_line(const char *string);

/* A line of ours, ended: all of it in one line. */
void visible_say(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Output of the program under test: spelled out on a terminal, as it is elsewhere. */
void visible_print(FILE *, const char *bytes, size_t count);

#endif
