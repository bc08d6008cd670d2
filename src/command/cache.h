/* Where answers of earlier runs are kept. */
#ifndef COMMAND_CACHE_H
#define COMMAND_CACHE_H

/* The directory that --cache=... names, a new string; NULL: none is wanted. */
char *query_cache_directory(const char *option);
/* NAME in our part of the user's cache directory, a new string. */
char *user_cache_directory(const char *name);

#endif
