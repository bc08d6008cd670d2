/* Private to program/: names that are used and that nobody defines. Which file
 * asked for a name is forgotten when files are linked, so it is noted before. */
#ifndef PROGRAM_WANTED_H
#define PROGRAM_WANTED_H

#include "base/table.h"
#include "base/vector.h"

#include <llvm-c/Core.h>

struct module_lowering;

struct wanted {
    struct table files;   /* hash of a name -> index of the first file that declares it */
    VECTOR(char *) names; /* of the files */
};

void wanted_note(struct wanted *, LLVMModuleRef, const char *file);
void wanted_release(struct wanted *);

/* Fills program->missing: what is declared in the linked module, has no weak
 * declaration and is not answered by the engine. */
void missing_find(struct module_lowering *);

#endif
