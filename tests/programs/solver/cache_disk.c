// Answers outlast the run: the second asks the solver nothing, takes the same
// paths and writes the same tests. A store that is no use costs a warning.
// MATRIX: no
// RUN: %ramify --search=dfs --cache=cache --output-dir=first %s
// RUN: %ramify --search=dfs --cache=cache --output-dir=second %s
// RUN: jq -e '.queries.solver > 5 and .queries.disk_hits == 0' first/summary.json
// RUN: jq -e '.queries.solver == 0 and .queries.disk_hits > 0' second/summary.json
// RUN: test "$(jq -c '[.paths, .coverage, .errors]' first/summary.json)" = "$(jq -c '[.paths, .coverage, .errors]' second/summary.json)"
// RUN: for test in first/*.ktest; do cmp $test second/$(basename $test) || exit 1; done
// With everything checked, and for another program that asks the same.
// RUN: %ramify --search=dfs --cache=cache --check-cache --output-dir=checked %s
// RUN: sed 's/"text"/"other"/; s/int paths = 0/int unused = 1, paths = 0/' %s >other.c && %ramify --search=dfs --cache=cache --output-dir=edited other.c
// RUN: jq -e '.queries.solver == 0' edited/summary.json
// Several at a time.
// RUN: for i in 1 2 3 4; do %ramify --cache=shared --output-dir=shared$i %s & done; wait
// RUN: test "$(cat shared?/warnings.txt | wc -l)" = 0
// Not used: garbage, a newer version, no directory; nothing asked for.
// RUN: mkdir garbage && head -c 100000 /dev/zero | tr "\0" g >garbage/queries.sqlite
// RUN: %ramify --cache=garbage --output-dir=out1 %s 2>&1 | %FileCheck %s
// CHECK: {{^}}ramify: {{.*}}the query cache in garbage is not used: file is not a database
// CHECK: completed paths = 8
// RUN: printf '\x7f' | dd of=cache/queries.sqlite bs=1 seek=60 conv=notrunc status=none
// RUN: %ramify --cache=cache --output-dir=out2 %s 2>&1 | %FileCheck %s --check-prefix=NEWER
// NEWER: {{^}}ramify: {{.*}}the query cache in cache is not used: it was made by a newer version
// NEWER: completed paths = 8
// RUN: %ramify --cache=/dev/null/none --output-dir=out3 %s 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: {{^}}ramify: {{.*}}the query cache in /dev/null/none is not used
// NONE: completed paths = 8
// Full: no file may grow beyond 16 KiB.
// RUN: (trap "" XFSZ; ulimit -f 16; %ramify --cache=full --output-dir=out6 %s) 2>&1 | %FileCheck %s --check-prefix=FULL
// FULL: {{^}}ramify: {{.*}}the query cache in full is not used
// FULL: completed paths = 8
// Cut short and garbled: what is not whole is not used.
// RUN: %ramify --search=dfs --cache=cut --output-dir=cut1 %s && truncate -s 6000 cut/queries.sqlite
// RUN: %ramify --search=dfs --cache=cut --check-cache --output-dir=cut2 %s 2>&1 | %FileCheck %s --check-prefix=CUT
// CUT: completed paths = 8
// RUN: XDG_CACHE_HOME=$PWD/user RAMIFY_CACHE= %ramify --cache=none --output-dir=out4 %s && test ! -e user
// RUN: env -u RAMIFY_CACHE XDG_CACHE_HOME=$PWD/user %ramify --output-dir=out5 %s && test -s user/ramify/queries/queries.sqlite
#include <klee/klee.h>
int main(void)
{
    unsigned char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    int paths = 0;
    for (int i = 0; i < 3; i++)
        if (text[i] * text[i + 1] % 251 == 17 + i)
            paths++;
    return paths;
}
