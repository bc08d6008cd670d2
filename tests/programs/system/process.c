// Memory, time, identity and the machine.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// CHECK: completed paths = 1
// CHECK: errors = 0
#include "system_test.h"

int main(void)
{
    struct {
        long seconds, rest;
    } first, second, pause = {5, 0};
    char names[390], random[2][8];
    unsigned long limit[2];
    assert(CALL(clock_gettime, 0, &first) == 0 && CALL(nanosleep, &pause, 0) == 0);
    assert(CALL(clock_gettime, 0, &second) == 0 && second.seconds >= first.seconds + 5);
    assert(CALL(time, 0) == second.seconds);
    assert(CALL(getuid) == 1000 && CALL(setuid, 0) == -EPERM && CALL(getppid) == 1);
    assert(CALL(uname, names) == 0 && !strcmp(names, "Linux") && !strcmp(names + 260, "x86_64"));
    assert(CALL(prlimit64, 0, 7, 0, limit) == 0 && limit[0] == 256);
    assert(CALL(getrandom, random[0], 8, 0) == 8 && CALL(getrandom, random[1], 8, 0) == 8);
    assert(memcmp(random[0], random[1], 8));
    long heap = CALL(brk, 0);
    assert(heap && heap % 4096 == 0);
    assert(CALL(brk, heap + 8192) == heap + 8192 && CALL(brk, 0) == heap + 8192);
    ((char *)heap)[8191] = 1;
    assert(CALL(brk, heap + (1l << 30)) == heap + 8192); /* too much: it stays as it is */
    assert(CALL(umask, 077) == 022 && CALL(umask, 0) == 077);

    char *memory = (char *)CALL(mmap, 0, 5000, 3, 0x22, -1, 0);
    assert(klee_get_obj_size(memory) == 8192 && memory[4999] == 0);
    memory[0] = 1;
    assert(CALL(munmap, memory, 5000) == 0);
    int fd = CALL(open, "f", O_CREAT | O_RDWR, 0600);
    assert(CALL(write, fd, "abc", 3) == 3);
    char *private = (char *)CALL(mmap, 0, 3, 3, 2, fd, 0), *shared = (char *)CALL(mmap, 0, 3, 3, 1, fd, 0);
    assert(private[1] == 'b' && shared[2] == 'c');
    private[0] = 'X';
    shared[1] = 'Y';
    assert(CALL(munmap, private, 3) == 0 && CALL(munmap, shared, 3) == 0);
    assert(CALL(pread64, fd, names, 3, 0) == 3 && !memcmp(names, "aYc", 3));
    for (int i = 0; CALL(dup, fd) >= 0; i++)
        assert(i < 256);
    assert(CALL(dup, fd) == -EMFILE);
    return 0;
}
