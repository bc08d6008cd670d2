/* A serial number check turned around: which serial does it accept?
 *
 * The check mixes and compares; there is no need to understand it. Ramify
 * solves for the input that reaches the end.
 *
 *     ramify --search=dfs examples/crackme.c
 *     ramify show ramify-last/test*.ktest
 */
#include <klee/klee.h>
#include <stdint.h>

static int accepts(const unsigned char *serial)
{
    uint32_t sum = 0x5eed;
    for (int i = 0; i < 8; i++) {
        if (serial[i] < '0' || serial[i] > '9')
            return 0;
        sum = (sum << 5 | sum >> 27) ^ serial[i] * 0x01000193u;
    }
    if ((serial[0] - '0') + (serial[7] - '0') != 13)
        return 0;
    if (serial[3] != serial[5] + 2)
        return 0;
    return (sum & 0xfff) == 0x2a7;
}

int main(void)
{
    unsigned char serial[8];
    klee_make_symbolic(serial, sizeof serial, "serial");
    if (accepts(serial))
        klee_report_error(__FILE__, __LINE__, "accepted", "user");
    return 0;
}

// RUN: %ramify --search=dfs %s
// RUN: jq -r '.errors[] | "\(.kind) \(.function)"' ramify-last/summary.json | %FileCheck %s
// CHECK: user main
