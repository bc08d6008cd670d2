// Rows of a matrix, allocated one by one, read and written at symbolic places
// (figure 2 of the paper, longer).
#include <klee/klee.h>
#include <stdlib.h>

#ifndef ROWS
#define ROWS 8
#endif
#ifndef COLUMNS
#define COLUMNS 32
#endif
#ifndef STEPS
#define STEPS 3
#endif

int main(void)
{
    int *rows[ROWS];
    for (int i = 0; i < ROWS; i++)
        rows[i] = calloc(COLUMNS, sizeof **rows);
    rows[3][5] = 7;
    unsigned char place[2 * STEPS];
    klee_make_symbolic(place, sizeof place, "place");
    int seen = 0;
    for (int i = 0; i < STEPS; i++) {
        unsigned row = place[2 * i] % ROWS, column = place[2 * i + 1] % COLUMNS;
        if (rows[row][column])
            seen++;
        rows[row][column] = i + 1;
    }
    return seen;
}
