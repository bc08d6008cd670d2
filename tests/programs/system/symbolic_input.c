// Symbolic arguments, files, input and environment, with KLEE's names and at KLEE's place.
// RUN: %ramify --output-dir=%t %s --sym-args 0 2 3 --sym-files 1 4 --sym-stdin 2 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=%t.before --sym-args 0 2 3 --sym-files 1 4 --sym-stdin 2 %s 2>&1 | %FileCheck %s
// RUN: %ramify show %t/test000001.ktest | %FileCheck --check-prefix=NAMES %s
// CHECK-NOT: ERROR
// CHECK: completed paths = 8
// CHECK: errors = 0
// NAMES: n_args
// NAMES: A_data
// NAMES: A_data_stat
// NAMES: stdin
// NAMES: stdin_stat
// NAMES: model_version
#include "system_test.h"

// Reading a symbolic file forks nothing; opening it may be refused.
int main(int argc, char **argv, char **envp)
{
    char bytes[8];
    struct stat status;
    assert(argc >= 1 && argc <= 3 && !argv[argc] && !envp[0]);
    for (int i = 1; i < argc; i++)
        assert(klee_get_obj_size(argv[i]) == 4 && argv[i][3] == 0);
    assert(CALL(stat, "A", &status) == 0 && status.st_size == 4);
    assert(CALL(stat, "B", &status) == -ENOENT);
    int fd = CALL(open, "A", O_RDONLY);
    if (fd < 0) {
        assert(fd == -EACCES && !(status.st_mode & 0400));
        return 1;
    }
    assert(CALL(read, fd, bytes, 8) == 4);
    assert(CALL(read, fd, bytes + 4, 8) == 0);
    assert(CALL(read, 0, bytes + 4, 4) == 2);
    assert(CALL(write, 1, bytes, 4) == 4);
    if (argc == 1 && bytes[0] == 'x' && bytes[5] == 'y')
        return 2;
    return 0;
}
