/* Removing from a linked list, with a use after free.
 *
 * Which elements are removed is unknown. The loop frees an element and then
 * asks it for the next one.
 *
 *     ramify examples/list.c
 */
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    node->next = list;
    return node;
}

static struct node *remove_all(struct node *list, int value)
{
    struct node **link = &list;
    for (struct node *node = list; node; node = node->next) {
        if (node->value == value) {
            *link = node->next;
            free(node); /* and the loop reads node->next */
        } else {
            link = &node->next;
        }
    }
    return list;
}

int main(void)
{
    int unwanted = klee_int("unwanted");
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = push(list, i * i);
    list = remove_all(list, unwanted);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

// RUN: %ramify %s
// RUN: jq -r '"\(.paths.completed) fine; " + (.errors[] | "\(.kind) \(.function) line \(.line)")' ramify-last/summary.json | %FileCheck %s
// CHECK: 1 fine; use-after-free remove_all line 29
// CHECK-NOT: line
