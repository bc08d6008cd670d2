/* What --mount lets a program that runs natively read. */
#ifndef COMMAND_SHOWN_H
#define COMMAND_SHOWN_H

#include "command/options.h"
#include "result/view.h"

typedef VECTOR(struct shown) shown_list;

/* The exit code: 0, or after one line that says what is wrong. shown_release()
 * in any case. */
int shown_fill(shown_list *, const struct options *);
void shown_release(shown_list *);

/* --unconfined is said, whenever it is given. */
void shown_warn(const struct options *);

#endif
