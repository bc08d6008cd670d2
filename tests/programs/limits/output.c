// What a path prints is beside its test, also where there is one path only; --max-output counts it with
// every library and whichever call prints.
// MATRIX: no
// RUN: %ramify %s && grep -qx 'one path' ramify-last/test000001.out
// RUN: %ramify --libc=musl %s && grep -qx 'one path' ramify-last/test000001.out
// RUN: %ramify --cflags=-DSILENT %s && %not ls ramify-last/*.out
// RUN: %ramify --max-output=2000 --emit-all-errors %s endless 2>&1 | %FileCheck %s
// RUN: test $(ls ramify-last/test*.model.err | wc -l) = 6
// RUN: for out in ramify-last/test*.out; do size=$(wc -c <$out); test $size -gt 2000 -a $size -lt 2100 || exit 1; done
// RUN: %ramify --max-output=2000 --libc=musl %s endless 2>&1 | %FileCheck %s --check-prefix=MUSL
// RUN: %ramify --max-output=0 --max-instructions=300000 %s endless
// RUN: jq -e '.errors == []' ramify-last/summary.json
// CHECK-COUNT-6: ERROR: {{.*}}the program has written more bytes than --max-output allows
// CHECK: completed paths = 6
// MUSL: ERROR: {{.*}}the program has written more bytes than --max-output allows
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>

int main(int count, char **words)
{
#ifndef SILENT
    puts("one path");
#endif
    if (count < 2)
        return 0;
    int way = klee_range(0, 6, "way"), number = klee_range(10, 99, "number");
    char text[3] = {(char)klee_range('a', 'z', "letter"), 'b', 0};
    for (;;)
        if (way == 0)
            puts("a line");
        else if (way == 1)
            printf("%d\n", number);
        else if (way == 2)
            printf("%s\n", text);
        else if (way == 3)
            write(1, text, 3);
        else if (way == 4)
            fprintf(stderr, "%s%f\n", "constant", 1.5);
        else
            putchar('c');
}
