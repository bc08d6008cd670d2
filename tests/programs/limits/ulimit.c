// The system gives no more of something: one line, and what was found until then.
// MATRIX: no
// RUN: %clang -c -emit-llvm -g -O0 -Xclang -disable-O0-optnone -I%S/../../../include %s -o program.bc
// sanitizers want all of the address space
// RUN: case %ramify in */debug/*) exit 0 ;; esac; (ulimit -v 250000; %exits 1 %ramify --quiet --search=bfs --output-dir=out program.bc) >said 2>&1; [ "$(cat said)" = "ramify: out of memory; what was found so far is saved" ]
// RUN: case %ramify in */debug/*) exit 0 ;; esac; jq -e '.status == "halted" and .reason == "out of memory" and .paths.partial > 1000 and .paths.partial == ([.partial[].count] | add)' out/summary.json && ls out/report.html
// so it is in solvers, which are not C
// RUN: case %ramify in */debug/*) exit 0 ;; esac; for size in 70000 80000 90000 95000 100000 105000 110000 115000; do (ulimit -v $size; %ramify --solver=cadical --output-dir=$size program.bc product) >said 2>&1; code=$?; [ $code -le 1 ] || { echo $size $code; cat said; exit 1; }; done
// nor stack, nor descriptors
// RUN: case %ramify in */debug/*) exit 0 ;; esac; (ulimit -s 512; %exits 1 %ramify --output-dir=stack program.bc) 2>&1 | grep -qx 'ramify: the stack is too small .*' && [ ! -e stack ]
// RUN: (ulimit -n 4; %exits 1 %ramify --output-dir=files %s) 2>&1 | grep -qx 'ramify: cannot run clang.*: Too many open files' && [ ! -e files ]
#include <klee/klee.h>
int main(int count, char **words)
{
    unsigned char bytes[64];
    volatile int ones = 0;
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    if (count > 1) {
        unsigned long a = *(unsigned *)bytes, b = *(unsigned *)(bytes + 4), c = *(unsigned *)(bytes + 8);
        return a > 1 && b > 1 && a < 65536 && b < 65536 && a * b == 4294049777u &&
               (a * a * b + b * c) % 1000003 == 12345;
    }
    for (unsigned i = 0; i < sizeof bytes; i++)
        if (bytes[i] & 1)
            ones++;
    return ones;
}
