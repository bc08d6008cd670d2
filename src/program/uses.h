/* Private to program/: what the program itself, before it is linked with a
 * library, wants of one. */
#ifndef PROGRAM_USES_H
#define PROGRAM_USES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Does it use a function of this kind that it does not define? scanf and its
 * relatives are asked about as "scanf %f", where they are called with a format
 * that reads a floating point number. */
bool module_uses(LLVMModuleRef, bool (*is_one)(const char *name));

#endif
