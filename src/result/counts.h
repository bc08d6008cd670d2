/* The counts of a confined program that was built to count what it covers: it
 * gets a copy of what the runs before it have counted and leaves another. */
#ifndef RESULT_COUNTS_H
#define RESULT_COUNTS_H

/* All files that end so, of no absurd size or number, from one open directory
 * to another, where they take the place of what has their name. */
void counts_copy(int from, int to);

#define COUNTS_ENDING ".profraw"

#endif
