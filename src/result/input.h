/* Standard input of a test, of the kind that its status says. */
#ifndef RESULT_INPUT_H
#define RESULT_INPUT_H

struct input {
    int from; /* what the program reads */
    int kept; /* the other end of a terminal, open while the program runs; -1: none */
};

/* The bytes of the file at path (NULL: none) as a file of this type (S_IFMT),
 * or as they are where the system has no such thing to give. */
struct input input_open(const char *path, unsigned type);
void input_close(const struct input *);

#endif
