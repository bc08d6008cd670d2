/* Jumps out of blocks go where they go, not by way of a number and a switch. */
#ifndef PROGRAM_CLEANUPS_H
#define PROGRAM_CLEANUPS_H

#include <llvm-c/Core.h>

/* Before slots become registers. */
void cleanups_thread(LLVMModuleRef);

#endif
