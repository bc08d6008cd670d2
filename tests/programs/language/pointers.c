// Pointers as integers: tags, masks, XOR lists, hashing, differences, comparisons.
// RUN: %S/same.sh "%ramify" %s %t
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    uintptr_t both;
};
struct item {
    int key;
    struct item *next;
};
#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

static int global[10];
static int *const end_of_global = global + 10;
static char *relocated[] = {"zero", "one", (char *)&global[3], "three" + 1};
static uintptr_t as_number = (uintptr_t)&global[5];
static struct item chain[3] = {{1, &chain[1]}, {2, &chain[2]}, {3, NULL}};
static long difference = (char *)&global[7] - (char *)&global[2];

int main(void)
{
    int *tagged = (int *)((uintptr_t)&global[2] | 3);
    *(int *)((uintptr_t)tagged & ~(uintptr_t)7) = 42;
    printf("%d %d\n", global[2], (int)((uintptr_t)tagged & 7));
    struct node nodes[5];
    for (int i = 0; i < 5; i++) {
        nodes[i].value = i * i;
        nodes[i].both = (i ? (uintptr_t)&nodes[i - 1] : 0) ^ (i < 4 ? (uintptr_t)&nodes[i + 1] : 0);
    }
    uintptr_t previous = 0, at = (uintptr_t)&nodes[0];
    while (at) {
        printf("%d ", ((struct node *)at)->value);
        uintptr_t next = ((struct node *)at)->both ^ previous;
        previous = at;
        at = next;
    }
    printf("\n");
    struct item *buckets[16] = {0};
    for (int i = 0; i < 20; i++) {
        struct item *item = malloc(sizeof *item);
        item->key = i;
        unsigned slot = (unsigned)((uintptr_t)item * 2654435761u >> 20) % 16;
        item->next = buckets[slot];
        buckets[slot] = item;
    }
    int sum = 0;
    for (int i = 0; i < 16; i++)
        while (buckets[i]) {
            struct item *next = buckets[i]->next;
            sum += buckets[i]->key;
            free(buckets[i]);
            buckets[i] = next;
        }
    printf("%d\n", sum);
    int *p = &global[1], *q = &global[8];
    printf("%td %d %d %d %d\n", q - p, p < q, p == q, p + 7 == q, q > p);
    printf("%d %ld\n", (int)(end_of_global - global), difference);
    printf("%s %s %d\n", relocated[1], relocated[3], *(int *)relocated[2]);
    *(int *)as_number = 9;
    printf("%d\n", global[5]);
    for (struct item *each = chain; each; each = each->next)
        printf("%d ", each->key);
    printf("\n");
    struct item **link = &chain[1].next;
    printf("%d\n", container_of(link, struct item, next)->key);
    unsigned char bytes[sizeof(int *)];
    int *back;
    memcpy(bytes, &p, sizeof p);
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&back)[i] = bytes[i];
    printf("%d\n", back == p);
    *back = 5;
    printf("%d\n", global[1]);
    uintptr_t split = (uintptr_t)p;
    uint32_t low = (uint32_t)split, high = (uint32_t)(split >> 32);
    int *joined = (int *)(((uintptr_t)high << 32) | low);
    printf("%d\n", *joined);
    uintptr_t negative = ~(uintptr_t)p;
    printf("%d\n", *(int *)~negative);
    char *one_past = (char *)global + sizeof global;
    printf("%d %d\n", one_past[-1], (int *)one_past == end_of_global);
    void *null = NULL;
    printf("%d %d %d\n", !null, !p, p && q);
    int **pp = &p;
    ++*pp;
    printf("%d\n", *p);
    int (*rows)[5] = (int (*)[5])global;
    printf("%d %d\n", rows[1][0], (int)sizeof *rows);
    const char *text = "same", *literal = &"offset"[3];
    printf("%c %s %d\n", 2 ["abc"], literal, text[4]);
    printf("%d\n", (int)((uintptr_t)malloc(1) % 16));
    _Alignas(64) char aligned[10];
    printf("%d\n", (int)((uintptr_t)aligned % 64));
    return 0;
}
