/* Private to program/: from files to LLVM modules. */
#ifndef PROGRAM_READ_H
#define PROGRAM_READ_H

#include "program/load.h"

#include <llvm-c/Core.h>

/* compile.c: runs clang on a C file, for its bitcode; false and one line in *error */
bool compile_file(const struct load_options *, const char *path, struct text *bitcode, struct text *error);

/* read.c: bitcode or textual IR, told apart by content.
 *   trusted  was written by ourselves: no look at it in a child first
 *   lazy     function bodies are read when they are linked */
LLVMModuleRef read_module(LLVMContextRef, const char *path, bool trusted, bool lazy, struct text *error);

/* The module, if it was made for the machine that the engine models; else NULL and one line in *error.
 * Consumes the module then; NULL stays NULL. */
LLVMModuleRef module_for_target(LLVMModuleRef, const char *path, struct text *error);

/* Reads and checks what is in memory; the bytes are as a compiler of ours wrote them. */
LLVMModuleRef read_module_bytes(LLVMContextRef, const char *name, const void *bytes, size_t count,
                                struct text *error);

/* embedded.c: native programs that carry their bitcode */
bool embedded_is_program(const char *path);
struct wanted;
/* All members linked into one module, what each wants noted; NULL and one line in *error. */
LLVMModuleRef embedded_load(LLVMContextRef, const char *path, struct wanted *, struct log *,
                            struct text *error);

/* link.c */
/* Moves everything of `from` into `into`; consumes `from`. */
bool link_module(LLVMModuleRef into, LLVMModuleRef from, const char *path, struct text *error);
/* The same for a module of a program that is linked already: of two definitions
 * the first is the program's. */
bool link_module_again(LLVMModuleRef into, LLVMModuleRef from, const char *path, struct text *error);
/* link_shared.c: only what is needed; consumes `from`. */
bool link_module_by_need(LLVMModuleRef into, LLVMModuleRef from, const char *path, struct text *error);
/* What a shared library keeps to itself is nobody else's. */
void link_hide(LLVMModuleRef library);
/* Moves from the libraries what `into` needs. */
bool link_libraries(LLVMModuleRef into, const struct load_options *, struct text *error);

/* aliases.c: makes whoever uses an alias of the library use what it stands for. */
void resolve_aliases(LLVMModuleRef program, LLVMModuleRef library, bool (*is_builtin)(const char *));

#endif
