// Variable-length arrays, alloca, large arrays, heap.
// RUN: %S/same.sh "%ramify" %s %t
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char large[8 << 20];
static int zero_length[0];
static struct {
    int a[1000][100];
} matrix;

static int triangle(int n)
{
    int values[n][n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= n; k++)
            values[i][k] = i * k;
    for (int i = 0; i < n; i++)
        sum += values[i][n - i];
    return sum + (int)sizeof values;
}
static int parameter(int n, int m, int array[n][m]) { return array[n - 1][m - 1] + (int)sizeof array[0]; }
static char *upper(const char *text)
{
    char *copy = alloca(strlen(text) + 1);
    strcpy(copy, text);
    for (char *at = copy; *at; at++)
        *at &= ~32;
    return strdup(copy);
}

int main(void)
{
    printf("%d %d\n", triangle(3), triangle(20));
    int array[4][5];
    for (int i = 0; i < 20; i++)
        array[i / 5][i % 5] = i;
    printf("%d\n", parameter(4, 5, array));
    char *text = upper("hello");
    printf("%s\n", text);
    free(text);
    long sum = 0;
    for (int i = 0; i < 200; i++) {
        int local[i + 1];
        memset(local, 1, sizeof local);
        sum += local[i] + (long)sizeof local;
    }
    printf("%ld\n", sum);
    for (int i = 0; i < (8 << 20); i += 4099)
        large[i] = (char)i;
    sum = 0;
    for (int i = 0; i < (8 << 20); i += 1024)
        sum += large[i];
    printf("%ld %zu\n", sum, sizeof zero_length);
    for (int i = 0; i < 1000; i++)
        matrix.a[i][i % 100] = i;
    printf("%d %d\n", matrix.a[999][99], matrix.a[998][99]);
    int *grown = NULL;
    for (int i = 0; i < 100; i++) {
        grown = realloc(grown, (i + 1) * sizeof *grown);
        grown[i] = i * i;
    }
    printf("%d %d\n", grown[0], grown[99]);
    free(grown);
    int *cleared = calloc(1000, sizeof *cleared);
    for (int i = 0; i < 1000; i++)
        sum += cleared[i];
    free(cleared);
    char *big = malloc(8 << 20);
    memset(big, 7, 8 << 20);
    memmove(big + 1000, big, 4 << 20);
    printf("%ld %d\n", sum, big[(8 << 20) - 1]);
    free(big);
    free(NULL);
    void *none = malloc(0);
    free(none);
    void *aligned = NULL;
    printf("%d %d\n", posix_memalign(&aligned, 256, 1000), (int)((unsigned long)aligned % 256));
    free(aligned);
    return 0;
}
