/* Integer arithmetic in nested loops, no memory: greatest common divisors. */
static unsigned gcd(unsigned a, unsigned b)
{
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 1; i < 1000; i++)
        for (unsigned j = 1; j < 300; j++)
            sum = sum * 31 + gcd(i * 7919, j * 104729);
    return (int)(sum & 127);
}
