// A hostile program looks for a network: there is none of any family, nor a socket that somebody listens at, be it a
// file that it is shown or a name without one.
// MATRIX: no
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping %s -o program && python3 %S/Inputs/listen.py sh %S/Inputs/hostile %ramify replay program --mount=@:/shown >said && %FileCheck %s <said && %not grep -E 'ALLOWED|FNDA:[1-9]' said
// CHECK: who we are:
// CHECK-NEXT: families that are refused otherwise than as unknown: 0
// CHECK-NEXT: a pair: EAFNOSUPPORT
// CHECK-NEXT: the listener is shown: 1
// CHECK-NEXT: the listener: EBADF
// CHECK-NEXT: same: no error
// CHECK: FNDA:0,
#define _GNU_SOURCE
#include "Inputs/hostile.h"
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **words)
{
    static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_RDM};
    int pair[2], others = 0;
    for (int family = 0; family < 64; family++)
        for (int type = 0; type < 5; type++) {
            if (socket(family, types[type], 0) >= 0)
                allowed("socket");
            others += errno != EAFNOSUPPORT;
        }
    printf("families that are refused otherwise than as unknown: %d\n", others);
    attempt("a pair", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    struct sockaddr_un address = {AF_UNIX, "/shown/socket"};
    printf("the listener is shown: %d\n", !access(address.sun_path, F_OK));
    attempt("the listener", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address));
    return 0;
}
