// Nothing that the program under test says or names reaches the terminal as a command to it: what would move the
// cursor, change a title or turn the direction of writing is spelled out, and a message stays one line.
// MATRIX: no
// RUN: %ramify --output-dir=out %s >said 2>&1; cat said out/messages.txt out/warnings.txt out/*.err out/results.sarif out/summary.json out/report.html >all; %not grep -P '\x1b|\x07|\xc2\x9b|\xe2\x80\xae|\xe2\x81\xa6' all
// RUN: %FileCheck %s <said
// CHECK: ERROR: {{.*}}visible.c:[[#]]: bad \x1b]0;title\x07\u202e\nramify: done{{.*}} (input: \x1b[2J = 1
// RUN: grep -F 'Error: bad \x1b]0;title\x07\u202e\nramify: done' out/*.err && grep -x 'Kind: user' out/*.err && %not grep -x 'Kind: null' out/*.err
// A warning of the program, and one that repeats what it says.
// RUN: grep -F '\u009bwarned' said out/warnings.txt
// Tests that have such names are shown so, too, and what the file is called.
// RUN: printf 'x' >$(printf 'e\033[1m.ktest'); %not %ramify show e*.ktest 2>&1 | grep -F 'ramify: e\x1b[1m.ktest is '
// RUN: %ramify show out/test000001.ktest >shown; %not grep -P '\x1b' shown && grep -F "name: '\x1b[2J'" shown
// RUN: %not %ramify --max-time=$(printf '\033[31m') 2>&1 | grep -F '\x1b[31m'
// RUN: %not %ramify stats $(printf 'dir\033[31m') 2>&1 | grep -F '\x1b[31m'
// What it prints is spelled out on a terminal, and as it is elsewhere: inside and when a test is replayed.
// RUN: %ramify --show-output --output-dir=raw %s | grep -P '\x1b\[31mprinted'
// RUN: python3 %S/Inputs/terminal.py %ramify --show-output --output-dir=typed %s >typed.txt; %not grep -P '\x1b\[31m' typed.txt && grep -F '\x1b[31mprinted' typed.txt
// RUN: python3 %S/Inputs/terminal.py %ramify --dump %s >dumped; %not grep -P '\x1b' dumped
// RUN: %ramify replay %s out/test000001.ktest 2>/dev/null | grep -P '\x1b\[31mprinted'
// Names in the constraints, and what the compiler repeats of a source.
// RUN: %ramify --write-smt2s --write-kqueries --output-dir=named %s >/dev/null 2>&1; %not grep -P '\x1b' named/*.smt2 named/*.kquery && test -s named/test000001.kquery
// RUN: printf '#warning a\033[31mb\nint main(void) { return 0; }\n' >warns.c && python3 %S/Inputs/terminal.py %ramify --output-dir=warned warns.c >warned.txt; %not grep -P 'a\x1b\[31m' warned.txt && grep 'warning: a' warned.txt
// RUN: python3 %S/Inputs/terminal.py %ramify replay warns.c warned/test000001.ktest >built.txt; %not grep -P 'a\x1b\[31m' built.txt && grep 'same:' built.txt
// A file that names itself so, or as two lines of a result.
// RUN: printf '# 1 "x\\nSF:/etc/passwd\\033[1m"\nint main(int count, char **words) { return 1 / (count - 1); }\n' >lines.c && %ramify --output-dir=lines lines.c >lines.txt 2>&1; cat lines/coverage.info lines/*.err lines/report.html lines.txt >lines.all && %not grep -P '^SF:/etc/passwd|\x1b' lines.all && grep -F 'SF:' lines/coverage.info | grep -F 'x\nSF:/etc/passwd'
// RUN: python3 -c 'import json, glob; [json.load(open(name)) for name in glob.glob("*/summary.json") + glob.glob("*/results.sarif")]'
#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
    char x;
    klee_make_symbolic(&x, 1, "\x1b[2J");
    klee_warning("\xc2\x9bwarned");
    printf("\x1b[31mprinted\n");
    klee_assume(x == 1);
    klee_report_error("a", 1, "bad \x1b]0;title\x07\xe2\x80\xae\nramify: done\nKind: null\n\xe2\x81\xa6", "user");
}
