// What unistd.h and its neighbours say of files, processes and descriptors.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: mkdir %t.d && cd %t.d && %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

/* in no order that one could rely on */
static long visited;
static int visit(const char *path, const struct stat *status, int kind)
{
    if (kind == FTW_F)
        visited += status->st_size;
    return 0;
}
static int visit_deep(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    if (kind == FTW_F)
        printf("level %d, base %d\n", at->level, at->base);
    return 0;
}

static void descriptors(void)
{
    char to[20] = "";
    int file = creat("a", 0644), copy;
    I(write(file, "0123456789", 10));
    I(close(file));
    file = open("a", O_RDWR);
    I(pwrite(file, "AB", 2, 4));
    I(pread(file, to, 4, 3));
    S(to);
    struct iovec parts[2] = {{to, 2}, {to + 5, 3}};
    I(readv(file, parts, 2));
    S(to);
    I(preadv(file, parts, 2, 1));
    I(writev(file, parts, 2));
    I(pwritev(file, parts, 2, 20));
    I(lseek(file, 0, SEEK_END));
    I(lseek(file, -1, SEEK_SET));
    copy = dup2(file, 20);
    I(copy);
    I(dup3(file, 21, O_CLOEXEC));
    I(fcntl(21, F_GETFD));
    I(fcntl(20, F_GETFD));
    I(fcntl(20, F_SETFL, O_APPEND));
    I(fcntl(file, F_GETFL) & O_APPEND);
    I(flock(file, LOCK_EX));
    I(lockf(file, F_LOCK, 0));
    I(fsync(file));
    I(fdatasync(file));
    I(ftruncate(file, 5));
    I(posix_fallocate(file, 0, 8));
    I(posix_fadvise(file, 0, 0, POSIX_FADV_NORMAL));
    struct stat status;
    I(fstat(file, &status));
    I(status.st_size);
    I(fchmod(file, 0600));
    I(fchown(file, -1, -1));
    I(futimens(file, NULL));
    void *map = mmap(NULL, 8, PROT_READ, MAP_PRIVATE, file, 0);
    I(memcmp(map, "0123", 4));
    I(msync(map, 8, MS_SYNC));
    I(mprotect(map, 4096, PROT_READ));
    I(madvise(map, 4096, MADV_NORMAL));
    I(munmap(map, 8));
    int other = open("b", O_CREAT | O_WRONLY, 0600);
    off_t from = 0;
    I(sendfile(other, file, &from, 4));
    I(close(other));
    I(close(21));
    I(close(20));
    I(close(20));
    I(read(99, to, 1));
    I(isatty(file));
    I(ttyname(file) == NULL);
    int ends[2];
    I(pipe2(ends, O_CLOEXEC));
    I(write(ends[1], "abc", 3));
    struct pollfd poll_list = {ends[0], POLLIN, 0};
    I(poll(&poll_list, 1, 0));
    I(poll_list.revents);
    I(ppoll(&poll_list, 1, &(struct timespec){0}, NULL));
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    I(select(ends[0] + 1, &set, NULL, NULL, &(struct timeval){0}));
    I(pselect(ends[0] + 1, &set, NULL, NULL, &(struct timespec){0}, NULL));
    I(FD_ISSET(ends[0], &set) != 0);
    I(lseek(ends[0], 0, SEEK_SET));
}

