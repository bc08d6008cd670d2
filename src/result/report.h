/* report.html: one page for a person, without anything from the network. Made
 * from the files of an output directory, so it can be made again later. */
#ifndef RESULT_REPORT_H
#define RESULT_REPORT_H

#include <stdbool.h>

/* From summary.json, the .err files and coverage.info in the directory; false
 * and one line in *error, which the caller frees, if it cannot be. */
bool report_write(const char *directory, char **error);

#endif
