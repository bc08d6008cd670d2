// Where the system does not let a program be shut in it is not run, in one line; --unconfined runs it, and says so.
// MATRIX: no
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping %s -o program && python3 %S/../compiler/Inputs/ktest.py x.ktest program --
// RUN: %exits 1 sh %S/Inputs/no_namespaces %ramify replay ./program x.ktest >said 2>&1 && %FileCheck %s <said && test $(wc -l <said) = 1
// CHECK: ramify: the program is not run, for this system does not let it be shut in (new namespaces: {{.*}}); --unconfined runs it with all of your rights
// RUN: %exits 1 sh %S/Inputs/no_namespaces %ramify coverage ./program x.ktest >said 2>&1 && %FileCheck %s <said && test $(wc -l <said) = 1
// A program in source is not even built.
// RUN: %exits 1 sh %S/Inputs/no_namespaces %ramify replay --clang=/none %s x.ktest >said 2>&1 && %FileCheck %s <said && test $(wc -l <said) = 1
// RUN: sh %S/Inputs/no_namespaces %ramify replay --unconfined ./program x.ktest >said 2>&1 && %FileCheck %s --check-prefix=RAN <said
// RUN: sh %S/Inputs/no_namespaces %ramify coverage --unconfined ./program x.ktest >said 2>&1 && %FileCheck %s --check-prefix=MEASURED <said
// RAN: warning: --unconfined: the program runs with all of your rights
// RAN: reads a file of yours: 1
// RAN: same: no error
// MEASURED: warning: --unconfined
// MEASURED: 1 tests
// It is an option of those two only.
// RUN: %exits 2 %ramify --unconfined %s 2>&1 | grep 'ramify: --unconfined: '
// Root without user namespaces (inside of a chroot nobody has any) has the rights to do without.
// RUN: test "$(id -u)" != 0 || { mkdir -p jail && unshare --mount sh -c 'mount --rbind / jail && exec chroot jail "$@"' sh %ramify replay $PWD/program $PWD/x.ktest; } >chroot.txt 2>&1 && { test "$(id -u)" != 0 || grep 'reads a file of yours: 0' chroot.txt; }
// Where parts of /proc are hidden, as in containers, the kernel gives no other: then there is none, and sanitizers work.
// RUN: echo 'int main(int count, char **words) { char bytes[4]; return bytes[count * 4]; }' >stack.c && unshare --user --map-root-user --mount sh -c 'mount --bind stack.c /proc/kallsyms && exec "$@"' sh %ramify replay stack.c x.ktest >proc.txt 2>&1; grep 'showed out-of-bounds' proc.txt
// RUN: unshare --user --map-root-user --mount sh -c 'mount --bind stack.c /proc/kallsyms && exec "$@"' sh %ramify replay %s x.ktest | grep 'exit code 0'
//
// What could not be started is said and is no answer, and no replay.
// RUN: %clang -w %s -o loader -Wl,--dynamic-linker=/no/loader && %exits 1 %ramify replay ./loader x.ktest | grep 'not replayed: the program could not be started: .*loader: No such file or directory'
// RUN: cp program other && printf '\267' | dd of=other bs=1 seek=18 conv=notrunc 2>/dev/null && %exits 1 %ramify replay ./other x.ktest | grep 'not replayed: the program could not be started: .*other: Exec format error'
// RUN: %exits 1 %ramify coverage ./other x.ktest 2>&1 | grep 'could not be started on x.ktest: .*Exec format error'
// RUN: printf '#!/no/interpreter\n' >script && chmod +x script && %exits 1 %ramify replay ./script x.ktest | grep 'could not be started: .*script: No such file or directory'
// RUN: %exits 1 %ramify replay --cflags=-DBROKEN %s x.ktest 2>/dev/null | grep 'not replayed: the program cannot be built natively'
// RUN: python3 %S/../compiler/Inputs/ktest.py many.ktest program --sym-args 2000000000 2000000000 1 -- && %ramify replay ./program many.ktest | grep same:
// Names that lead elsewhere are no files of a test.
// RUN: python3 %S/../compiler/Inputs/ktest.py names.ktest program --sym-files 1 1 -- ../../tmp/up_data:up $PWD/absolute_data:absolute .._data:dots ._data:dot _data:none A_data:a && %ramify replay ./program names.ktest | grep same: && %ramify replay --unconfined ./program names.ktest 2>/dev/null | grep same: && test ! -e absolute && test ! -e /tmp/up
#include <stdio.h>
#include <unistd.h>
#ifdef BROKEN
#error no program
#endif
int main(void)
{
    printf("reads a file of yours: %d\n", !access(__FILE__, R_OK));
    return 0;
}
