/* A number in decimal: multiplication by ten and a check of its digits. */
#include <klee/klee.h>
#include <assert.h>

int main(void)
{
    char digits[6];
    int value = 0, negative = 0, i = 0;
    klee_make_symbolic(digits, sizeof digits, "digits");
    klee_assume(digits[5] == 0);
    if (digits[0] == '-') {
        negative = 1;
        i++;
    }
    for (; digits[i]; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return 1;
        value = value * 10 + digits[i] - '0';
    }
    if (negative)
        value = -value;
    assert(value != 4711);
    if (value % 7 == 3)
        return 2;
    if (value > 1000 && value < 1100)
        return 3;
    return 0;
}
