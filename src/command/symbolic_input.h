/* Words of the command line that say what input is symbolic (--sym-args MIN MAX N
 * and its kind, the options of type WORDS): they may come before the program
 * or among its arguments, are checked here, and are carried out inside the
 * engine by runtime/system/start.c. */
#ifndef COMMAND_SYMBOLIC_INPUT_H
#define COMMAND_SYMBOLIC_INPUT_H

#include "command/options.h"

/* Is the word one of them? first: the value after its =, or NULL. */
const struct option *symbolic_option(const char *word, const char **first);
/* The option with its values, from words[*at] on, to the end of `list`; *at is
 * then its last word. false: *error says what is wrong */
bool symbolic_take(const struct option *, const char *first, int count, char *const *words, int *at,
                   option_list *list, struct text *error);

/* HOST or HOST:GUEST, checked. The strings are the caller's. */
bool mount_parse(const char *text, char **host, char **guest, struct text *error);

#endif
