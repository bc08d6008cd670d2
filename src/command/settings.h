/* Options as the layers below want them. Each returns 0, or the exit code after
 * saying in one line what is wrong. */
#ifndef COMMAND_SETTINGS_H
#define COMMAND_SETTINGS_H

#include "command/options.h"
#include "engine/run.h"
#include "result/summary.h"

struct settings {
    struct options options;
    struct run_options run;
    option_list files;                   /* of the program, and those to link */
    option_list cflags;                  /* one word each */
    option_list arguments;               /* argv of the program */
    option_list environment;             /* of the program */
    VECTOR(struct host_file) host_files; /* what the program may read */
    VECTOR(struct run_setting) numbers;  /* for the operating system inside */
    unsigned arrays;                     /* enum arrays_mode */
    bool symbolic_input;                 /* there are words about it among the arguments */
    VECTOR(struct option_value) values;  /* the options in effect */
};

/* From settings->options, which are parsed. */
int settings_fill(struct settings *);
void settings_release(struct settings *); /* the options too */

#endif
