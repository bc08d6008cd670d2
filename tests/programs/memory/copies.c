// Records that are copied, moved and cleared through pointers with several targets
// are states of their own with --memory=fork only (the loop below takes 16); what is copied keeps its
// pointers, and what is out of bounds is found.
// RUN: %ramify --memory=fork --output-dir=%t.fork %s 2>&1 | %FileCheck %s
// RUN: %ramify --memory=merge --output-dir=%t.m %s 2>&1 | %FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %ramify --memory=segments --output-dir=%t.s %s 2>&1 | %FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %ramify --memory=dynamic --output-dir=%t.d %s 2>&1 | %FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %ramify --memory=auto --output-dir=%t.a %s 2>&1 | %FileCheck --check-prefixes=CHECK,ONE %s
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct record {
    int number;
    const int *pointer;
    char name[12];
};

static const int numbers[4] = {7, 17, 27, 37};

int main(void)
{
    struct record *records[4], copy, table[4];
    for (int i = 0; i < 4; i++) {
        records[i] = calloc(1, sizeof **records);
        *records[i] = (struct record){.number = i, .pointer = &numbers[i], .name = "record"};
        records[i]->name[0] = (char)('a' + i);
        table[i] = *records[i];
    }
    unsigned from = klee_range(0, 4, "from"), to = klee_range(0, 4, "to"), gone = klee_range(0, 4, "gone");
    copy = *records[from];
    klee_assert(copy.number == (int)from && *copy.pointer == numbers[from] &&
                copy.name[0] == (char)('a' + from));
    memmove(records[to], &table[from], sizeof copy);
    klee_assert(!memcmp(records[to]->name, copy.name, sizeof copy.name) &&
                records[to]->pointer == copy.pointer);
    memset(records[gone]->name, 'z', 5);
    klee_assert(records[gone]->name[0] == 'z' && records[gone]->name[4] == 'z' && records[gone]->name[5] != 'z');
    memset(records[gone], 0, sizeof copy);
    for (unsigned i = 0; i < 4; i++) {
        int expected = i == gone ? 0 : i == to ? (int)from : (int)i;
        klee_assert(records[i]->number == expected);
        klee_assert(records[i]->pointer == (i == gone ? NULL : &numbers[expected]));
        klee_assert(records[i]->name[1] == (i == gone ? 0 : 'e'));
    }
    /* one byte on, within the object */
    memmove(&records[to]->name[gone + 1], &records[to]->name[gone], 4);
    klee_assert(records[to]->name[gone + 1] == records[to]->name[gone]);
    // CHECK: copies.c:[[@LINE+1]]: out of bounds: write of 8 bytes
    memset(&records[to]->name[3 * gone], 1, 8);
    return 0;
}
// ONE: done: completed paths = 16
// CHECK: done: errors = 1
