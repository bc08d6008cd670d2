// A solver in a process of its own that does not answer, or does not read, does not keep a run that is told to stop.
// It is the solver that tells: the signal comes while it is waited for, and nothing else would end the wait.
// MATRIX: no
// TIME: 60
// RUN: printf '#!/bin/sh\nwhile read -r line; do case "$line" in *echo*) echo ramify;; *check-sat*) kill -TERM $PPID; exec sleep 1000;; esac; done\n' >mute && chmod +x mute
// RUN: timeout 50 %ramify --solver='smtlib2:exec ./mute' --max-solver-time=0 --output-dir=mute.out %s 2>mute.said
// RUN: jq -c '[.status, .reason, .queries.undecided, .paths.undecided]' mute.out/summary.json | %FileCheck %s
// RUN: printf '#!/bin/sh\nread -r a; read -r b; echo ramify; read -r c; kill -TERM $PPID; exec sleep 1000\n' >deaf && chmod +x deaf
// RUN: timeout 50 %ramify --solver='smtlib2:exec ./deaf' --max-solver-time=0 --output-dir=deaf.out %s 2>deaf.said
// RUN: jq -c '[.status, .reason, .queries.undecided, .paths.undecided]' deaf.out/summary.json | %FileCheck %s
// CHECK: ["halted","interrupted",1,1]
// It was not the solver's fault.
// RUN: %not grep -e "did not" -e "started anew" mute.said deaf.said
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
    uint32_t words[64], sum = 0;
    klee_make_symbolic(words, sizeof words, "words");
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            sum = sum * words[i] ^ words[k] / 3; /* the query is larger than a pipe holds */
    if (sum == 12345)
        return 1;
    return 0;
}
