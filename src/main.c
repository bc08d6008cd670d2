/* The command: the first word says which job, exploring is the one without a name. */
#include "base/bug.h"
#include "command/jobs.h"

#include <string.h>

static const struct {
    const char *name;
    int (*run)(int count, char **words);
} jobs[] = {
    {"replay", job_replay}, {"coverage", job_coverage}, {"show", job_show},
    {"stats", job_stats},   {"report", job_report},
};

int main(int count, char **words)
{
    for (size_t i = 0; i < ARRAY_COUNT(jobs) && count > 1; i++)
        if (!strcmp(words[1], jobs[i].name))
            return jobs[i].run(count - 2, words + 2);
    return job_explore(count - 1, words + 1);
}
