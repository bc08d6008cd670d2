// A test against the native program itself: arguments, environment, files with
// their permissions and times, and standard input are those of the test, in a
// directory of its own that is gone afterwards.
// MATRIX: no
// RUN: python3 %S/Inputs/ktest.py x.ktest program --sym-arg 3 -v --sym-args 0 2 3 --sym-files 1 4 --sym-stdin 5 --sym-env MODE 4 -- arg00:hex61000000 n_args:hex01000000 arg01:one A_data:abcd A_data_stat:stat=0600,12345 stdin:input env_MODE:fast model_version:hex01000000
// RUN: %ramify-cc %s -o program && %ramify replay ./program x.ktest 2>&1 | %FileCheck %s
// CHECK: 4 arguments: a -v one{{$}}
// CHECK: MODE is fast, HOME is unset
// CHECK: A is abcd, 0600, of 12345
// CHECK: input is input
// CHECK: same: no error on this path, in the run and natively; the program ended with exit code 0
// RUN: test ! -e left_behind && %not ls -d ramify-replay*
//
// one program, several tests; a crash; what cannot be read
// RUN: %ramify replay ./program x.ktest x.ktest | grep -c same: | grep -x 2
// RUN: python3 %S/Inputs/ktest.py crash.ktest program crash -- && %exits 3 %ramify replay ./program crash.ktest 2>&1 | grep 'signal 6'
// RUN: %exits 2 %ramify replay ./missing x.ktest
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int count, char **words)
{
    if (count == 2 && !strcmp(words[1], "crash"))
        abort();
    printf("%d arguments:", count);
    for (int i = 1; i < count; i++)
        printf(" %s", words[i]);
    printf("\nMODE is %s, HOME is %s\n", getenv("MODE"), getenv("HOME") ? "set" : "unset");
    char text[16] = "", input[16] = "";
    struct stat status;
    int file = open("A", O_RDONLY);
    if (read(file, text, sizeof text - 1) < 0 || fstat(file, &status) || read(0, input, sizeof input - 1) < 0)
        return 1;
    printf("A is %s, 0%o, of %ld\ninput is %s\n", text, status.st_mode & 07777, (long)status.st_mtime, input);
    mkdir("left_behind", 0);
    return 0;
}
