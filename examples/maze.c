/* A maze: the input is a walk, and the way out is a failed assertion.
 *
 * Ramify searches all walks at once; the test of the error is the solution.
 *
 *     ramify --exit-on-error examples/maze.c
 *     ramify show ramify-last/test*.ktest
 */
#include <klee/klee.h>
#include <assert.h>

enum { WIDTH = 11, HEIGHT = 7, STEPS = 28 };

static char maze[HEIGHT][WIDTH + 1] = {
    "+-+---+---+",
    "| |     |#|",
    "| | --+ | |",
    "| |   | | |",
    "| +-- | | |",
    "|     |   |",
    "+-----+---+",
};

int main(void)
{
    char walk[STEPS];
    int x = 1, y = 1;
    maze[y][x] = '.';
    klee_make_symbolic(walk, sizeof walk, "walk");
    for (int step = 0; step < STEPS; step++) {
        int to_x = x, to_y = y;
        switch (walk[step]) {
        case 'w':
            to_y--;
            break;
        case 's':
            to_y++;
            break;
        case 'a':
            to_x--;
            break;
        case 'd':
            to_x++;
            break;
        default:
            return 0;
        }
        assert(maze[to_y][to_x] != '#');
        if (maze[to_y][to_x] != ' ')
            return 0; /* into a wall, or where we were before */
        maze[to_y][to_x] = '.';
        x = to_x;
        y = to_y;
    }
    return 0;
}

// RUN: %exits 1 %ramify --exit-on-error %s
// RUN: jq -r '.errors[] | "\(.kind) \(.function) line \(.line)"' ramify-last/summary.json | %FileCheck %s
// CHECK: assert main line 47
// RUN: %ramify show ramify-last/test*.ktest | %FileCheck %s --check-prefix=WALK
// WALK: walk
// WALK: ssssddddwwaawwddddssssddwwww
// MATRIX: no
