// The rest of the library: addresses, complex numbers, signals, threads of one, random numbers, queues.
// RUN: %ramify --libc=musl --show-output --output-dir=%t %s >%t.out
// RUN: musl-gcc -w -static -fno-builtin -o %t.native %s
// RUN: %t.native >%t.expected
// RUN: diff %t.expected %t.out
#define _GNU_SOURCE
#include <complex.h>
#define I_UNIT _Complex_I
#undef I
#include "show.h"

#include <arpa/inet.h>
#include <err.h>
#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <netinet/ether.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>

static void addresses(void)
{
    struct in_addr four;
    struct in6_addr six;
    char to[100];
    I(inet_aton("10.1.2.3", &four));
    I(inet_aton("10.1.2.333", &four));
    S(inet_ntoa(four));
    I(inet_addr("127.0.0.1"));
    I(inet_network("10.1.2"));
    I(inet_lnaof(four));
    I(inet_netof(four));
    I(inet_pton(AF_INET, "192.168.0.1", &four));
    S(inet_ntop(AF_INET, &four, to, sizeof to));
    I(inet_pton(AF_INET6, "fe80::1:2", &six));
    S(inet_ntop(AF_INET6, &six, to, sizeof to));
    I(inet_pton(AF_INET6, "fe80::1::2", &six));
    I(inet_ntop(AF_INET6, &six, to, 3) == NULL);
    I(inet_pton(99, "x", &six));
    I((htonl)(0x01020304));
    I((htons)(0x0102));
    I((ntohl)(0x01020304));
    I((ntohs)(0x0102));
    S(ether_ntoa(ether_aton("01:02:03:0a:0b:0c")));
    I(ether_aton("01:02") == NULL);
}

