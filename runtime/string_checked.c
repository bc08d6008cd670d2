/* The forms of string functions that _FORTIFY_SOURCE calls: the last argument
 * is the room in the target, which the engine checks anyway at each access. */
#include <stddef.h>
#include <string.h>

char *__strcpy_chk(char *to, const char *from, size_t room);
char *__stpcpy_chk(char *to, const char *from, size_t room);
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room);
char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room);
char *__strcat_chk(char *to, const char *from, size_t room);
char *__strncat_chk(char *to, const char *from, size_t n, size_t room);

char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t n);

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    (void)room;
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    (void)room;
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room)
{
    (void)room;
    return strncat(to, from, n);
}
