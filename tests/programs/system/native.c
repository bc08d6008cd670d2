// Calls of the C library that end in the system: the same results and errors as natively.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: %clang -w -o %t.native %s
// RUN: mkdir %t.private && cd %t.private && umask 022 && %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define TRY(call)                                                                               \
    do {                                                                                        \
        errno = 0;                                                                              \
        long result = (long)(call);                                                             \
        printf("%d: %ld %s\n", __LINE__, result, result < 0 ? strerrorname(errno) : "");        \
    } while (0)

static const char *strerrorname(int code)
{
    static char text[16];
    sprintf(text, "E%d", code);
    return text;
}

static struct stat status;
static char buffer[64];

static void files(void)
{
    TRY(open("a", O_RDONLY));
    int fd = open("a", O_RDWR | O_CREAT | O_TRUNC, 0640);
    TRY(write(fd, "0123456789", 10));
    TRY(lseek(fd, -3, SEEK_END));
    TRY(lseek(fd, -30, SEEK_CUR));
    TRY(lseek(fd, 0, 77));
    TRY(read(fd, buffer, 64));
    struct iovec parts[2] = {{"ab", 2}, {"cde", 3}};
    TRY(writev(fd, parts, 2));
    struct iovec places[2] = {{buffer, 4}, {buffer + 10, 20}};
    TRY(preadv(fd, places, 2, 9));
    TRY(ftruncate(fd, 12));
    TRY(fstat(fd, &status));
    TRY(status.st_size);
    TRY(status.st_mode);
    TRY(status.st_nlink);
    TRY(fcntl(fd, F_GETFL) & O_ACCMODE);
    TRY(fcntl(fd, F_SETFL, O_APPEND));
    TRY(pwrite(fd, "x", 1, 0));
    TRY(fcntl(fd, F_GETFD));
    TRY(fcntl(fd, F_SETFD, FD_CLOEXEC));
    TRY(fcntl(fd, F_GETFD));
    TRY(fcntl(fd, 9999, 0));
    TRY(fcntl(77, F_GETFD));
    TRY(isatty(fd));
    TRY(dup2(fd, 99) == 99);
    TRY(close(99));
    TRY(close(99));
    TRY(dup2(fd, -1));
    TRY(posix_fallocate(fd, 0, 100));
    TRY(lseek(fd, 0, SEEK_END));
    TRY(close(fd));
    TRY(read(fd, buffer, 1));
    TRY(write(-1, buffer, 1));
    TRY(truncate("a", 5));
    TRY(truncate("a", -5));
    TRY(truncate("none", 5));
    TRY(truncate(".", 5));
    TRY(open("a", O_CREAT | O_EXCL | O_RDWR, 0600));
    TRY(open("a", O_DIRECTORY));
    TRY(open(".", O_WRONLY));
    TRY(open("a/b", O_RDONLY));
    TRY(open("x/b", O_CREAT, 0600));
    TRY(open("x/", O_CREAT, 0600));
    TRY(open("", O_CREAT, 0600));
    TRY(open("/dev/full", O_WRONLY) >= 0);
}