#define C(call)                                                     \
    do {                                                            \
        double complex result_ = (call);                            \
        printf("%s = %.12g %.12g\n", #call, creal(result_), cimag(result_)); \
    } while (0)
static void complex_numbers(void)
{
    volatile double complex z = 1.5 + 0.5 * I_UNIT;
    D(cabs(z));
    D(carg(z));
    C(conj(z));
    C(cproj(z));
    C(csqrt(z));
    C(cexp(z));
    C(clog(z));
    C(csin(z));
    C(ccos(z));
    C(ctan(z));
    C(csinh(z));
    C(ccosh(z));
    C(ctanh(z));
    C(casin(z));
    C(cacos(z));
    C(catan(z));
    C(casinh(z));
    C(cacosh(z));
    C(catanh(z));
    C(cpow(z, z));
    volatile float complex f = (float complex)z;
    D(cabsf(f));
    C(csqrtf(f));
    C(cexpf(f));
}

static volatile int caught;
static void catch(int number) { caught = caught * 10 + number; }

static void signals(void)
{
    sigset_t set, old;
    I(sigemptyset(&set));
    I(sigaddset(&set, SIGUSR1));
    I(sigismember(&set, SIGUSR1));
    I(sigismember(&set, SIGUSR2));
    I(sigaddset(&set, 99));
    I(sigdelset(&set, SIGUSR2));
    I(sigisemptyset(&set));
    I(sigorset(&old, &set, &set));
    I(sigandset(&old, &set, &old));
    I(sigfillset(&old));
    struct sigaction action = {.sa_handler = catch}, before;
    I(sigaction(SIGUSR1, &action, &before));
    I(before.sa_handler == SIG_DFL);
    I(signal(SIGUSR2, catch) == SIG_DFL);
    I(raise(SIGUSR1));
    I(caught);
    I(sigprocmask(SIG_BLOCK, &set, &old));
    I(kill(getpid(), SIGUSR1));
    I(caught);
    I(sigpending(&old));
    I(sigismember(&old, SIGUSR1));
    I(sigprocmask(SIG_UNBLOCK, &set, NULL));
    I(caught);
    I(pthread_sigmask(SIG_SETMASK, &old, NULL));
    I(signal(99, catch) == SIG_ERR);
    I(sigaction(SIGKILL, &action, NULL));
    I(siginterrupt(SIGUSR2, 1));
    I(killpg(getpgrp(), 0));
    S(strsignal(SIGSEGV));
}

static void once(void) { puts("once"); }

static void threads(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_t attribute;
    pthread_once_t control = PTHREAD_ONCE_INIT;
    pthread_key_t key;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_spinlock_t spin;
    pthread_attr_t thread;
    sem_t semaphore;
    int value;
    size_t size;
    I(pthread_mutex_lock(&mutex));
    I(pthread_mutex_trylock(&mutex));
    I(pthread_mutex_unlock(&mutex));
    I(pthread_mutexattr_init(&attribute));
    I(pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE));
    I(pthread_mutexattr_gettype(&attribute, &value));
    I(value);
    I(pthread_mutex_init(&mutex, &attribute));
    I(pthread_mutex_lock(&mutex));
    I(pthread_mutex_lock(&mutex));
    I(pthread_mutex_unlock(&mutex));
    I(pthread_mutex_destroy(&mutex));
    I(pthread_mutexattr_destroy(&attribute));
    I(pthread_once(&control, once));
    I(pthread_once(&control, once));
    I(pthread_key_create(&key, NULL));
    I(pthread_setspecific(key, &mutex));
    I(pthread_getspecific(key) == &mutex);
    I(pthread_key_delete(key));
    I(pthread_rwlock_rdlock(&lock));
    I(pthread_rwlock_trywrlock(&lock));
    I(pthread_rwlock_unlock(&lock));
    I(pthread_rwlock_wrlock(&lock));
    I(pthread_rwlock_tryrdlock(&lock));
    I(pthread_spin_init(&spin, 0));
    I(pthread_spin_lock(&spin));
    I(pthread_spin_trylock(&spin));
    I(pthread_spin_unlock(&spin));
    I(pthread_equal(pthread_self(), pthread_self()));
    I(pthread_attr_init(&thread));
    I(pthread_attr_setstacksize(&thread, 1 << 20));
    I(pthread_attr_getstacksize(&thread, &size));
    I(size);
    I(pthread_attr_setdetachstate(&thread, 7));
    I(pthread_attr_destroy(&thread));
    I(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &value));
    I(sem_init(&semaphore, 0, 1));
    I(sem_wait(&semaphore));
    I(sem_trywait(&semaphore));
    I(sem_post(&semaphore));
    I(sem_getvalue(&semaphore, &value));
    I(value);
    I(sem_destroy(&semaphore));
    I(sched_yield());
    mtx_t simple;
    I(mtx_init(&simple, mtx_plain));
    I(mtx_lock(&simple));
    I(mtx_trylock(&simple));
    I(mtx_unlock(&simple));
}

static void numbers(void)
{
    unsigned short seed[3] = {1, 2, 3}, parameters[7] = {1, 2, 3, 4, 5, 6, 7};
    char state[64];
    I(jrand48(seed));
    I(seed48(seed)[0]);
    I(lrand48());
    lcong48(parameters);
    I(mrand48());
    I(initstate(7, state, sizeof state) != NULL);
    I(random());
    I(setstate(state) != NULL);
    I(random());
    I(imaxabs(-7));
    I(imaxdiv(17, 5).quot);
    I(wcstoimax(L"-12", NULL, 10));
    I(wcstoumax(L"0x1f", NULL, 0));
    I(wcstoll(L"123x", NULL, 10));
    I(wcstoul(L"077", NULL, 0));
    I(wcstoull(L"99999999999999999999", NULL, 10));
    D(wcstof(L"1.5e3", NULL));
    L(wcstold(L"0x1.8p3", NULL));
    D(strtod_l("2.5", NULL, NULL));
    I(fegetround());
    I(fesetround(FE_TONEAREST));
    I(feclearexcept(FE_ALL_EXCEPT));
    I(ffsl(48));
    char32_t wide;
    char to[10] = "";
    mbstate_t conversion = {0};
    I(mbrtoc32(&wide, "a", 1, &conversion));
    I(c32rtomb(to, L'b', &conversion));
    S(to);
    I(c16rtomb(to, u'c', &conversion));
    S(to);
}

