// SV-COMP's inputs have their types' ranges.
// RUN: %ramify --output-dir=%t %s 2>&1 | %FileCheck %s
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int main(void)
{
    __VERIFIER_atomic_begin();
    bool b = __VERIFIER_nondet_bool();
    char c = __VERIFIER_nondet_char();
    unsigned char uc = __VERIFIER_nondet_uchar();
    short s = __VERIFIER_nondet_short();
    unsigned short us = __VERIFIER_nondet_ushort();
    unsigned n = __VERIFIER_nondet_unsigned(), u = __VERIFIER_nondet_uint();
    long l = __VERIFIER_nondet_long();
    unsigned long ul = __VERIFIER_nondet_ulong();
    long long ll = __VERIFIER_nondet_longlong();
    unsigned long long ull = __VERIFIER_nondet_ulonglong();
    size_t size = __VERIFIER_nondet_size_t();
    __int128 wide = __VERIFIER_nondet_int128();
    void *pointer = __VERIFIER_nondet_pointer();
    __VERIFIER_atomic_end();
    assert((int)b >= 0 && (int)b <= 1);
    assert(c >= -128 && c <= 127 && uc <= 255 && s >= -32768 && us <= 65535);
    if (u == n && l == -5 && ul == 6 && ll == -7 && ull == 8 && size == 9 && pointer == NULL)
        if (wide == ((__int128)1 << 100) + 3) {
            char bytes[4] = {0};
            __VERIFIER_nondet_memory(bytes + 1, 2);
            assert(bytes[0] == 0 && bytes[3] == 0);
            __VERIFIER_assume(bytes[1] == 'a');
            if (bytes[2] == 'b')
                reach_error();
            __VERIFIER_assume(bytes[1] == 'x'); // no path goes on, no error either
            return 5;
        }
    return 0;
}
// CHECK: ERROR: {{.*}}verifier.c:54: reach_error was called
// CHECK: done: errors = 1
