/* Text to floats. Those that are no long doubles are read without their
 * arithmetic: see floatscan_double.c. */
#include <stdlib.h>

#include "floatscan.h"
#include "shgetc.h"
#include "stdio_impl.h"

double __ramify_floatscan(FILE *, int precision, int may_give_back);

static void begin(FILE *file, const char *text)
{
    sh_fromstring(file, text);
    shlim(file, 0);
}

static void finish(FILE *file, const char *text, char **end)
{
    if (end)
        *end = (char *)text + shcnt(file);
}

static double read_double(const char *text, char **end, int precision)
{
    FILE file;
    begin(&file, text);
    double number = __ramify_floatscan(&file, precision, 1);
    finish(&file, text, end);
    return number;
}

float strtof(const char *restrict text, char **restrict end) { return (float)read_double(text, end, 0); }
double strtod(const char *restrict text, char **restrict end) { return read_double(text, end, 1); }

long double strtold(const char *restrict text, char **restrict end)
{
    FILE file;
    begin(&file, text);
    long double number = __floatscan(&file, 2, 1);
    finish(&file, text, end);
    return number;
}
