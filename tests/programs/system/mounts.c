// The host's files: read where they are mounted, changed in the path only.
// RUN: rm -rf %t.host && mkdir -p %t.host/sub && printf hello >%t.host/sub/f && ln -s sub/f %t.host/link
// RUN: ln -s /etc %t.host/out && ln -s ../.. %t.host/up
// RUN: %ramify --output-dir=%t --mount=%t.host:/data/here --mount=%s:/one %s 2>&1 | %FileCheck %s
// RUN: grep -q '^hello$' %t.host/sub/f
// RUN: %exits 2 %ramify --mount=%t.none %s 2>&1 | %FileCheck --check-prefix=MISSING %s
// CHECK: completed paths = 1
// CHECK: errors = 0
// MISSING: none: No such file
#include "system_test.h"

int main(void)
{
    char bytes[16] = {0};
    struct stat status;
    assert(CALL(stat, "/data/here/sub", &status) == 0 && (status.st_mode & S_IFMT) == S_IFDIR);
    int fd = CALL(open, "/data/here/link", O_RDWR);
    assert(fd >= 0 && CALL(read, fd, bytes, 16) == 5 && !memcmp(bytes, "hello", 5));
    assert(CALL(pwrite64, fd, "J", 1, 0) == 1 && CALL(pread64, fd, bytes, 5, 0) == 5);
    assert(!memcmp(bytes, "Jello", 5));
    assert(CALL(open, "/one", O_RDONLY) >= 0);
    assert(CALL(open, "/data/here/none", O_RDONLY) == -ENOENT);
    assert(CALL(open, "/data/here/out/shadow", O_RDONLY) == -ENOENT);
    assert(CALL(open, "/data/here/up/up", O_RDONLY) == -ENOENT);
    assert(CALL(open, "/etc/shadow", O_RDONLY) == -ENOENT);
    assert(CALL(unlink, "/data/here/sub/f") == 0 && CALL(stat, "/data/here/sub/f", &status) == -ENOENT);
    assert(CALL(rmdir, "/data/here/sub") == 0 && CALL(unlink, "/data/here/link") == 0);
    fd = CALL(open, "/data/here", O_RDONLY);
    char names[512];
    long size = CALL(getdents64, fd, names, sizeof names), found = 0;
    for (long at = 0; at < size; at += *(unsigned short *)(names + at + 16))
        found++;
    assert(found == 4); /* . .. out up */
    return 0;
}
