// Command lines: getopt and getopt_long.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s -a -b value --long --with=x -cfoo rest --number 5 more >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native -a -b value --long --with=x -cfoo rest --number 5 more >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <getopt.h>
#include <unistd.h>

static const struct option table[] = {{"long", no_argument, 0, 'l'},
                                      {"with", required_argument, 0, 'w'},
                                      {"number", required_argument, 0, 'n'},
                                      {"maybe", optional_argument, 0, 'm'},
                                      {0, 0, 0, 0}};

int main(int argc, char **argv)
{
    int c, index;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "ab:c::", table, &index)) != -1)
        printf("%c (%s) optind %d\n", c, optarg ? optarg : "none", optind);
    for (int i = optind; i < argc; i++)
        printf("operand %s\n", argv[i]);
    char *bad[] = {"program", "-x", "-b", 0};
    optind = 0;
    I(getopt(3, bad, ":b:"));
    I(optopt);
    I(getopt(3, bad, ":b:"));
    I(getopt(3, bad, ":b:"));
    char *plain[] = {"program", "-ab", "--", "-a", 0};
    optind = 0;
    I(getopt(4, plain, "ab"));
    I(getopt(4, plain, "ab"));
    I(getopt(4, plain, "ab"));
    I(optind);
    char *abbreviated[] = {"program", "--num=3", "--wi", "x", "--none", 0};
    optind = 0;
    I(getopt_long(5, abbreviated, "", table, 0));
    I(getopt_long(5, abbreviated, "", table, 0));
    I(getopt_long(5, abbreviated, "", table, 0));
    I(getopt_long_only(5, abbreviated, "", table, 0));
    return 0;
}
