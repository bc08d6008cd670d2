/* System calls that a confined program is refused whatever it may otherwise do:
 * what reaches other processes, the network, the kernel's own settings, or
 * memory that nobody counts. They fail with an error, which the program sees. */
#ifndef RESULT_FILTER_H
#define RESULT_FILTER_H

#include <stdbool.h>

/* For the calling process and all that it will be and start. It must have given
 * up new privileges. traces: the leak sanitizer looks at its own process as a
 * debugger does. */
bool filter_install(bool traces);

#endif
