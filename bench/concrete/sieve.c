/* The sieve of Eratosthenes. */
enum { LIMIT = 1000000 };
static char composite[LIMIT];

int main(void)
{
    int count = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LIMIT; i++)
            composite[i] = 0;
        for (int i = 2; i < LIMIT; i++) {
            if (composite[i])
                continue;
            count++;
            for (long j = (long)i * i; j < LIMIT; j += i)
                composite[j] = 1;
        }
    }
    return count & 127; /* 2 * 78498 */
}