static void names(void)
{
    struct stat status;
    char to[PATH_MAX];
    I(mkdirat(AT_FDCWD, "d", 0755));
    I(mkdir("d", 0755));
    int directory = open("d", O_RDONLY | O_DIRECTORY);
    I(close(openat(directory, "f", O_CREAT | O_WRONLY, 0640)));
    I(fstatat(directory, "f", &status, 0));
    I(status.st_mode);
    I(faccessat(directory, "f", R_OK, 0));
    I(fchmodat(directory, "f", 0600, 0));
    I(fchownat(directory, "f", -1, -1, 0));
    I(utimensat(directory, "f", NULL, 0));
    I(linkat(directory, "f", directory, "g", 0));
    I(symlinkat("g", directory, "s"));
    memset(to, 0, sizeof to);
    I(readlinkat(directory, "s", to, 10));
    S(to);
    I(renameat(directory, "g", directory, "h"));
    I(unlinkat(directory, "s", 0));
    I(mkfifo("d/fifo", 0600));
    I(mkfifoat(directory, "fifo2", 0600));
    I(mknod("d/node", S_IFREG | 0600, 0));
    I(stat("d/fifo", &status));
    I(S_ISFIFO(status.st_mode));
    I(unlink("d/fifo"));
    I(unlink("d/fifo2"));
    I(unlink("d/node"));
    I(chown("d/h", -1, -1));
    I(lchown("d/h", -1, -1));
    I(utime("d/h", NULL));
    I(utimes("d/h", NULL));
    I(lutimes("d/h", NULL));
    I(futimes(directory, NULL));
    I(truncate("d/h", 7));
    I(ftw("d", visit, 4));
    I(visited);
    I(nftw("d", visit_deep, 4, FTW_PHYS));
    I(fchdir(directory));
    I(access("h", F_OK));
    I(eaccess("h", F_OK));
    I(euidaccess("h", F_OK));
    S(strrchr(getcwd(to, sizeof to), '/'));
    char *now = get_current_dir_name();
    S(strrchr(now, '/'));
    free(now);
    I(getcwd(to, 2) == NULL);
    S(strrchr(realpath("h", to), '/'));
    I(realpath("nothing", to) == NULL);
    I(chdir(".."));
    DIR *list = fdopendir(directory);
    I(dirfd(list) == directory);
    int count = 0;
    long position = telldir(list);
    while (readdir(list))
        count++;
    I(count);
    rewinddir(list);
    I(readdir(list) != NULL);
    seekdir(list, position);
    struct dirent entry, *found;
    I(readdir_r(list, &entry, &found));
    I(closedir(list));
    struct dirent **sorted;
    I(scandir("d", &sorted, NULL, versionsort));
    I(remove("d"));
    I(unlink("d/f"));
    I(unlink("d/h"));
    I(rmdir("d"));
    I(rmdir("nothing"));
    I(chmod("nothing", 0));
    I(pathconf("a", _PC_NAME_MAX));
    I(fpathconf(0, _PC_PIPE_BUF));
    I(sysconf(_SC_PAGESIZE));
    I(sysconf(_SC_CLK_TCK));
    I(getpagesize());
    I(confstr(_CS_PATH, to, sizeof to));
    S(to);
}

static void process(void)
{
    struct rlimit limit;
    struct timeval now;
    struct utsname machine;
    I(getpid() > 0);
    I(getppid() >= 0);
    I(getuid() == geteuid());
    I(getgid() == getegid());
    I(getpgrp() == getpgid(0));
    I(getsid(0) >= 0);
    I(uname(&machine));
    S(machine.sysname);
    S(machine.machine);
    I(getrlimit(RLIMIT_NOFILE, &limit));
    I(getrlimit(99, &limit));
    I(gettimeofday(&now, NULL));
    I(getpriority(PRIO_PROCESS, 0) >= -20);
    I(nice(0) >= -20);
    I(umask(027) != 027);
    I(umask(022));
    I(usleep(1));
    I(sleep(0));
    I(alarm(0));
    I(execl("/nothing", "x", (char *)NULL));
    I(execv("/nothing", (char *[]){"x", NULL}));
    I(execve("/nothing", (char *[]){"x", NULL}, NULL));
    I(execvp("nothing/at/all", (char *[]){"x", NULL}));
    I(execlp("nothing/at/all", "x", (char *)NULL));
    I(waitpid(-1, NULL, WNOHANG));
    I(wait(NULL));
    I(kill(getpid(), 0));
    I(kill(getpid(), 99));
    I(issetugid());
    I(getdtablesize() > 0);
}

int main(void)
{
    descriptors();
    names();
    process();
    return 0;
}
