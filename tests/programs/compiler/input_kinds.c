// Standard input whose status says terminal or pipe is one when a test is replayed, too; and what it holds means
// nothing to the terminal.
// RUN: %ramify-cc -g %s -o program && %ramify --quiet --output-dir=%t ./program --sym-stdin 4
// RUN: for test in %t/*.ktest; do %ramify replay ./program $test; done >%t.out 2>&1; %FileCheck %s <%t.out
// CHECK-NOT: differs
// CHECK-DAG: terminal without places
// CHECK-DAG: pipe without places
// CHECK-DAG: file with places
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status;
    char bytes[16];
    fstat(0, &status);
    const char *kind = isatty(0) ? "terminal" : S_ISFIFO(status.st_mode) ? "pipe" : "file";
    const char *places = lseek(0, 0, SEEK_CUR) < 0 ? "without" : "with";
    long count = read(0, bytes, sizeof bytes),
         more = read(0, bytes + count, sizeof bytes - (unsigned long)count);
    if (count != 4 || more || bytes[0] != 3 || bytes[1] != 4 || bytes[2] != '\r')
        return 1;
    printf("%s %s places\n", kind, places);
    return 0;
}
