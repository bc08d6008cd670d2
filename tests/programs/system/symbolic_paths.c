// A path with symbolic bytes: one path for each file it can name, not for each byte.
// RUN: %ramify --output-dir=%t %s --sym-arg 3 --sym-files 2 4 2>&1 | %FileCheck %s
// CHECK: errors = 0
// RUN: python3 -c "import json; n = json.load(open('%t/summary.json'))['paths']['completed']; assert 8 <= n <= 40, n"
#include "system_test.h"

int main(int argc, char **argv)
{
    struct stat a, b, found;
    assert(CALL(stat, "A", &a) == 0 && CALL(stat, "B", &b) == 0);
    if (CALL(stat, argv[1], &found))
        return 1;
    if (argv[1][0] == 'A')
        assert(found.st_size == 4 && (argv[1][1] == 0 || argv[1][1] == '/'));
    return 0;
}
