/* The files of a native program: itself, its loader, and the shared libraries
 * that it asks for, those asked for by them included. */
#ifndef RESULT_NEEDED_H
#define RESULT_NEEDED_H

#include "result/view.h"

/* The program to be run: behind libtool's script, absolute; the caller frees it. */
char *needed_program(const char *path);

/* Where its shared libraries are, as its link knew, behind the user's own
 * directories: a list for LD_LIBRARY_PATH. The caller frees it. */
char *needed_path(const char *program);

/* Shows what lies outside of the machine's software; the program as guest. */
void needed_show(struct view *, const char *program, const char *guest, const char *library_path);

/* Does a sanitizer watch it that takes addresses by the terabyte? */
bool needed_sanitizer(const char *program);

#endif
