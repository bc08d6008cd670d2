// What strangers have made is read with care: a directory of results, tests, a database. A report shows the source
// that was compiled and no other file of the machine, whoever names it; nothing is written through a link; nothing
// that has no end is read.
// MATRIX: no
// RUN: %ramify --output-dir=out %s >said 2>&1; grep 'assert(x != 7)' out/report.html && cp -r out kept
// RUN: echo "TOP-$((6 * 7))-SECRET" >secret
// Another file as the source, in all of them.
// RUN: sed -i "s|%s|$PWD/secret|" out/summary.json out/coverage.info && %ramify report out && %not grep 'TOP-4[2]-SECRET' out/report.html && grep 'The source is not shown' out/report.html
// The program names it itself, and clang believes that.
// RUN: echo "# 1 \"$PWD/secret\"" >named.c && echo 'int main(int count, char **words) { int a[2]; return a[count + 1] / (count - 1); }' >>named.c && %ramify --output-dir=named named.c >named.txt 2>&1; grep "$PWD/secret:1\|secret:1" named.txt && %not grep 'TOP-4[2]-SECRET' named/report.html
// A source that has changed is not shown either, one that came back is.
// RUN: cp %s mine.c && %ramify --output-dir=mine $PWD/mine.c >/dev/null 2>&1; echo '// more' >>mine.c && %ramify report mine && %not grep 'assert(x' mine/report.html && cp %s mine.c && %ramify report mine && grep 'assert(x != 7)' mine/report.html
// Links where a report reads and writes.
// RUN: cp -r kept links && echo mine >precious && ln -sf $PWD/precious links/report.html && ln -sf $PWD/precious links/report.html.part && %ramify report links && grep -x mine precious && test ! -L links/report.html
// RUN: rm links/*.err && ln -s $PWD/secret links/test000001.assert.err && ln -s $PWD/secret links/test000002.assert.err && %ramify report links && %not grep 'TOP-4[2]-SECRET' links/report.html
// RUN: mv links/summary.json away && ln -s $PWD/away links/summary.json && %exits 1 %ramify report links 2>&1 | grep 'summary.json: it is no plain file'
// Pipes and devices, which would be waited for or have no end.
// RUN: cp -r kept pipes && rm pipes/coverage.info pipes/*.err pipes/run.stats && mkfifo pipes/coverage.info pipes/test000001.assert.err pipes/run.stats && %ramify report pipes && %exits 1 %ramify stats pipes 2>&1 | grep 'run.stats: it is no plain file'
// RUN: mkfifo pipe.ktest && ln -s /dev/zero zero.ktest && %exits 1 %ramify show pipe.ktest 2>&1 | grep 'it is no plain file' && %exits 1 %ramify show zero.ktest 2>&1 | grep 'it is no plain file' && %exits 2 %ramify replay %s pipe.ktest 2>&1 | grep 'it is no plain file'
// A test of nothing but zeros, of which each is a count or a length.
// RUN: printf 'KTEST\0\0\0\3\017\377\377\377' >zeros.ktest && truncate -s 1000M zeros.ktest && %exits 1 %ramify show zeros.ktest 2>&1 | grep 'zeros.ktest is cut short or damaged'
// A database whose statistics are any work for the machine.
// RUN: mkdir view && python3 %S/Inputs/endless_view.py view/run.stats && %exits 1 %ramify stats view 2>&1 | grep 'ramify: cannot read view/run.stats: '
// RUN: mkdir garbage && head -c 100000 /dev/urandom >garbage/run.stats && %exits 1 %ramify stats garbage 2>&1 | grep 'ramify: cannot read garbage/run.stats: '
// A measurement is not written through a link.
// RUN: %clang -w -fprofile-instr-generate -fcoverage-mapping -I%S/../../../include %S/Inputs/counted.c -o counted && python3 %S/../compiler/Inputs/ktest.py one.ktest counted -- && mkdir measured && ln -s $PWD/precious measured/coverage.info && %ramify coverage --output-dir=measured ./counted one.ktest && grep -x mine precious && test ! -L measured/coverage.info
#include <assert.h>
#include <klee/klee.h>
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(x != 7);
    return 0;
}
