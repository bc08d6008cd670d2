// Options of KLEE's that do something here, too.
// MATRIX: no
// RUN: %ramify --warnings-only-to-file %s warn 2>said && %not grep 'be warned' said && grep -q 'be warned' ramify-last/warnings.txt
// RUN: %ramify --output-stats=false %s && %not ls ramify-last/run.stats
// RUN: %ramify --stats-write-interval=0 --max-instructions=1M %s spin && test $(sqlite3 ramify-last/run.stats 'select count(*) from stats') = 1
// RUN: %ramify --null-on-zero-malloc %s nothing 2>&1 | %FileCheck %s --check-prefix=NOTHING
// RUN: %ramify %s nothing 2>&1 | %FileCheck %s --check-prefix=SOMETHING
// RUN: %ramify --stop-after-n-tests=1 %s && jq -e '.tests == 1' ramify-last/summary.json
// RUN: %ramify -output-source -output-module %s && for code in assembly.ll final.bc; do opt-19 -passes=verify -disable-output ramify-last/$code || exit 1; done
// RUN: %ramify --quiet ramify-last/final.bc && jq -e '.status == "finished" and .paths.completed == 2' ramify-last/summary.json
// RUN: %ramify --optimize --output-source %s && jq -e '.status == "finished" and .paths.completed == 1' ramify-last/summary.json
// RUN: grep -q 'define.*@main' ramify-last/assembly.ll && %not grep 'define.*@double_of' ramify-last/assembly.ll
// RUN: %exits 2 %ramify --optimize --check-uninit %s
// NOTHING: ASSERTION FAIL: !"no memory"
// NOTHING: errors = 1
// SOMETHING: errors = 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int double_of(int x) { return 2 * x; }

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    if (!strcmp(what, "warn"))
        klee_warning("be warned");
    while (!strcmp(what, "spin"))
        ;
    if (!strcmp(what, "nothing") && !malloc(0) && !calloc(0, 4) && !realloc(NULL, 0))
        assert(!"no memory");
    if (double_of(klee_int("x")) > 10)
        return 1;
    return 0;
}
