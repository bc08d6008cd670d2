/* Local variables that are accessed behind the end of their block stay in memory. */
#ifndef PROGRAM_SCOPES_H
#define PROGRAM_SCOPES_H

#include "base/table.h"

#include <llvm-c/Core.h>

/* Before slots become registers: those for which that may be so are kept, in the functions with these names
 * (hashes). */
void scopes_pin(LLVMModuleRef, const struct table *user_names);
/* After that: those for which it is not so are let go. true: slots can become registers once more. */
bool scopes_unpin(LLVMModuleRef);

#endif
