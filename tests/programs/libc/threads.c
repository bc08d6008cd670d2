// What needs another thread or process ends its path, by name, at the program's line; what only fails is counted.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck %s
// RUN: grep -q '"status": "partial"' %t/summary.json
#define _GNU_SOURCE
#include <klee/klee.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void *run(void *argument) { return argument; }
static int run_too(void *argument) { return argument != 0; }
extern char **environ;

int main(void)
{
    static char stack[4096];
    char *arguments[] = {"true", NULL};
    pthread_t thread;
    thrd_t other;
    pid_t process;
    sem_t semaphore;
    pthread_spinlock_t spin;
    switch (klee_range(0, 12, "which")) {
    case 0: return pthread_create(&thread, NULL, run, NULL);
    case 1: return thrd_create(&other, run_too, NULL);
    case 2: return clone(run_too, stack + sizeof stack, 0, NULL);
    case 3: return posix_spawn(&process, "/bin/true", NULL, NULL, arguments, environ);
    case 4: return pthread_cancel(pthread_self());
    case 5:
        pthread_mutex_lock(&mutex);
        return pthread_mutex_lock(&mutex);
    case 6:
        pthread_mutex_lock(&mutex);
        return pthread_cond_wait(&condition, &mutex);
    case 7:
        sem_init(&semaphore, 0, 0);
        return sem_wait(&semaphore);
    case 8:
        pthread_spin_init(&spin, 0);
        pthread_spin_lock(&spin);
        return pthread_spin_lock(&spin);
    case 9: return system("true");
    case 10: return popen("true", "r") != NULL;
    default: return 0;
    }
}
// CHECK-DAG: threads.c:[[@LINE-23]]: pthread_create is not supported: there is one thread and one process
// CHECK-DAG: threads.c:[[@LINE-23]]: thrd_create is not supported
// CHECK-DAG: threads.c:[[@LINE-23]]: clone is not supported
// CHECK-DAG: threads.c:[[@LINE-23]]: posix_spawn is not supported
// CHECK-DAG: threads.c:[[@LINE-23]]: pthread_cancel is not supported
// CHECK-DAG: threads.c:[[@LINE-21]]: pthread_mutex_lock waits for ever for another thread to wake it
// CHECK-DAG: threads.c:[[@LINE-19]]: pthread_cond_wait waits for ever
// CHECK-DAG: threads.c:[[@LINE-17]]: sem_wait waits for ever
// CHECK-DAG: threads.c:[[@LINE-14]]: pthread_spin_lock waits for ever
// CHECK-DAG: threads.c:[[@LINE-14]]: not everything is explored: system fails: there is one process
// CHECK-DAG: threads.c:[[@LINE-14]]: not everything is explored: popen fails: there is one process
// CHECK: done: completed paths = 12
// CHECK: done: errors = 9
