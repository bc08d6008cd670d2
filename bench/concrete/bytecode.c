/* An interpreter of bytecode: Collatz sequences on a small register machine. */
enum code { SET, COPY, ADD, MULTIPLY, HALVE, IS_ODD, LESS, JUMP_UNLESS, JUMP, STOP };
enum { N, X, STEPS, ONE, THREE, LIMIT, FLAG, REGISTERS };

struct instruction {
    enum code code;
    int to, left, right;
};

static const struct instruction program[] = {
    {SET, N, 1, 0},
    {SET, ONE, 1, 0},
    {SET, THREE, 3, 0},
    {SET, LIMIT, 2500, 0},
    /* 4: while n < limit */
    {LESS, FLAG, N, LIMIT},
    {JUMP_UNLESS, 18, FLAG, 0},
    {COPY, X, N, 0},
    /* 7: while 1 < x */
    {LESS, FLAG, ONE, X},
    {JUMP_UNLESS, 16, FLAG, 0},
    {ADD, STEPS, STEPS, ONE},
    {IS_ODD, FLAG, X, 0},
    {JUMP_UNLESS, 14, FLAG, 0},
    {MULTIPLY, X, X, THREE},
    {ADD, X, X, ONE},
    /* 14: halve, after 3x + 1 too */
    {HALVE, X, X, 0},
    {JUMP, 7, 0, 0},
    /* 16 */
    {ADD, N, N, ONE},
    {JUMP, 4, 0, 0},
    /* 18 */
    {STOP, 0, 0, 0},
};

static long run(void)
{
    long registers[REGISTERS] = {0};
    for (int pc = 0;;) {
        const struct instruction *at = &program[pc++];
        switch (at->code) {
        case SET:
            registers[at->to] = at->left;
            break;
        case COPY:
            registers[at->to] = registers[at->left];
            break;
        case ADD:
            registers[at->to] = registers[at->left] + registers[at->right];
            break;
        case MULTIPLY:
            registers[at->to] = registers[at->left] * registers[at->right];
            break;
        case HALVE:
            registers[at->to] = registers[at->left] / 2;
            break;
        case IS_ODD:
            registers[at->to] = registers[at->left] & 1;
            break;
        case LESS:
            registers[at->to] = registers[at->left] < registers[at->right];
            break;
        case JUMP_UNLESS:
            if (!registers[at->left])
                pc = at->to;
            break;
        case JUMP:
            pc = at->to;
            break;
        case STOP:
            return registers[STEPS];
        }
    }
}

int main(void) { return (int)(run() & 127); }
