// A hostile program looks for files of the machine: there are none but what it needs, and those cannot be written.
// MATRIX: no
// RUN: %clang -w -DHERE='"%S"' -fprofile-instr-generate -fcoverage-mapping %s -o program && sh %S/Inputs/hostile %ramify replay program >said && %FileCheck %s <said && %not grep -E 'ALLOWED|FNDA:[1-9]' said
// CHECK: who we are:
// CHECK-NEXT: kernel setting: ENOENT
// CHECK-NEXT: magic keys: ENOENT
// CHECK: shadow: ENOENT
// CHECK: work of others: ENOENT
// CHECK: system files for writing: E{{ACCES|ROFS}}
// CHECK: a new device: EPERM
// CHECK: the old root: ENOENT
// CHECK: a mount of the new kind: ENOSYS
// CHECK: the guard's root: EACCES
// CHECK: to be root: E{{PERM|INVAL}}
// CHECK: 1000 1000 1000, groups of others: 0
// CHECK-NEXT: / has {{.*}}dev etc home {{.*}}proc {{(sbin )?}}test.ktest tmp usr{{$}}
// CHECK-NEXT: same: no error
// CHECK: FNDA:0,
#define _GNU_SOURCE
#include "Inputs/hostile.h"
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void at_root(void)
{
    struct dirent **all;
    int count = scandir("/", &all, NULL, alphasort);
    printf("/ has");
    for (int i = 0; i < count; i++)
        if (all[i]->d_name[0] != '.')
            printf(" %s", all[i]->d_name);
    printf("\n");
}

int main(int count, char **words)
{
    char handle[64] = {8};
    attempt("kernel setting", open("/proc/sys/kernel/core_pattern", O_RDWR));
    attempt("magic keys", open("/proc/sysrq-trigger", O_WRONLY));
    attempt("devices", open("/sys/kernel", O_RDONLY));
    attempt("control groups", open("/sys/fs/cgroup", O_RDONLY));
    attempt("shadow", open("/etc/shadow", O_RDONLY));
    attempt("sudoers", open("/etc/sudoers", O_RDONLY));
    attempt("home of root", open("/root", O_RDONLY));
    attempt("services", open("/run", O_RDONLY));
    attempt("variable data", open("/var", O_RDONLY));
    attempt("work of others", open(HERE, O_RDONLY));
    attempt("system files for writing", open("/usr/bin/env", O_WRONLY));
    attempt("new system file", open("/usr/lib/new", O_WRONLY | O_CREAT, 0644));
    attempt("own name", unlink(words[0]) ? -1 : open(words[0], O_RDONLY));
    attempt("loader's settings", open("/etc/ld.so.cache", O_WRONLY));
    attempt("new settings", open("/etc/new", O_WRONLY | O_CREAT, 0644));
    attempt("memory of the machine", open("/dev/mem", O_RDONLY));
    attempt("a disk", open("/dev/sda", O_RDONLY));
    attempt("messages of the kernel", open("/dev/kmsg", O_RDONLY));
    attempt("a new device", mknod("disk", S_IFBLK | 0600, makedev(8, 0)));
    attempt("a device among files", mknod("/usr/null", S_IFCHR | 0600, makedev(1, 3)));
    attempt("the old root", open("/.machine", O_RDONLY));
    attempt("another root", chroot("/tmp"));
    attempt("a mount", mount("none", "/tmp", "tmpfs", 0, NULL));
    attempt("an unmount", umount2("/tmp", MNT_DETACH));
    attempt("a mount of the new kind", syscall(SYS_fsopen, "tmpfs", 0));
    attempt("a file by its number", syscall(SYS_open_by_handle_at, AT_FDCWD, handle, O_RDONLY));
    attempt("the guard's root", open("/proc/1/root/", O_RDONLY | O_DIRECTORY));
    attempt("the guard's files", open("/proc/1/fd", O_RDONLY));
    attempt("the guard's environment", open("/proc/1/environ", O_RDONLY));
    attempt("to be root", setuid(0));
    const gid_t group = 0;
    attempt("to be of a group", setgroups(1, &group));
    gid_t groups[64];
    int others = 0, known = getgroups(64, groups);
    for (int i = 0; i < known; i++)
        others += groups[i] != 1000 && groups[i] != 65534;
    printf("%u %u %u, groups of others: %d\n", getuid(), geteuid(), getgid(), others);
    at_root();
    return 0;
}
