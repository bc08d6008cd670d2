/* The jobs of the command line. Each gets the words after its name and returns
 * the exit code of the process. */
#ifndef COMMAND_JOBS_H
#define COMMAND_JOBS_H

enum exit_code {
    EXIT_DONE = 0,   /* the job was done; a run finished or reached a limit */
    EXIT_FAILED = 1, /* it could not be done */
    EXIT_USAGE = 2   /* it was asked for wrongly */
};

int job_explore(int count, char **words);
int job_replay(int count, char **words);
int job_coverage(int count, char **words);
int job_show(int count, char **words);
int job_stats(int count, char **words);
int job_report(int count, char **words);

/* One line to standard error; returns code. */
int complain(enum exit_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
