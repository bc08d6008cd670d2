// Atomic operations, in one thread.
// RUN: %S/same.sh "%ramify" %s %t
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

_Atomic int counter = 5;
atomic_uint_least64_t wide;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic(char *) pointer;
_Atomic unsigned char narrow = 250;
_Atomic short signed_short = -5;
struct pair {
    int a, b;
};
_Atomic struct pair pair;

int main(void)
{
    printf("%d %d\n", atomic_fetch_add(&counter, 3), counter);
    printf("%d %d\n", atomic_fetch_sub(&counter, 10), counter);
    printf("%d %d\n", atomic_fetch_or(&counter, 0x70), counter);
    printf("%d %d\n", atomic_fetch_and(&counter, 0x3c), counter);
    printf("%d %d\n", atomic_fetch_xor(&counter, 0xff), counter);
    printf("%d %d\n", atomic_exchange(&counter, 77), counter);
    int expected = 76;
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf("%d %d\n", expected, counter);
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf("%d %d\n", expected, counter);
    while (!atomic_compare_exchange_weak(&counter, &expected, expected * 2))
        ;
    printf("%d\n", counter);
    atomic_store_explicit(&wide, 0x123456789abcdef0, memory_order_release);
    printf("%llx\n", (unsigned long long)atomic_load_explicit(&wide, memory_order_acquire));
    printf("%d %d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));
    static char text[] = "abcdef";
    pointer = text;
    atomic_fetch_add(&pointer, 3);
    printf("%s\n", pointer);
    char *other = text;
    printf("%d\n", atomic_compare_exchange_strong(&pointer, &other, text + 5));
    printf("%s\n", other);
    narrow += 10;
    narrow++;
    signed_short *= 3;
    printf("%d %d\n", narrow, signed_short);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acq_rel);
    pair = (struct pair){1, 2};
    struct pair got = pair;
    printf("%d %d\n", got.a, got.b);
    int plain = 10;
    printf("%d ", __sync_fetch_and_add(&plain, 5));
    printf("%d ", __sync_val_compare_and_swap(&plain, 15, 3));
    printf("%d ", __sync_bool_compare_and_swap(&plain, 15, 4));
    printf("%d ", __sync_lock_test_and_set(&plain, 9));
    __sync_synchronize();
    printf("%d\n", __atomic_fetch_nand(&plain, 5, __ATOMIC_SEQ_CST));
    printf("%d\n", plain);
    unsigned biggest = 7;
    printf("%d ", __atomic_fetch_max(&biggest, 9u, __ATOMIC_RELAXED));
    printf("%d ", __atomic_fetch_min(&biggest, 3u, __ATOMIC_RELAXED));
    printf("%d\n", biggest);
    _Atomic double real = 1.5;
    real += 2.25;
    printf("%a\n", (double)real);
    printf("%d\n", atomic_is_lock_free(&counter));
    return counter & 127;
}
