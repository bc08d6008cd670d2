// --symbolic-environment: what differs from run to run is input; without it each is one value, and that is said.
// MATRIX: no (musl's time)
// RUN: %ramify --output-dir=%t.1 %s 2>&1 | %FileCheck %s --check-prefix=PLAIN
// PLAIN: warning: {{.*}}environment.c:{{[0-9]+}}: not everything is explored: rand: one value of several is taken (try --symbolic-environment)
// RUN: jq -e '.status == "partial" and .errors == [] and ([.partial[].why] | length) == 6' %t.1/summary.json
// RUN: jq -e '[.partial[].help] | unique == ["--symbolic-environment"]' %t.1/summary.json
// RUN: %ramify --symbolic-environment --output-dir=%t.2 %s
// RUN: jq -e '.status == "finished" and (.errors | length) == 1 and .errors[0].kind == "user"' %t.2/summary.json
// RUN: %ramify show $(ls %t.2/*.user.err | sed 's/user.err/ktest/') >%t.shown
// RUN: for name in rand time time_ns clock pid random_bytes hostname; do grep -qw $name %t.shown || exit 1; done
// RUN: %ramify replay %s $(ls %t.2/*.user.err | sed 's/user.err/ktest/') | %FileCheck %s --check-prefix=REPLAY
// REPLAY: reproduced: user
// RUN: %ramify replay %s $(ls %t.2/*.ktest | head -20)
//
// and with musl asked for, and in the small library
// RUN: %ramify --libc=musl --symbolic-environment --output-dir=%t.3 %s
// RUN: jq -e '.status == "finished" and (.errors | length) == 1' %t.3/summary.json
// RUN: %ramify --cflags=-DSMALL --symbolic-environment --output-dir=%t.4 %s
// RUN: jq -e '.status == "finished" and .errors == [] and .paths.completed == 2' %t.4/summary.json
// RUN: %ramify --cflags=-DSMALL --output-dir=%t.5 %s
// RUN: jq -e '.status == "partial" and .partial[0].count == 1' %t.5/summary.json
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static void must(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int luck = rand();
    must(luck >= 0 && luck <= RAND_MAX);
#ifndef SMALL
    unsigned char x;
    time_t now = time(NULL);
    struct timespec later, first, second;
    klee_make_symbolic(&x, sizeof x, "x");
    clock_gettime(CLOCK_REALTIME, &later);
    must(later.tv_sec >= now && later.tv_nsec >= 0 && later.tv_nsec < 1000000000);
    clock_gettime(CLOCK_MONOTONIC, &first);
    clock_gettime(CLOCK_MONOTONIC, &second);
    must(second.tv_sec > first.tv_sec || (second.tv_sec == first.tv_sec && second.tv_nsec >= first.tv_nsec));
    pid_t process = getpid();
    must(process > 0 && process == getpid());
    unsigned char bytes[4];
    must(getrandom(bytes, sizeof bytes, 0) == 4);
    char host[64];
    gethostname(host, sizeof host);
    if (luck == 77 && now == 86400 && later.tv_nsec == 5 && process == 4321 && bytes[3] == 9 && host[0] == 'h' &&
        x == 3 && first.tv_sec == 12)
        klee_report_error(__FILE__, __LINE__, "found", "user");
#else
    if (rand() == luck)
        return 1;
#endif
    return 0;
}
