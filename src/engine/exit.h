/* What runs when the program ends: atexit handlers, then destructors. */
#ifndef ENGINE_EXIT_H
#define ENGINE_EXIT_H

#include "engine/run.h"

enum exit_list { EXIT_NORMAL, EXIT_QUICK, EXIT_LIST_COUNT };

/* How a handler wants to be called. */
enum exit_form {
    EXIT_PLAIN,    /* atexit: void (void) */
    EXIT_ARGUMENT, /* __cxa_atexit: void (void *) */
    EXIT_STATUS    /* on_exit: void (int, void *) */
};

/* Remember a handler. false: the list is full. */
bool exit_add(struct run *, struct state *, enum exit_list, enum exit_form, struct value function,
              struct value argument);

/* Start what is next to run before the path may end: the newest handler, or
 * with EXIT_NORMAL a destructor once no handler is left.
 * returns true if something was started (or the state ended with an error):
 * the present instruction is executed again when it returns; false: nothing
 * is left, the path may end. The engine asks this also when main returns. */
bool exit_next(struct run *, struct state *, enum exit_list, struct value status);

#endif
