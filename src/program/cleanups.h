/* Jumps out of blocks go where they go, not by way of a number and a switch. */
#ifndef PROGRAM_CLEANUPS_H
#define PROGRAM_CLEANUPS_H

#include "base/table.h"

#include <llvm-c/Core.h>

/* Before slots become registers, in the functions with these names (hashes). */
void cleanups_thread(LLVMModuleRef, const struct table *user_names);

#endif