struct element {
    struct element *next, *previous;
    int value;
};
static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void forget(void *node) {}

static void lists(void)
{
    struct element one = {.value = 1}, two = {.value = 2};
    insque(&one, NULL);
    insque(&two, &one);
    I(one.next->value);
    remque(&two);
    I(one.next == NULL);
    int table[5] = {5, 3}, key = 4;
    size_t count = 2;
    I(*(int *)lsearch(&key, table, &count, sizeof(int), compare_ints));
    I(count);
    struct hsearch_data data = {0};
    ENTRY *found;
    I(hcreate_r(10, &data));
    I(hsearch_r((ENTRY){"key", "value"}, ENTER, &found, &data));
    I(hsearch_r((ENTRY){"none", NULL}, FIND, &found, &data));
    hdestroy_r(&data);
    void *root = NULL;
    I(tsearch(&key, &root, compare_ints) != NULL);
    tdestroy(root, forget);
    char a[10] = "abcdef", b[10] = "";
    bcopy(a, b, 3);
    S(b);
    bzero(a, 2);
    I(a[1]);
    I(bcmp("ab", "ac", 2));
    S(index("abc", 'b'));
    S(rindex("abab", 'b'));
    explicit_bzero(b, 3);
    I(b[0]);
    char words[] = "a,b", *rest;
    S(strtok_r(words, ",", &rest));
    S(strtok_r(NULL, ",", &rest));
    wchar_t wide[20] = L"abc", *state;
    I(wcsnlen(wide, 2));
    I(wcpcpy(wide, L"xy") - wide);
    I(wcpncpy(wide, L"xyz", 3) - wide);
    I(wmemset(wide, L'q', 2)[1]);
    I(wmemcpy(wide, L"ab", 2)[0]);
    I(wmemmove(wide + 1, wide, 2)[0]);
    I(wcsncat(wide, L"zz", 1)[0]);
    wchar_t *copy = wcsdup(L"copy");
    I(wcslen(copy));
    free(copy);
    I(wcswcs(L"abc", L"bc") != NULL);
    const char *from = "abc";
    const wchar_t *from_wide = L"abc";
    char narrow[10] = "";
    I(mbsnrtowcs(wide, &from, 2, 10, NULL));
    I(wcsnrtombs(narrow, &from_wide, 2, 10, NULL));
    S(narrow);
    I(mbrlen("a", 1, NULL));
}

static void times_and_dates(void)
{
    time_t moment = 1234567890;
    struct tm broken;
    char to[100];
    setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
    tzset();
    S(asctime(gmtime(&moment)));
    S(asctime(localtime(&moment)));
    S(ctime_r(&moment, to));
    I(mktime(localtime_r(&moment, &broken)));
    I(strftime_l(to, sizeof to, "%c %Z", &broken, newlocale(LC_ALL_MASK, "C", NULL)));
    S(to);
    I(wcsftime((wchar_t *)to, 10, L"%Y", &broken));
    struct timespec now;
    I(clock_getres(CLOCK_REALTIME, &now));
    I(clock_gettime(99, &now));
    I(clock() >= 0);
    struct tms used;
    I(times(&used) > 0);
    I(time(NULL) > 0);
    I(clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1}, NULL));
    I(nanosleep(&(struct timespec){0, -1}, NULL));
}

int main(void)
{
    addresses();
    complex_numbers();
    signals();
    threads();
    numbers();
    lists();
    times_and_dates();
    warnx("not shown");
    warn("not shown");
    return 0;
}
