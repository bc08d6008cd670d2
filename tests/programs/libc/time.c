// Time: broken-down, printed, read back, in several zones.
// RUN: %ramify --libc=musl --show-output --output-dir=%t  %s  >%t.out
// RUN: musl-gcc -w -static -fno-builtin  -o %t.native %s
// RUN: %t.native  >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include "show.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static char buffer[200];
static const char *format(const char *how, const struct tm *when)
{
    buffer[0] = 0;
    strftime(buffer, sizeof buffer, how, when);
    return buffer;
}

int main(void)
{
    time_t moments[] = {0, 86399, 951782400, 1700000000, 4102444800, -1, -2208988800};
    for (int i = 0; i < 7; i++) {
        struct tm when;
        gmtime_r(&moments[i], &when);
        S(asctime_r(&when, buffer));
        S(format("%Y-%m-%dT%H:%M:%SZ %j %U %W %V %G %u %w %a %A %b %B %y %C %p %I %e %D %F %T %R %r", &when));
        I(timegm(&when));
    }
    time_t moment = 1700000000;
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    S(tzname[0]);
    S(tzname[1]);
    I(timezone);
    I(daylight);
    struct tm local;
    localtime_r(&moment, &local);
    S(format("%c %Z %z %s", &local));
    I(mktime(&local));
    moment = 1690000000;
    localtime_r(&moment, &local);
    S(format("%c %Z %z", &local));
    I(local.tm_isdst);
    struct tm odd = {.tm_year = 123, .tm_mon = 14, .tm_mday = 35, .tm_hour = 25, .tm_isdst = -1};
    I(mktime(&odd));
    S(format("%F %T", &odd));
    struct tm read = {0};
    S(strptime("2024-02-29 12:34:56", "%Y-%m-%d %H:%M:%S", &read));
    I(read.tm_yday);
    I(strptime("nonsense", "%Y", &read) == 0);
    S(strptime("Tue Mar  5", "%a %b %e", &read));
    D(difftime(100, 40));
    S(ctime(&moment));
    I(strftime(buffer, 3, "%Y", &local));
    setenv("TZ", "UTC0", 1);
    tzset();
    S(ctime(&moment));
    struct timespec base;
    I(timespec_get(&base, 99));
    I(clock_gettime(99, &base));
    I(nanosleep(&(struct timespec){0, 2000000000}, 0));
    return 0;
}