static void names(void)
{
    TRY(mkdir("d", 0755));
    TRY(mkdir("d", 0755));
    TRY(mkdir("d/e/f", 0755));
    TRY(mkdir("d/e", 0700));
    TRY(rmdir("d"));
    TRY(rmdir("d/."));
    TRY(rmdir("d/e/.."));
    TRY(rmdir("a"));
    TRY(unlink("d"));
    TRY(unlink("none"));
    TRY(rename("d", "d/e/x"));
    TRY(rename("a", "d"));
    TRY(rename("d", "a"));
    TRY(rename("none", "y"));
    TRY(rename("a", "a"));
    TRY(link("a", "b"));
    TRY(link("d", "dd"));
    TRY(link("none", "dd"));
    TRY(link("a", "b"));
    TRY(rename("a", "b"));
    TRY(stat("b", &status));
    TRY(status.st_nlink);
    TRY(symlink("b", "s"));
    TRY(symlink("b", "s"));
    TRY(symlink("", "t"));
    TRY(symlink("loop", "loop"));
    TRY(symlink("new", "dangling"));
    TRY(open("loop", O_RDONLY));
    TRY(open("s", O_RDONLY | O_NOFOLLOW));
    TRY(stat("dangling", &status));
    TRY(lstat("dangling", &status));
    TRY(status.st_size);
    TRY(readlink("s", buffer, 64));
    TRY(readlink("a", buffer, 64));
    TRY(readlink("none", buffer, 64));
    TRY(open("dangling", O_CREAT | O_EXCL | O_WRONLY, 0600));
    TRY(close(open("dangling", O_CREAT | O_WRONLY, 0600)));
    TRY(stat("new", &status));
    TRY(access("b", F_OK));
    TRY(access("none", F_OK));
    TRY(access("b/c", F_OK));
    TRY(faccessat(AT_FDCWD, "b", R_OK, 0));
    TRY(faccessat(77, "b", R_OK, 0));
    TRY(faccessat(1, "b", R_OK, 0));
    TRY(chmod("b", 04711));
    TRY(stat("b", &status));
    TRY(status.st_mode);
    TRY(chmod("none", 0700));
    TRY(fchmodat(AT_FDCWD, "b", 0600, 0));
    struct timespec times[2] = {{100, 5}, {200, UTIME_OMIT}};
    TRY(utimensat(AT_FDCWD, "b", times, 0));
    TRY(stat("b", &status));
    TRY(status.st_atim.tv_sec);
    TRY(status.st_atim.tv_nsec);
    struct timeval old[2] = {{7, 8}, {9, 10}};
    TRY(utimes("b", old));
    TRY(stat("b", &status));
    TRY(status.st_mtim.tv_sec);
    TRY(status.st_mtim.tv_nsec);
    TRY(chdir("b"));
    TRY(chdir("none"));
    TRY(chdir("d/e"));
    TRY(access("../../b", F_OK));
    TRY(chdir("../.."));
    TRY(unlink("b/"));
    char long_name[300];
    memset(long_name, 'n', 299);
    long_name[299] = 0;
    TRY(open(long_name, O_CREAT | O_RDWR, 0600));
    TRY(stat(long_name, &status));
    long_name[255] = 0;
    TRY(mkdir(long_name, 0700));
    TRY(rmdir(long_name));
    TRY(mkfifo("fifo", 0600));
    TRY(open("fifo", O_WRONLY | O_NONBLOCK));
    TRY(stat("fifo", &status));
    TRY(status.st_mode);
    TRY(umask(027));
    TRY(mkdir("m", 0777));
    TRY(stat("m", &status));
    TRY(status.st_mode);
    TRY(umask(022));
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void listing(void)
{
    char *found[32];
    int count = 0;
    DIR *directory = opendir(".");
    struct dirent *entry;
    while ((entry = readdir(directory)))
        found[count++] = strdup(entry->d_name);
    closedir(directory);
    qsort(found, count, sizeof *found, by_name);
    for (int i = 0; i < count; i++)
        puts(found[i]);
    TRY(opendir("b") == NULL);
    TRY(errno);
    TRY(opendir("none") == NULL);
    while ((directory = opendir("d"))) {
        entry = readdir(directory);
        rewinddir(directory);
        TRY(!strcmp(readdir(directory)->d_name, entry->d_name));
        closedir(directory);
        break;
    }
}

static int caught;
static void handler(int signal) { caught = signal; }

static void others(void)
{
    int ends[2];
    TRY(pipe(ends));
    TRY(write(ends[1], "abc", 3));
    int waiting = 0;
    TRY(ioctl(ends[0], FIONREAD, &waiting));
    TRY(waiting);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    struct timeval none = {0, 0};
    TRY(select(ends[0] + 1, &set, NULL, NULL, &none));
    TRY(FD_ISSET(ends[0], &set));
    TRY(read(ends[0], buffer, 64));
    TRY(select(ends[0] + 1, &set, NULL, NULL, &none));
    TRY(FD_ISSET(ends[0], &set));
    TRY(fcntl(ends[0], F_SETFL, O_NONBLOCK));
    TRY(read(ends[0], buffer, 64));
    struct pollfd polled = {ends[1], POLLOUT, 0};
    TRY(poll(&polled, 1, 0));
    TRY(polled.revents);
    TRY(lseek(ends[0], 0, SEEK_SET));
    TRY(write(ends[0], "x", 1));
    signal(SIGPIPE, handler);
    TRY(close(ends[0]));
    TRY(write(ends[1], "x", 1));
    TRY(caught);
    signal(SIGUSR1, handler);
    TRY(raise(SIGUSR1));
    TRY(caught);
    sigset_t blocked, pending;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    signal(SIGUSR2, handler);
    TRY(sigprocmask(SIG_BLOCK, &blocked, NULL));
    TRY(kill(getpid(), SIGUSR2));
    TRY(caught);
    TRY(sigpending(&pending));
    TRY(sigismember(&pending, SIGUSR2));
    TRY(sigprocmask(SIG_UNBLOCK, &blocked, NULL));
    TRY(caught);
    TRY(sigaction(SIGKILL, &(struct sigaction){0}, NULL));
    TRY(kill(getpid(), 1000));
    TRY(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    TRY(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED);
    int fd = open("b", O_RDWR | O_TRUNC);
    TRY(write(fd, "mapped", 6));
    char *map = mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    map[0] = 'M';
    TRY(munmap(map, 6));
    TRY(pread(fd, buffer, 6, 0));
    puts(buffer);
    FILE *file = tmpfile();
    TRY(fprintf(file, "%d", 12345));
    rewind(file);
    int number = 0;
    TRY(fscanf(file, "%d", &number));
    TRY(number);
    TRY(fclose(file));
    char name[] = "madeXXXXXX";
    TRY(mkstemp(name) >= 0);
    TRY(unlink(name));
    TRY(remove("m"));
    TRY(setenv("NAME", "value", 1));
    puts(getenv("NAME"));
}

int main(void)
{
    files();
    names();
    listing();
    others();
    return 0;
}
