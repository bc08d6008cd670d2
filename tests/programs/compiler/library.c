// The C library that both sides are built with: the machine's, or musl where it
// is there (tools/native-libc), natively as inside.
// MATRIX: no
// RUN: RAMIFY_CC_LIBC=host %ramify-cc %s -o host && ./host | grep glibc && %ramify --show-output --output-dir=out ./host | grep glibc
// RUN: export XDG_CACHE_HOME=$PWD/empty; %exits 2 env RAMIFY_CC_LIBC=musl %ramify-cc %s 2>&1 | %FileCheck %s --check-prefix=MISSING
// MISSING: ramify-cc: RAMIFY_CC_LIBC is musl, but it is not there: run tools/native-libc
// RUN: %exits 2 env RAMIFY_CC_LIBC=other %ramify-cc %s 2>&1 | %FileCheck %s --check-prefix=OTHER
// OTHER: ramify-cc: RAMIFY_CC_LIBC is other; possible: musl, host
// RUN: RAMIFY_CC_LIBC=musl; export RAMIFY_CC_LIBC; if %ramify-cc -c %s -o object 2>/dev/null; then %ramify-cc -Wall -Werror -c %s -o object && %ramify-cc object -lm -lpthread -o musl && ./musl | grep another && %ramify --show-output --output-dir=out2 ./musl | grep another; fi
// RUN: RAMIFY_CC_LIBC=musl; export RAMIFY_CC_LIBC; if %ramify-cc -c %s -o object 2>/dev/null; then %ramify-cc -fprofile-instr-generate -fcoverage-mapping %s -o counts && LLVM_PROFILE_FILE=counted ./counts && test -s counted; fi
#include <stdio.h>
int main(void)
{
#ifdef __GLIBC__
    puts("glibc");
#else
    puts("another");
#endif
    return 0;
}
