/* ramify replay: a test run natively. */
#include "command/jobs.h"

int job_replay(int count, char **words)
{
    return complain(EXIT_USAGE, "usage: ramify replay [options] program.c testN.ktest");
}
