// Reads and writes at symbolic offsets, and pointers with several targets.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %clang -w -g -O2 -I%S/../../../include -emit-llvm -c -o %t.bc %s
// RUN: %ramify --output-dir=%t.optimised %t.bc 2>&1 | %FileCheck --check-prefix=OPTIMISED %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
static unsigned char bytes[16];
static struct {
    short key;
    char name[6];
} records[4] = {{1, "one"}, {2, "two"}, {3, "three"}, {4, "four"}};

static void reads(unsigned i)
{
    klee_assume(i < 8);
    klee_assert(squares[i] == (int)(i * i));
    if (squares[i] == 25)
        klee_assert(i == 5);
    klee_assert(records[i & 3].key == (int)(i & 3) + 1);
    if (records[i & 3].name[0] == 't' && records[i & 3].name[1] == 'h')
        klee_assert((i & 3) == 2);
}
static void writes(unsigned i, unsigned k, unsigned char value)
{
    klee_assume(i < 16);
    klee_assume(k < 16);
    bytes[i] = value;
    bytes[k] = 7;
    klee_assert(bytes[k] == 7);
    klee_assert(bytes[i] == (i == k ? 7 : value));
    bytes[3] = 9;
    klee_assert(bytes[3] == 9);
    klee_assert(i == 3 || k == 3 || bytes[i] == (i == k ? 7 : value));
    unsigned count = 0;
    for (int n = 0; n < 16; n++)
        count += bytes[n] == 0;
    klee_assert(count >= 13);
    int words[4] = {0};
    memcpy(words, bytes, 16);
    klee_assert(((unsigned char *)words)[k] == bytes[k]);
    *(int *)(bytes + (i & 12)) = 0x01020304; // a word at a symbolic offset, read back as bytes
    klee_assert(bytes[(i & 12) + 1] == 3);
}
static void outside(unsigned i)
{
    klee_assume(i < 17);
    klee_assert(bytes[i] == 0); // CHECK-DAG: index.c:[[@LINE]]: out of bounds: read of 1 byte
}
static void several(unsigned i, unsigned k)
{
    int *rows[3];
    for (int n = 0; n < 3; n++) {
        rows[n] = calloc(4, sizeof **rows);
        rows[n][1] = n * 10;
    }
    klee_assume(i < 3);
    klee_assume(k < 4);
    int *row = rows[i];
    row[k] = 5;
    klee_assert(k == 1 || row[1] == (int)i * 10);
    klee_assert(rows[i][k] == 5);
    if (k == 2 && i == 1)
        klee_assert(rows[1][2] == 6); // CHECK-DAG: index.c:[[@LINE]]: ASSERTION FAIL: rows[1][2] == 6
    for (int n = 0; n < 3; n++)
        free(rows[n]);
}

int main(void)
{
    unsigned which, i, k;
    unsigned char value;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&k, sizeof k, "k");
    klee_make_symbolic(&value, sizeof value, "value");
    if (which == 1)
        reads(i);
    else if (which == 2)
        writes(i, k, value);
    else if (which == 3)
        outside(i);
    else if (which == 4)
        several(i, k);
    return 0;
}
// CHECK: done: errors = 2
// OPTIMISED: done: errors = 2
