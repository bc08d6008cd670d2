// What --check-memory compares is counted: loads of what surely was written, and what depends on the input, which is
// proven by trying all of it, or where that is too much by Z3.
// RUN: %ramify --memory=merge --check-memory --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=dynamic --cflags=-DWIDE --check-memory --output-dir=%t.wide %s 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.off %s > %t.log 2>&1
// RUN: %not grep check-memory %t.log
// RUN: grep -A8 '"check_memory"' %t/summary.json | grep -q '"unproven": 0'
// RUN: grep -A8 '"check_memory"' %t.off/summary.json | grep -q '"loads": 0'
// CHECK: check-memory: 1 paths, {{[1-9][0-9]*}} loads: {{[1-9][0-9]*}} the same, {{[1-9][0-9]*}} evaluated; of these {{[1-9][0-9]*}} proven, 0 left unproven; 0 paths not checked
#include <klee/klee.h>
#include <string.h>

int main(void)
{
#ifdef WIDE
    unsigned i;
#else
    unsigned char i;
#endif
    unsigned char bytes[16], copy[16];
    klee_make_symbolic(&i, sizeof i, "i");
    memset(bytes, 1, sizeof bytes);
    bytes[i % 16] = 7;
    memcpy(copy, bytes, sizeof copy);
    return copy[(i + 1) % 16];
}
