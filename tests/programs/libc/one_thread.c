// What one thread can do alone, with any headers. (A wait with a time limit looks at the clock.)
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
// RUN: %ramify --libc=musl --output-dir=%t.musl %s 2>&1 | %FileCheck %s
// CHECK: done: completed paths = 1
// CHECK: done: partially completed paths = 1
// CHECK: done: errors = 0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t only = PTHREAD_ONCE_INIT;
static int done, cleaned;
static _Thread_local int local = 5;
static void once(void) { done++; }
static void clean(void *unused) { cleaned++; }

static void lock(void)
{
    for (int i = 0; i < 3; i++) {
        assert(!pthread_mutex_lock(&mutex) && pthread_mutex_trylock(&mutex) == EBUSY);
        assert(!pthread_mutex_unlock(&mutex));
    }
    pthread_mutexattr_t attributes;
    pthread_mutex_t other;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&other, &attributes);
    assert(!pthread_mutex_lock(&other) && !pthread_mutex_lock(&other));
    assert(!pthread_mutex_unlock(&other) && !pthread_mutex_unlock(&other));
    assert(pthread_mutex_unlock(&other) == EPERM);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&other, &attributes);
    assert(!pthread_mutex_lock(&other) && pthread_mutex_lock(&other) == EDEADLK);
    assert(!pthread_rwlock_rdlock(&shared) && !pthread_rwlock_tryrdlock(&shared));
    assert(pthread_rwlock_trywrlock(&shared) == EBUSY);
    pthread_rwlock_unlock(&shared);
    pthread_rwlock_unlock(&shared);
    assert(!pthread_rwlock_wrlock(&shared));
    pthread_spinlock_t spin;
    pthread_spin_init(&spin, 0);
    assert(!pthread_spin_lock(&spin) && pthread_spin_trylock(&spin) == EBUSY && !pthread_spin_unlock(&spin));
    assert(!pthread_spin_lock(&spin));
}

static void wait(void)
{
    struct timespec past = {0, 1};
    sem_t semaphore;
    int value;
    pthread_barrier_t barrier;
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_cond_broadcast(&condition);
    assert(pthread_cond_timedwait(&condition, &mutex, &past) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    sem_init(&semaphore, 0, 1);
    assert(!sem_wait(&semaphore) && sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(!sem_post(&semaphore) && !sem_getvalue(&semaphore, &value) && value == 1);
    pthread_barrier_init(&barrier, 0, 1);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
}

int main(void)
{
    pthread_key_t key;
    pthread_attr_t attributes;
    int old;
    lock();
    wait();
    pthread_once(&only, once);
    pthread_once(&only, once);
    assert(done == 1 && pthread_equal(pthread_self(), pthread_self()) && local++ == 5);
    assert(!pthread_key_create(&key, clean) && !pthread_getspecific(key));
    assert(!pthread_setspecific(key, &done) && pthread_getspecific(key) == &done && !pthread_key_delete(key));
    assert(!pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, 1 << 20));
    assert(!pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
    pthread_testcancel();
    flockfile(stdout);
    funlockfile(stdout);
    pthread_cleanup_push(clean, 0);
    pthread_cleanup_pop(1);
    assert(cleaned == 1);
    return 0;
}
