// Compile and link in one command, from several sources, from a directory and a
// file with spaces in their names, with and without -o.
// MATRIX: no
// RUN: mkdir 'a directory' && cp %s 'a directory/a file.c' && echo 'int one(void) { return 1; }' >one.c
// RUN: %ramify-cc 'a directory/a file.c' one.c && ./a.out | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out1 ./a.out | %FileCheck %s
// RUN: %ramify-cc -o 'the program' 'a directory/a file.c' one.c && %ramify --show-output --output-dir=out2 './the program' | %FileCheck %s
// RUN: %ramify-cc -c one.c && %ramify-cc 'a directory/a file.c' one.o -othird && %ramify --show-output --output-dir=out3 ./third | %FileCheck %s
// several objects at once, in the directory of the command
// RUN: mkdir elsewhere && cd elsewhere && %ramify-cc -c '../a directory/a file.c' ../one.c && %ramify-cc *.o && %ramify --show-output --output-dir=out4 ./a.out | %FileCheck %s
// no source, other names, other languages
// RUN: cp one.c one.text && %ramify-cc -x c one.text -x none 'a directory/a file.c' -o fourth && %ramify --show-output --output-dir=out5 ./fourth | %FileCheck %s
// RUN: %ramify-cc -E %s -o one.i && %ramify-cc one.i one.c -o fifth && %ramify --show-output --output-dir=out6 ./fifth | %FileCheck %s
// files of C after a native program are its arguments
// RUN: %ramify --show-output --output-dir=out7 ./fifth one.c 2>&1 | %FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: argument one.c
// nothing but the program is left
// RUN: ls | grep -v -e ^out -e ^one -e directory -e ramify -e elsewhere -e program -e left >left; printf "a.out\nfifth\nfourth\nthird\n" | diff - left
#include <stdio.h>
int one(void);
int main(int count, char **words)
{
    if (count > 1)
        printf("argument %s\n", words[1]);
    // CHECK: one is 1
    printf("one is %d\n", one());
    return 0;
}
