/* An entry point whose parameters are not main's. */
#ifndef PROGRAM_ENTRY_H
#define PROGRAM_ENTRY_H

#include "base/log.h"

#include <llvm-c/Core.h>

/* What the program starts with: the entry itself if it is called main or has main's parameters by type and
 * name, else a new function, which makes the parameters: numbers are symbolic, pointers are null or lead to
 * fresh symbolic objects. One line says so. */
LLVMValueRef entry_prepare(LLVMModuleRef, LLVMValueRef entry, struct log *);

#endif
