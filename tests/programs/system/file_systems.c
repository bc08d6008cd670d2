// The files every system has: users and groups, a table of mounts, and /tmp,
// which is a file system of its own.
// RUN: %ramify --output-dir=%t --libc=musl %s 2>&1 | %FileCheck %s
// CHECK-NOT: ERROR
// CHECK: completed paths = 1
// CHECK: errors = 0
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <mntent.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

static void users(void)
{
    const struct passwd *user = getpwuid(getuid());
    assert(user && !strcmp(user->pw_name, "user") && !strcmp(user->pw_dir, "/home"));
    assert(getpwnam("root") && getpwnam("root")->pw_uid == 0);
    assert(!getpwnam("nobody"));
    assert(getgrgid(getgid()) && getgrnam("root")->gr_gid == 0);
}

static void table(void)
{
    FILE *table = setmntent("/etc/mtab", "r");
    struct mntent *entry;
    int count = 0, temporary = 0;
    while ((entry = getmntent(table))) {
        count++;
        temporary += !strcmp(entry->mnt_dir, "/tmp");
    }
    assert(count == 3 && temporary == 1);
    endmntent(table);
}

static void make(const char *name)
{
    FILE *file = fopen(name, "w");
    assert(file && !fclose(file));
}

static void borders(void)
{
    struct stat here, there;
    struct statfs disk, memory;
    make("a");
    make("/tmp/b");
    assert(!stat("a", &here) && !stat("/tmp/b", &there) && here.st_dev != there.st_dev);
    assert(!statfs("a", &disk) && !statfs("/tmp", &memory) && disk.f_type != memory.f_type);
    assert(rename("a", "/tmp/a") == -1 && errno == EXDEV);
    assert(link("/tmp/b", "b") == -1 && errno == EXDEV);
    assert(rmdir("/tmp") == -1 && errno == EBUSY);
    assert(!mkdir("d", 0700) && rename("d", "/tmp") == -1 && errno == EBUSY);
    assert(!rename("/tmp/b", "/tmp/c") && !access("/tmp/c", F_OK));
}

int main(void)
{
    users();
    table();
    borders();
    return 0;
}
