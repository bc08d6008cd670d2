/* What must not outlive this process, however that ends: its children with all that they have started, and
 * its temporary directories. A process of its own, the keeper, is started with the first of them and waits
 * for our end, even by SIGKILL. It does nothing else, and costs nothing. */
#ifndef BASE_KEEPER_H
#define BASE_KEEPER_H

#include <sys/types.h>

/* fork(), whose child is the first of a process group that ends with us. */
pid_t keeper_fork(void);
/* Waits for such a child, or one that keeper_group() was told of; whoever is left in its group ends, too.
 * returns its status as waitpid() tells it */
int keeper_wait(pid_t child);

/* A group that somebody else has made. */
void keeper_group(pid_t first);

/* A new directory, private to us, that is removed with all in it when we end: its path, which the caller
 * frees, or NULL and errno. */
char *keeper_directory(const char *name);
/* Removes it now. */
void keeper_remove(const char *directory);

/* The file or directory and all below it, whatever its permissions. */
void remove_all(const char *path);

#endif
