/* Reading from the standard input, which is empty: always the end of it. */
#define _GNU_SOURCE
#define __NO_INLINE__ 1 /* the headers must not define what we define */
#include <stdio.h>

#undef getc
#undef getchar
#undef feof
#undef ferror
#undef clearerr

enum { AT_END = 0x10, HAD_ERROR = 0x20 }; /* in FILE's flags, as glibc's macros test them */

static int end(FILE *file)
{
    file->_flags |= AT_END;
    return EOF;
}

int fgetc(FILE *file) { return end(file); }
int getc(FILE *file) { return end(file); }
int getc_unlocked(FILE *file) { return end(file); }
int getchar(void) { return end(stdin); }
int getchar_unlocked(void) { return end(stdin); }
int _IO_getc(FILE *file);
int _IO_getc(FILE *file) { return end(file); }
int __uflow(FILE *file) { return end(file); }

int ungetc(int c, FILE *file)
{
    (void)c, (void)file;
    return EOF;
}

char *fgets(char *buffer, int size, FILE *file)
{
    (void)buffer, (void)size;
    end(file);
    return NULL;
}

size_t fread(void *buffer, size_t size, size_t count, FILE *file)
{
    (void)buffer, (void)size, (void)count;
    end(file);
    return 0;
}

ssize_t getline(char **line, size_t *size, FILE *file)
{
    (void)line, (void)size;
    return end(file);
}

int feof(FILE *file) { return (file->_flags & AT_END) != 0; }
int ferror(FILE *file) { return (file->_flags & HAD_ERROR) != 0; }
void clearerr(FILE *file) { file->_flags &= ~(AT_END | HAD_ERROR); }
