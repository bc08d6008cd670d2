// --check-leaks: memory that nothing points to any more when the program ends.
// RUN: %ramify --check-leaks --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: cat %t/*.leak.err | %FileCheck --check-prefix=STORY %s
// RUN: for test in %t/*.err; do %ramify replay %s ${test%%.*}.ktest || exit 1; done
// With musl, whose own variables point to functions, too.
// RUN: %ramify --check-leaks --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck --check-prefix=MUSL %s
// RUN: %ramify --output-dir=%t.off %s 2>&1 | %FileCheck --check-prefix=OFF %s
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
    char data[20];
};
static struct node *list;
static void *hidden[3];
static void *code[3]; // what points to code keeps nothing alive

static void lose(int size)
{
    char *lost = malloc(size);
    lost[0] = 1;
}

int main(void)
{
    unsigned which;
    code[0] = (void *)main;
    code[1] = &&end;
    code[2] = (void *)klee_make_symbolic;
    klee_make_symbolic(&which, sizeof which, "which");
    switch (which) {
    case 1:
        lose(33);
        break;
    case 2: // freed
        free(malloc(10));
        break;
    case 3: // reachable from a global, through other objects
        for (int i = 0; i < 3; i++) {
            struct node *node = malloc(sizeof *node);
            node->next = list;
            list = node;
        }
        break;
    case 4: // the rest of a list is lost
        for (int i = 0; i < 3; i++) {
            struct node *node = malloc(sizeof *node);
            node->next = list;
            list = node;
        }
        list->next = NULL;
        break;
    case 5: { // at exit() the locals still exist
        char *volatile kept = malloc(40);
        exit(kept == NULL);
    }
    case 6: // chosen by a symbolic index: any of them may be meant
        hidden[which % 3] = malloc(7);
        break;
    case 7:
        lose(44);
        exit(0);
    }
end:
    return 0;
}
// CHECK-DAG: memory leak: 33 bytes in 1 object, the first of 33 bytes allocated at {{.*}}leaks.c:22
// CHECK-DAG: memory leak: 64 bytes in 2 objects, the first of 32 bytes allocated at {{.*}}leaks.c:49
// CHECK-DAG: memory leak: 44 bytes in 1 object
// CHECK: done: errors = 3
// STORY-DAG: Allocated at: {{.*}}leaks.c:22
// OFF: done: errors = 0
// MUSL-DAG: memory leak: 33 bytes in 1 object, the first of 33 bytes allocated at {{.*}}leaks.c:
// MUSL-DAG: memory leak: 64 bytes in 2 objects, the first of 32 bytes allocated at {{.*}}leaks.c:
// MUSL-DAG: memory leak: 44 bytes in 1 object
// MUSL: done: errors = 3
