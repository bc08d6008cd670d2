// Files, descriptors and directories.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char buffer[100];

int main(void)
{
    char *line = 0;
    size_t capacity = 0;
    I(mkdir("place", 0755));
    I(chdir("place"));
    FILE *file = fopen("file", "w+");
    I(file != 0);
    I(fputs("one\ntwo\nthree\n", file));
    I(ftell(file));
    I(fseek(file, 4, SEEK_SET));
    S(fgets(buffer, sizeof buffer, file));
    I(fgetc(file));
    I(ungetc('T', file));
    I(getline(&line, &capacity, file));
    S(line);
    I(getline(&line, &capacity, file));
    I(feof(file));
    I(ferror(file));
    rewind(file);
    I(fread(buffer, 1, 5, file));
    int number = 0;
    I(fscanf(file, "%s", buffer));
    S(buffer);
    I(fseek(file, -3, SEEK_END));
    I(fseek(file, -300, SEEK_END));
    I(fclose(file));
    I(fopen("missing", "r") == 0);
    I(fopen("file", "z") == 0);
    struct stat status;
    I(stat("file", &status));
    I(status.st_size);
    I(S_ISREG(status.st_mode));
    I(stat("missing", &status));
    I(access("file", R_OK));
    I(access("missing", F_OK));
    I(open("missing", O_RDONLY));
    I(open("file", O_CREAT | O_EXCL, 0600));
    int descriptor = open("file", O_RDWR);
    I(read(descriptor, buffer, 3));
    I(lseek(descriptor, 0, SEEK_CUR));
    I(lseek(descriptor, -9, SEEK_SET));
    I(pread(descriptor, buffer, 3, 4));
    I(buffer[0]);
    I(ftruncate(descriptor, 4));
    I(fstat(descriptor, &status));
    I(status.st_size);
    I(close(descriptor));
    I(close(descriptor));
    I(read(-1, buffer, 1));
    I(write(99, buffer, 1));
    I(dup(99));
    I(symlink("file", "link"));
    I(readlink("link", buffer, sizeof buffer));
    I(lstat("link", &status));
    I(S_ISLNK(status.st_mode));
    I(rename("file", "renamed"));
    I(link("renamed", "second"));
    I(stat("second", &status));
    I(status.st_nlink);
    I(mkdir("inner", 0700));
    I(mkdir("inner", 0700));
    I(rmdir("missing"));
    glob_t found;
    I(glob("*e*", 0, 0, &found));
    for (size_t i = 0; i < found.gl_pathc; i++)
        S(found.gl_pathv[i]);
    globfree(&found);
    I(glob("none*", 0, 0, &found));
    struct dirent **names;
    int count = scandir(".", &names, 0, alphasort);
    for (int i = 0; i < count; i++)
        S(names[i]->d_name);
    DIR *directory = opendir("inner");
    I(directory != 0);
    I(closedir(directory));
    I(opendir("missing") == 0);
    I(opendir("renamed") == 0);
    I(unlink("inner"));
    I(rmdir("inner"));
    I(unlink("link"));
    I(unlink("second"));
    I(unlink("renamed"));
    I(unlink("renamed"));
    I(chdir(".."));
    I(rmdir("place"));
    FILE *memory = fmemopen(buffer, sizeof buffer, "w");
    I(fprintf(memory, "in memory %d", 5));
    I(fclose(memory));
    S(buffer);
    char *grown;
    size_t size;
    memory = open_memstream(&grown, &size);
    I(fputs("growing", memory));
    I(fflush(memory));
    I(size);
    I(fclose(memory));
    S(grown);
    I(fileno(stdout));
    I(isatty(99));
    int ends[2];
    I(pipe(ends) == 0);
    I(write(ends[1], "pipe", 4));
    I(read(ends[0], buffer, 10));
    I(fflush(stdout));
    I(remove("missing"));
    I(umask(022) >= 0);
    I(chmod("missing", 0600));
    I(truncate("missing", 5));
    return 0;
}
