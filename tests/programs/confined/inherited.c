// Nothing of who starts the replay reaches a hostile program: open files, the environment, limits that are higher.
// MATRIX: no
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping %s -o program && SECRET=1 sh %S/Inputs/hostile %ramify replay program >said 7</etc/passwd 9>written && %FileCheck %s <said && %not grep -E 'ALLOWED|FNDA:[1-9]' said && test ! -s written
// CHECK: who we are:
// CHECK-NEXT: a file that was open: EBADF
// CHECK-NEXT: another: EBADF
// CHECK-NEXT: open: 0 1 2
// CHECK-NEXT: the environment has {{(LD_LIBRARY_PATH )?}}PATH RAMIFY_KTEST {{$}}
// CHECK-NEXT: /usr/local/bin:/usr/bin:/bin
// CHECK-NEXT: standard input ends
// CHECK-NEXT: name: ramify
// CHECK-NEXT: same: no error
// CHECK: FNDA:0,
// A key of the user's session is none of the program's: see kernel.c.
#define _GNU_SOURCE
#include "Inputs/hostile.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

int main(int count, char **words)
{
    struct utsname machine;
    char byte;
    attempt("a file that was open", read(7, &byte, 1));
    attempt("another", write(9, "x", 1));
    printf("open:");
    for (int file = 0; file < 1024; file++)
        if (fcntl(file, F_GETFD) >= 0)
            printf(" %d", file);
    size_t size = 0;
    for (char **variable = environ; *variable; variable++)
        size++;
    qsort(environ, size, sizeof *environ, by_name);
    printf("\nthe environment has ");
    for (size_t i = 0; i < size; i++)
        if (!strstr(environ[i], "LLVM") && strncmp(environ[i], "ASAN", 4))
            printf("%.*s ", (int)strcspn(environ[i], "="), environ[i]);
    uname(&machine);
    printf("\n%s\nstandard input %s\nname: %s\n", getenv("PATH"), read(0, &byte, 1) ? "goes on" : "ends",
           machine.nodename);
    if (getenv("SECRET"))
        allowed("a secret");
    return 0;
}
