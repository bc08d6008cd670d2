// System calls that fail inside fail natively when the test is replayed: the same call of the same kind, with
// the same one of its two errors.
// MATRIX: no
// RUN: %ramify-cc -g -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation %s -o program && %ramify --output-dir=%t ./program --sym-files 1 4 --max-fail 1 2>&1 | %FileCheck %s
// CHECK: errors = 0
// each test natively: what failed, in the program's own words, is what failed inside
// RUN: for test in %t/*.ktest; do cat ${test%.ktest}.out >>inside; %ramify replay ./program $test 2>>outside >>replays; done
// RUN: grep -v '^ramify: warning' outside >natively; diff <(sort inside) <(sort natively) && sort -u natively | %FileCheck %s --check-prefix=SAID
// SAID: nothing failed
// SAID: open: 13
// SAID: read 1: 4
// SAID: read 1: 5
// SAID: read 2: 4
// SAID: read 2: 5
// SAID: write: 32
// SAID: write: 5
// RUN: %not grep -v '^same:' replays
// and the lines that are reached so count
// RUN: %ramify coverage ./program %t | %FileCheck %s --check-prefix=COVERED
// COVERED: 100.0% {{.*}}faults.c
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

static int complain(const char *what)
{
    dprintf(2, "%s: %d\n", what, errno);
    return 1;
}

int main(void)
{
    char bytes[2];
    struct iovec parts[2] = {{"a", 1}, {"b", 1}};
    int file = open("A", O_RDWR);
    if (file < 0)
        return complain("open");
    if (read(file, bytes, 2) < 0)
        return complain("read 1");
    if (read(file, bytes, 2) < 0)
        return complain("read 2");
    if (writev(file, parts, 2) < 0) /* one call, whatever it writes */
        return complain("write");
    dprintf(2, "nothing failed\n");
    return 0;
}
