// Files and input from templates: only the bytes marked ? are symbolic.
// RUN: printf 'a?c' >%t.template && printf 'k=@' >%t.other
// RUN: %ramify --output-dir=%t %s --sym-stdin-from %t.template --sym-file-from F=%t.template 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.second --sym-marker=@ --sym-stdin-from %t.template --sym-file-from=F=%t.other %s 2>&1 | %FileCheck --check-prefix=OTHER %s
// RUN: %ramify show %t/test000001.ktest | %FileCheck --check-prefix=NAMES %s
// RUN: %exits 2 %ramify --sym-stdin-from %t.none %s 2>&1 | %FileCheck --check-prefix=MISSING %s
// CHECK: completed paths = 2
// CHECK: errors = 0
// OTHER: completed paths = 2
// OTHER: errors = 0
// NAMES: name: 'F_data'
// NAMES: data: b'a{{.*}}c'
// NAMES: name: 'F_data_stat'
// NAMES: name: 'stdin'
// NAMES: data: b'a{{.*}}c'
// MISSING: none: No such file
#include "system_test.h"

int main(void)
{
    char input[4] = {0}, file[4] = {0};
    assert(CALL(read, 0, input, 4) == 3);
    assert(input[0] == 'a' && input[2] == 'c');
    int fd = CALL(open, "F", O_RDONLY);
    if (fd < 0)
        return 1;
    assert(CALL(read, fd, file, 4) == 3);
    if (file[0] == 'k') {
        assert(file[1] == '=' && klee_is_symbolic(file[2]) && !klee_is_symbolic(input[1]));
        return 0;
    }
    assert(file[0] == 'a' && klee_is_symbolic(file[1]) && klee_is_symbolic(input[1]));
    return file[1] == input[1];
}
