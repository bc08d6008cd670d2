/* Files that the native compiler has made and that do not carry their bitcode yet. Who stops us between the
 * two, by Ctrl-C or as make does, must not be left with them: they look finished. */
#ifndef COMPILER_UNFINISHED_H
#define COMPILER_UNFINISHED_H

/* From now on a signal that ends us removes them first. */
void unfinished_catch(void);
/* This one is such a file; the path must stay. */
void unfinished_add(const char *path);
/* The oldest one is finished. */
void unfinished_next(void);

/* In a child: it ends with us, in good order. */
void unfinished_follow(int parent);

#endif
