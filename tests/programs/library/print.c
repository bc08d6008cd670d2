// printf and its relatives print what the C library prints.
// RUN: %ramify --show-output --cflags=-w --output-dir=%t %s >%t.out 2>%t.log
// RUN: grep -v '^ramify:' %t.log >%t.errors
// RUN: %clang -w -o %t.native %s
// RUN: %t.native >%t.expected 2>%t.expected_errors
// RUN: cmp %t.expected %t.out && cmp %t.expected_errors %t.errors
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <float.h>
#include <limits.h>

int main(void)
{
    printf("%d %i %u %x %X %o %c %s %%\n", -42, 42, 42u, 255, 255, 8, 'c', "text");
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d]\n", 42, 42, 42, 42, 42, 42, 42);
    printf("[%#x] [%#o] [%hhd] [%hd] [%ld] [%lld] [%zu] [%jd]\n", 255, 8, 300, 70000, LONG_MIN, LLONG_MAX,
           (size_t)-1, (long)-1);
    printf("[%10s] [%-10s] [%.2s] [%*s] [%.*s]\n", "right", "left", "cut", 6, "star", 1, "star");
    printf("[%f] [%.2f] [%e] [%g] [%10.3f] [%-10.1f] [%a]\n", 3.14159, 2.5, 12345.678, 0.0001, 1.5, 2.5, 1.0);
    printf("[%f] [%f] [%Lf] [%.20g]\n", 1.0 / 0.0, DBL_MAX, 1.25L, 0.1);
    printf("%s %p\n", (char *)NULL, NULL);
    fprintf(stdout, "to %s\n", "stdout");
    puts("a line");
    putchar('p');
    fputc('q', stdout);
    putc('\n', stdout);
    fputs("fputs\n", stdout);
    fwrite("fwrite\n", 1, 7, stdout);
    char buffer[16];
    int length = snprintf(buffer, sizeof buffer, "%s-%d", "a longer text", 12345);
    printf("%d %s\n", length, buffer);
    sprintf(buffer, "%04x", 0xbeef);
    puts(buffer);
    printf("%d\n", printf("123\n"));
    fflush(stdout);
    errno = ENOENT;
    fprintf(stderr, "to stderr: %m\n");
    perror("perror");
    printf("%s\n", strerror(EINVAL));
    return 0;
}
