// Wrong words about symbolic input: one line that says what is wrong.
// RUN: %exits 2 %ramify %s --sym-files 1 2>&1 | %FileCheck --check-prefix=FILES %s
// RUN: %exits 2 %ramify --sym-args 2 1 8 %s 2>&1 | %FileCheck --check-prefix=ARGS %s
// RUN: %exits 2 %ramify %s --sym-arg many 2>&1 | %FileCheck --check-prefix=ARG %s
// RUN: %exits 2 %ramify --sym-file-from=nothing %s 2>&1 | %FileCheck --check-prefix=FROM %s
// RUN: %ramify --output-dir=%t %s -- --sym-files 2>&1 | %FileCheck --check-prefix=PLAIN %s
// FILES: --sym-files needs COUNT SIZE
// ARGS: the least number is above the most
// ARG: N cannot be 'many'
// FROM: NAME=FILE cannot be 'nothing'
// PLAIN: completed paths = 1
// PLAIN: errors = 0
#include "system_test.h"

int main(int argc, char **argv)
{
    assert(argc == 2 && !strcmp(argv[1], "--sym-files"));
    return 0;
}
