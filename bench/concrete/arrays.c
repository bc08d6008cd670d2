/* Loops over arrays: a product of matrices. */
enum { SIZE = 96 };
static int left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            left[i][j] = i * 3 + j;
            right[i][j] = i ^ (j * 5);
        }
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++) {
                int cell = 0;
                for (int k = 0; k < SIZE; k++)
                    cell += left[i][k] * right[k][j];
                product[i][j] = cell;
            }
        sum += product[round][SIZE - 1 - round];
        left[round][round] = sum;
    }
    return sum & 127;
}
