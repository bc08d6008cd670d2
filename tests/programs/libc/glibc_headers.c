// Bitcode that plain clang made with the machine's own headers, those of glibc, as KLEE's users do it:
// the names its macros and inline functions call are there, and mean the same.
// RUN: %clang -g -O0 -emit-llvm -c -o %t.0.bc %s
// RUN: %clang -g -O2 -emit-llvm -c -o %t.2.bc %s
// RUN: %clang -g -O2 -D_FORTIFY_SOURCE=2 -emit-llvm -c -o %t.f.bc %s
// RUN: %clang -w -O0 -o %t.native %s -lm && mkdir %t.d && cd %t.d && %t.native -n 3 -v word other >%t.expected
// RUN: for i in 0 2 f; do %ramify --libc=uclibc --posix-runtime --show-output --output-dir=%t.$i %t.$i.bc -n 3 -v word other 2>%t.said | diff %t.expected - || exit 1; not grep "not defined" %t.said || exit 1; done
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <obstack.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static volatile int seven = 7;
static volatile size_t twenty = 20;

static void print(const char *format, ...)
{
    va_list list;
    char to[100];
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    va_start(list, format);
    vfprintf(stdout, format, list);
    va_end(list);
    va_start(list, format);
    vsnprintf(to, sizeof to, format, list);
    va_end(list);
    fputs(to, stdout);
    va_start(list, format);
    vsprintf(to, format, list);
    va_end(list);
    fputs(to, stdout);
}

static void characters(void)
{
    unsigned sum = 0;
    for (int c = -1; c < 256; c++)
        sum = sum * 3 + !!isalpha(c) + 2 * !!isdigit(c) + 4 * !!isspace(c) + 8 * !!ispunct(c) +
              16 * !!isupper(c) + 32 * !!isxdigit(c) + 64 * !!isprint(c) + 128 * !!isblank(c);
    printf("ctype %u\n", sum);
    for (int c = 0; c < 128; c++)
        sum = sum * 3 + (unsigned)tolower(c) + (unsigned)toupper(c);
    printf("case %u\n", sum);
    printf("%d %d %d\n", !!iswalpha(L'x'), towupper(L'x'), !!isascii(seven));
}

