/* exit: handlers, then destructors, which the engine knows, then files. */
#include "libc.h"

#include <stdlib.h>

hidden void __stdio_exit(void);
void __ramify_run_destructors(void);

_Noreturn void exit(int status)
{
    __funcs_on_exit();
    __ramify_run_destructors();
    __stdio_exit();
    _Exit(status);
}
