// Whoever asks the run to stop has a directory with all that was found, and the same numbers everywhere.
// MATRIX: no
// RUN: %S/stopped.sh %ramify %s once INT
// RUN: %S/stopped.sh %ramify %s once HUP
// RUN: %S/stopped.sh %ramify %s timeout TERM
// RUN: %S/stopped.sh %ramify %s again INT
// RUN: %S/stopped.sh %ramify %s again TERM
// RUN: %S/stopped.sh %ramify %s ignored HUP
// the soft limit of processor time asks, too, and before a hard one we ask ourselves
// RUN: (ulimit -St 2; %exits 0 %ramify --output-dir=soft %s) 2>&1 | %FileCheck %s
// (with sanitizers a process needs more time than that to end when all is done)
// RUN: (ulimit -t 2; %ramify --output-dir=hard %s; code=$?; case %ramify in */debug/*) ;; *) exit $code ;; esac) 2>&1 | %FileCheck %s
// RUN: (ulimit -St 2; ulimit -Ht 3; %ramify --search=bfs --output-dir=both %s; code=$?; case %ramify in */debug/*) ;; *) exit $code ;; esac) 2>&1 | %FileCheck %s
// CHECK: stopping: processor time is up (ulimit -t)
// CHECK: halted: processor time is up (ulimit -t)
// RUN: for run in soft hard both; do jq -e '.status == "halted" and .tests > 0' $run/summary.json && ls $run/report.html $run/test000001.ktest || exit 1; done
#include <klee/klee.h>
int main(void)
{
    unsigned char bytes[64];
    volatile int ones = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    for (unsigned i = 0; i < sizeof bytes; i++)
        if (bytes[i] & 1)
            ones++;
    return ones;
}