static void numbers(void)
{
    int n = 0;
    char word[20];
    double d = 0;
    printf("%d\n", sscanf("12 abc 2.5", "%d %19s %lf", &n, word, &d));
    printf("%d %s %g\n", n, word, d);
    char *end;
    printf("%ld %lu %lld %llu\n", strtol("42x", &end, 10), strtoul("0x10", NULL, 0), strtoll("-9", NULL, 10),
           strtoull("077", NULL, 8));
    printf("%s %d %ld %g\n", end, atoi("17"), atol("18"), atof("1.5"));
    printf("%" PRIdMAX " %g %g\n", strtoimax("99", NULL, 10), strtod("1e3", NULL), (double)strtof("2.5", NULL));
    errno = 0;
    strtol("999999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    printf("%d %d %d %d\n", !!isnan(d), !!isinf(d), !!isfinite(d), !!signbit(-d));
    printf("%.6f %.6f %.6f\n", sqrt(d), pow(d, 2), floor(-d));
}

static void strings(void)
{
    char a[40], b[40];
    memset(a, 0, twenty);
    memcpy(a, "abc", (size_t)seven - 3);
    memmove(a + 1, a, 3);
    strcpy(b, a);
    strcat(b, "-tail");
    strncpy(a, b, twenty);
    strncat(a, "more", 2);
    printf("%s %s\n", a, b);
    sprintf(a, "%d/%s", seven, b);
    snprintf(b, twenty, "%s...", a);
    printf("%s %s %s\n", a, b, stpcpy(a, "x") - 1);
    char *copy = strdup(b), *rest, *first = strtok_r(copy, "/", &rest);
    printf("%s %s %s\n", first, rest, strchr(b, '/'));
    free(copy);
    char *made = NULL;
    printf("%d\n", asprintf(&made, "%s:%d", "made", seven));
    puts(made);
    free(made);
    wchar_t wide[20];
    printf("%zu %ls\n", mbstowcs(wide, "wide", 20), wide);
    wcscpy(wide, L"w");
    wcscat(wide, L"x");
    printf("%zu %d\n", wcslen(wide), wcscmp(wide, L"wx"));
}

static void files(void)
{
    struct stat status;
    char line[100];
    printf("%d %d\n", stat("nothing", &status), errno);
    FILE *file = fopen("new", "w+");
    printf("%d\n", file != NULL);
    fprintf(file, "line %d\nrest", seven);
    putc('!', file);
    fputc('?', file);
    fflush(file);
    printf("%d %ld %o\n", fstat(fileno(file), &status), (long)status.st_size, status.st_mode & S_IFMT);
    printf("%d %d\n", lstat("new", &status), S_ISREG(status.st_mode));
    rewind(file);
    printf("%s", fgets(line, sizeof line, file));
    printf("%d", getc(file));
    while (!feof(file))
        printf(" %d", getc_unlocked(file));
    printf("\n%d\n", fseek(file, 5, SEEK_SET));
    int n = 0;
    printf("%d\n", fscanf(file, "%d", &n));
    printf("%d %zu\n", n, fread(line, 1, twenty, file));
    fclose(file);
    int descriptor = open("new", O_RDONLY);
    printf("%zd\n", read(descriptor, line, twenty));
    printf("%zd\n", pread(descriptor, line, twenty, 3));
    struct pollfd ready = {descriptor, POLLIN, 0};
    printf("%d\n", poll(&ready, 1, 0));
    fd_set set;
    FD_ZERO(&set);
    FD_SET(descriptor, &set);
    printf("%d\n", FD_ISSET(descriptor, &set) != 0);
    close(descriptor);
    printf("%d %d\n", unlink("new"), mknod("new", S_IFREG | 0600, 0));
    unlink("new");
    printf("%s\n", strrchr(getcwd(line, sizeof line), '/') != NULL ? "directory" : "?");
    FILE *memory = fmemopen(line, sizeof line, "w");
    fputs("in memory", memory);
    fclose(memory);
    puts(line);
}

static void stacks(void)
{
    struct obstack stack;
    obstack_init(&stack);
    char *first = obstack_copy0(&stack, "first", 5);
    obstack_grow(&stack, "sec", 3);
    obstack_1grow(&stack, 'o');
    obstack_grow0(&stack, "nd", 2);
    char *second = obstack_finish(&stack);
    printf("%s %s %d\n", first, second, (int)obstack_object_size(&stack));
    for (int i = 0; i < 2000; i++)
        obstack_int_grow(&stack, i);
    int *many = obstack_finish(&stack);
    printf("%d\n", many[1999]);
    obstack_printf(&stack, "%d-%s", seven, "printed");
    obstack_1grow(&stack, 0);
    puts(obstack_finish(&stack));
    obstack_free(&stack, second);
    obstack_free(&stack, NULL);
}

static void others(void)
{
    dev_t device = makedev((unsigned)seven << 12 | 8, (unsigned)seven << 8 | 1);
    printf("%u %u\n", major(device), minor(device));
    printf("%d %d %d\n", glob_pattern_p("a*", 1), glob_pattern_p("a\\*", 1), glob_pattern_p("[a]", 0));
    printf("%lld %llu %ld\n", strtoq("-7", NULL, 10), strtouq("7", NULL, 10), strtol_l("12", NULL, 10, newlocale(LC_ALL_MASK, "C", NULL)));
    static char text[] = "abc";
    wchar_t wide[10];
    printf("%td %td\n", wmempcpy(wide, L"abc", 4) - wide, wcschrnul(wide, L'x') - wide);
    printf("%td\n", (char *)rawmemchr(text, 'c') - text);
    printf("%d %d\n", (isnan)(NAN), (isinf)(-INFINITY));
    char now[PATH_MAX];
    printf("%d %d\n", getwd(now) == now, fcntl(0, F_GETFD));
    printf("%d %d\n", sigsetmask(0), siggetmask());
}

static jmp_buf back;
static sigjmp_buf back_with_signals;

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int count, char **words)
{
    setlocale(LC_ALL, "");
    int number = 0, verbose = 0;
    static const struct option options[] = {{"number", 1, NULL, 'n'}, {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(count, words, "n:v", options, NULL)) != -1;)
        c == 'n' ? (number = atoi(optarg)) : (verbose = 1);
    printf("%d %d %d %s\n", number, verbose, optind, words[optind]);
    print("%d %s %c\n", seven, "printed", 'c');
    characters();
    numbers();
    strings();
    files();
    stacks();
    others();
    int list[5] = {5, 3, 1, 4, 2};
    qsort(list, 5, sizeof *list, by_value);
    printf("%d %d\n", list[0], *(int *)bsearch(&list[3], list, 5, sizeof *list, by_value));
    if (!setjmp(back))
        longjmp(back, 1);
    if (!sigsetjmp(back_with_signals, 1))
        siglongjmp(back_with_signals, 1);
    time_t moment = 0;
    struct tm broken;
    char text[50];
    strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&moment, &broken));
    puts(text);
    error(0, 0, "not shown");
    error(0, ENOENT, "not shown");
    printf("%u %s\n", error_message_count, strerror(ENOENT));
    perror("not shown");
    fprintf(stderr, "not shown\n");
    dprintf(1, "%d\n", seven);
    assert(seven == 7);
    putchar('.');
    putc_unlocked('\n', stdout);
    printf("%s\n", program_invocation_short_name ? "named" : "?");
    exit(fflush(stdout));
}
