/* Quicksort with a comparison through a function pointer, as qsort does it. */
enum { COUNT = 30000 };
static int values[COUNT];

static int compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

static void swap(char *a, char *b, unsigned long size)
{
    for (unsigned long i = 0; i < size; i++) {
        char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

static void sort(char *base, long count, unsigned long size, int (*order)(const void *, const void *))
{
    while (count > 1) {
        swap(base, base + (unsigned long)(count / 2) * size, size);
        long last = 0;
        for (long i = 1; i < count; i++)
            if (order(base + (unsigned long)i * size, base) < 0)
                swap(base + (unsigned long)++last * size, base + (unsigned long)i * size, size);
        swap(base, base + (unsigned long)last * size, size);
        sort(base, last, size, order);
        base += (unsigned long)(last + 1) * size;
        count -= last + 1;
    }
}

int main(void)
{
    unsigned random = 1;
    for (int i = 0; i < COUNT; i++) {
        random = random * 1103515245u + 12345u;
        values[i] = (int)(random >> 8);
    }
    sort((char *)values, COUNT, sizeof *values, compare);
    for (int i = 1; i < COUNT; i++)
        if (values[i - 1] > values[i])
            return 1;
    return values[COUNT / 2] & 127;
}
