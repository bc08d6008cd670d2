/* A parser by recursive descent on six bytes: sums, products, parentheses. */
#include <klee/klee.h>

static const char *at;
static int failed;

static int sum(void);

static int factor(void)
{
    if (*at == '(') {
        at++;
        int value = sum();
        if (*at == ')')
            at++;
        else
            failed = 1;
        return value;
    }
    if (*at >= '0' && *at <= '9')
        return *at++ - '0';
    failed = 1;
    return 0;
}

static int product(void)
{
    int value = factor();
    while (!failed && *at == '*') {
        at++;
        value *= factor();
    }
    return value;
}

static int sum(void)
{
    int value = product();
    while (!failed && (*at == '+' || *at == '-')) {
        int minus = *at++ == '-', right = product();
        value += minus ? -right : right;
    }
    return value;
}

int main(void)
{
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    text[6] = 0;
    at = text;
    int value = sum();
    if (failed || *at)
        return 1;
    if (value == 42)
        return 2;
    return value < 0 ? 3 : 0;
}
