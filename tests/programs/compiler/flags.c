// Flags of meaning count for the bitcode, the others do not.
// MATRIX: no
// RUN: mkdir include && echo '#define FROM_HEADER 5' >include/header.h && echo '#define FORCED 6' >forced.h
// RUN: %ramify-cc -O2 -g -flto -Wall -Wextra -pedantic -fPIC -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fprofile-arcs -ftest-coverage -fsanitize=undefined -pipe -MD -MF x.d -MT target -MP -I include -include forced.h -D COMMAND=7 -std=gnu11 -Wp,-DPREPROCESSOR=8 -c %s -o x.o
// RUN: grep -q '^target: .*flags.c' x.d && grep -q header.h x.d && grep -q forced.h x.d
// RUN: %ramify-cc -flto -fprofile-arcs -fsanitize=undefined -Wl,-z,now -Xlinker --as-needed -rdynamic -lm -s x.o -o program && ./program | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out ./program | %FileCheck %s
// RUN: %ramify --dump ./program | %not grep -q -e ubsan -e gcov
//
// old C, for which an error is made a warning
// RUN: echo 'int main(void) { return late(); } int late(void) { return 3; }' >old.c && %ramify-cc -Wno-implicit-function-declaration old.c -o old && %ramify --output-dir=out4 ./old 2>&1 | %not grep -q late
//
// a response file, with quotes and one in another
// RUN: echo '-D COMMAND=7 "-DPREPROCESSOR=8"' >inner && printf "@inner -I 'include'\n-include\tforced.h -DTEXT=a\\\\ b\n" >outer && %ramify-cc @outer %s -o second && ./second | %FileCheck %s
// RUN: %ramify --show-output --output-dir=out2 ./second | %FileCheck %s
//
// flags for the bitcode only
// RUN: RAMIFY_CC_FLAGS='-UCOMMAND -DCOMMAND=9' %ramify-cc @outer %s -o third && ./third | %FileCheck %s && %ramify --show-output --output-dir=out3 ./third | grep '5 6 9 8'
//
// the same twice
// RUN: %ramify-cc @outer -c %s -o one.o && %ramify-cc @outer -c %s -o two.o && cmp one.o two.o
// several at once
// RUN: for i in 1 2 3 4 5 6 7 8; do (%ramify-cc @outer -c %s -o p$i.o && cmp one.o p$i.o && touch done$i) & done; wait; ls done* | wc -l | grep -x 8
#include <stdio.h>
#include <header.h>
int main(void)
{
    // CHECK: 5 6 7 8
    printf("%d %d %d %d\n", FROM_HEADER, FORCED, COMMAND, PREPROCESSOR);
    return 0;
}
