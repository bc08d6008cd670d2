// Files, directories and links in memory: what the kernel would answer.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// CHECK-NOT: ERROR
// CHECK: completed paths = 1
// CHECK: errors = 0
#include "system_test.h"

static struct stat status;

static void contents(void)
{
    char buffer[16] = {0};
    assert(CALL(open, "none", O_RDONLY) == -ENOENT);
    assert(CALL(open, "", O_RDONLY) == -ENOENT);
    int fd = CALL(open, "f", O_CREAT | O_RDWR, 0666);
    assert(fd == 3);
    assert(CALL(open, "f", O_CREAT | O_EXCL, 0666) == -EEXIST);
    assert(CALL(write, fd, "hello", 5) == 5);
    assert(CALL(read, fd, buffer, 5) == 0);
    assert(CALL(lseek, fd, 1, 0) == 1);
    assert(CALL(read, fd, buffer, 10) == 4 && !memcmp(buffer, "ello", 4));
    assert(CALL(pwrite64, fd, "x", 1, 8) == 1);
    assert(CALL(fstat, fd, &status) == 0 && status.st_size == 9 && status.st_mode == (S_IFREG | 0644));
    assert(CALL(pread64, fd, buffer, 4, 5) == 4 && !memcmp(buffer, "\0\0\0x", 4));
    assert(CALL(ftruncate, fd, 2) == 0 && CALL(lseek, fd, 0, 2) == 2);
    int copy = CALL(dup, fd);
    assert(copy == 4 && CALL(lseek, copy, 0, 1) == 2);
    assert(CALL(dup2, copy, 10) == 10 && CALL(close, copy) == 0 && CALL(close, copy) == -EBADF);
    assert(CALL(fcntl, 10, F_GETFL) == (O_RDWR | 0100000));
    assert(CALL(fcntl, fd, F_DUPFD, 7) == 7);
    assert(CALL(close, fd) == 0 && CALL(close, 7) == 0 && CALL(close, 10) == 0);
    fd = CALL(open, "f", O_WRONLY | O_APPEND);
    assert(CALL(read, fd, buffer, 1) == -EBADF);
    assert(CALL(write, fd, "!!", 2) == 2 && CALL(close, fd) == 0);
    assert(CALL(stat, "f", &status) == 0 && status.st_size == 4);
    assert(CALL(open, "f/", O_RDONLY) == -ENOTDIR);
    assert(CALL(chmod, "f", 0400) == 0 && CALL(open, "f", O_WRONLY) == -EACCES);
    assert(CALL(access, "f", 4) == 0 && CALL(access, "f", 2) == -EACCES);
}

static void names(void)
{
    char buffer[64];
    assert(CALL(getcwd, buffer, 64) == 6 && !strcmp(buffer, "/home"));
    assert(CALL(getcwd, buffer, 5) == -ERANGE);
    assert(CALL(mkdir, "d", 0777) == 0 && CALL(mkdir, "d/", 0777) == -EEXIST);
    assert(CALL(mkdir, "d/e//", 0777) == 0 && CALL(mkdir, "no/e", 0777) == -ENOENT);
    assert(CALL(rmdir, "d") == -ENOTEMPTY && CALL(unlink, "d") == -EISDIR && CALL(rmdir, "f") == -ENOTDIR);
    assert(CALL(chdir, "d/./e/../e") == 0);
    assert(CALL(getcwd, buffer, 64) == 10 && !strcmp(buffer, "/home/d/e"));
    assert(CALL(rename, "../../f", "g") == 0 && CALL(stat, "/home/f", &status) == -ENOENT);
    assert(CALL(link, "g", "h") == 0 && CALL(stat, "h", &status) == 0 && status.st_nlink == 2);
    assert(CALL(unlink, "g") == 0 && CALL(stat, "h", &status) == 0 && status.st_nlink == 1);
    assert(CALL(symlink, "h", "s") == 0 && CALL(readlink, "s", buffer, 64) == 1 && buffer[0] == 'h');
    assert(CALL(lstat, "s", &status) == 0 && (status.st_mode & S_IFMT) == S_IFLNK);
    assert(CALL(stat, "s", &status) == 0 && status.st_size == 4);
    assert(CALL(symlink, "/home/d/e/loop", "loop") == 0 && CALL(stat, "loop", &status) == -ELOOP);
    assert(CALL(symlink, "/home", "up") == 0 && CALL(stat, "up/d/e/h", &status) == 0);
    assert(CALL(rename, "/home/d", "/home/d/e/x") == -EINVAL);
    assert(CALL(chdir, "/") == 0 && CALL(mkdir, "more", 0700) == 0 && CALL(rename, "home/d", "more/d") == 0);
    assert(CALL(stat, "more/d/e/h", &status) == 0 && CALL(stat, "home/d", &status) == -ENOENT);
}

struct record {
    unsigned long number;
    long offset;
    unsigned short size;
    unsigned char type;
    char name[];
};

static void listing(void)
{
    char buffer[512], found[64] = "";
    int fd = CALL(open, "/more/d/e", O_RDONLY | O_DIRECTORY);
    long size = CALL(getdents64, fd, buffer, sizeof buffer);
    assert(size > 0);
    for (long at = 0; at < size; at += ((struct record *)(buffer + at))->size)
        strcat(strcat(found, ((struct record *)(buffer + at))->name), " ");
    assert(!strcmp(found, ". .. h s loop up "));
    assert(CALL(getdents64, fd, buffer, sizeof buffer) == 0);
    assert(CALL(close, fd) == 0);
    assert(CALL(open, "/more/d/e/h", O_RDONLY | O_DIRECTORY) == -ENOTDIR);
}

static void pipes(void)
{
    int ends[2];
    char buffer[8];
    struct {
        int descriptor;
        short events, found;
    } polled = {.events = 5};
    assert(CALL(pipe, ends) == 0 && CALL(write, ends[1], "abc", 3) == 3);
    polled.descriptor = ends[0];
    assert(CALL(poll, &polled, 1, -1) == 1 && polled.found == 1);
    assert(CALL(read, ends[0], buffer, 2) == 2 && CALL(read, ends[0], buffer, 8) == 1 && buffer[0] == 'c');
    assert(CALL(poll, &polled, 1, 100) == 0);
    assert(CALL(lseek, ends[0], 0, 0) == -ESPIPE && CALL(close, ends[1]) == 0);
    assert(CALL(read, ends[0], buffer, 8) == 0 && CALL(poll, &polled, 1, -1) == 1 && polled.found == 16);
}

static void devices(void)
{
    char buffer[8] = "1234567";
    int fd = CALL(open, "/dev/null", O_RDWR), terminal = CALL(open, "/dev/tty", O_RDWR);
    char settings[64];
    assert(CALL(read, fd, buffer, 8) == 0 && CALL(write, fd, buffer, 8) == 8);
    assert(CALL(ioctl, fd, 0x5401, settings) == -ENOTTY && CALL(ioctl, terminal, 0x5401, settings) == 0);
    fd = CALL(open, "/dev/zero", O_RDONLY);
    assert(CALL(read, fd, buffer, 8) == 8 && !buffer[3]);
    assert(CALL(unlink, "/etc/shadow") == -ENOENT);
    assert(CALL(read, 0, buffer, 8) == 0);
}

int main(void)
{
    contents();
    names();
    listing();
    pipes();
    devices();
    return 0;
}
