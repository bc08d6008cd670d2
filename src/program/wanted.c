/* Who wants the names that nobody defines: the place of a use, by the debug
 * information, and the file that declared it, which is known without. */
#include "program/wanted.h"

#include "base/hash.h"
#include "program/lower.h"

void wanted_note(struct wanted *wanted, LLVMModuleRef module, const char *file)
{
    vector_push(&wanted->names, mem_string(file));
    uint64_t index = wanted->names.count - 1;
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
        if (LLVMIsDeclaration(v) && !LLVMGetIntrinsicID(v))
            table_slot(&wanted->files, hash_string(LLVMGetValueName(v)), index);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (LLVMIsDeclaration(v))
            table_slot(&wanted->files, hash_string(LLVMGetValueName(v)), index);
}

void wanted_release(struct wanted *wanted)
{
    for (size_t i = 0; i < wanted->names.count; i++)
        mem_free(wanted->names.data[i]);
    vector_release(&wanted->names);
    table_release(&wanted->files);
}

/* ---- a place that uses it ---- */

static bool is_users(const struct module_lowering *module, LLVMValueRef v)
{
    return !module->user_names || table_find(module->user_names, hash_string(LLVMGetValueName(v)));
}

static uint32_t line_of(const struct module_lowering *module, uint32_t location)
{
    return location == NO_LOCATION ? UINT32_MAX : module->locations.data[location].line;
}

/* The program's own uses are better than the library's, then the first line. */
static void consider(struct module_lowering *module, struct missing *missing, LLVMValueRef by,
                     uint32_t location)
{
    bool is_library = !is_users(module, by);
    if (missing->user && (is_library > missing->by_library ||
                          (is_library == missing->by_library &&
                           line_of(module, location) >= line_of(module, missing->location))))
        return;
    missing->user = value_name(module, by);
    missing->by_library = is_library;
    missing->location = location;
}

static void look_at_users(struct module_lowering *module, struct missing *missing, LLVMValueRef v)
{
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user)) {
            LLVMMetadataRef place = LLVMInstructionGetDebugLoc(user);
            consider(module, missing, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)),
                     place ? location_of(module, place) : NO_LOCATION);
        } else if (LLVMIsAGlobalVariable(user)) {
            consider(module, missing, user, location_of_global(module, user));
        } else if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user)) {
            look_at_users(module, missing, user);
        }
    }
}

/* ---- all of them ---- */

static bool is_missing(const struct module_lowering *module, LLVMValueRef v)
{
    return LLVMIsDeclaration(v) && LLVMGetLinkage(v) != LLVMExternalWeakLinkage && LLVMGetFirstUse(v) &&
           !(LLVMIsAFunction(v) &&
             (LLVMGetIntrinsicID(v) || (module->is_builtin && module->is_builtin(LLVMGetValueName(v)))));
}

static struct missing describe(struct module_lowering *module, LLVMValueRef v)
{
    struct missing missing = {
        .name = value_name(module, v), .is_function = LLVMIsAFunction(v), .location = NO_LOCATION};
    look_at_users(module, &missing, v);
    const struct wanted *wanted = module->wanted;
    uint64_t *file = table_find(&wanted->files, hash_string(missing.name));
    if (file)
        missing.file = arena_string(module->arena, wanted->names.data[*file]);
    return missing;
}

void missing_find(struct module_lowering *module)
{
    VECTOR(struct missing) found = {0};
    for (LLVMValueRef v = LLVMGetFirstFunction(module->module); v; v = LLVMGetNextFunction(v))
        if (is_missing(module, v))
            vector_push(&found, describe(module, v));
    for (LLVMValueRef v = LLVMGetFirstGlobal(module->module); v; v = LLVMGetNextGlobal(v))
        if (is_missing(module, v))
            vector_push(&found, describe(module, v));
    struct missing *kept = arena_alloc(module->arena, (found.count + 1) * sizeof *kept);
    for (size_t i = 0; i < found.count; i++)
        kept[i] = found.data[i];
    module->program->missing = kept;
    module->program->missing_count = (uint32_t)found.count;
    vector_release(&found);
}
