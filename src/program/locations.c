/* Debug information: source lines with the calls they were inlined at, names
 * and signedness of parameters. */
#include "base/md5.h"
#include "base/visible.h"
#include "program/lower.h"
#include "program/nodes.h"

#include <string.h>

static uint64_t key(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static LLVMMetadataRef subprogram_of(struct module_lowering *module, LLVMMetadataRef scope)
{
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
        scope = node_child(module->context, scope, SCOPE_PARENT);
    return scope;
}

/* What the compiler says a file held that it has read; it says nothing of one
 * that a #line names. Only LLVM's text of the node has it. The caller frees it. */
static char *checksum_of(struct module_lowering *module, LLVMMetadataRef file)
{
    static const char before[] = "checksumkind: CSK_MD5, checksum: \"";
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(module->context, file));
    const char *found = strstr(text, before); /* a name is quoted: none of it can be taken for this */
    char *checksum = NULL;
    if (found && strspn(found + strlen(before), "0123456789abcdef") == MD5_DIGITS)
        checksum = mem_string_n(found + strlen(before), MD5_DIGITS);
    LLVMDisposeMessage(text);
    return checksum;
}

/* What begins another line in a result would be taken for another of its lines. */
static const char *keep_path(struct module_lowering *module, const char *path)
{
    char *line = visible_line(path);
    bool is_plain = !path[strcspn(path, "\n\r\t\033\177")];
    const char *kept = arena_string(module->arena, is_plain ? path : line);
    mem_free(line);
    return kept;
}

static uint32_t index_of_file(struct module_lowering *module, const char *path)
{
    uint32_t index = 0;
    while (index < module->files.count && strcmp(module->files.data[index], path))
        index++;
    if (index == module->files.count) {
        vector_push(&module->files, path);
        vector_push(&module->checksums, "");
    }
    return index;
}

static uint32_t file_of(struct module_lowering *module, LLVMMetadataRef scope)
{
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    uint64_t *known = table_find(&module->file_indices, key(file));
    if (known)
        return (uint32_t)*known;
    struct text path = {0};
    if (file) {
        unsigned name_length, directory_length;
        const char *name = LLVMDIFileGetFilename(file, &name_length);
        const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
        if (directory_length && !(name_length && name[0] == '/')) {
            text_add_bytes(&path, directory, directory_length);
            text_add_char(&path, '/');
        }
        text_add_bytes(&path, name, name_length);
    }
    uint32_t index = index_of_file(module, keep_path(module, text_string(&path)));
    char *checksum = file ? checksum_of(module, file) : NULL;
    if (checksum && !*module->checksums.data[index])
        module->checksums.data[index] = arena_string(module->arena, checksum);
    mem_free(checksum);
    text_release(&path);
    table_set(&module->file_indices, key(file), index);
    return index;
}

static uint32_t name_of(struct module_lowering *module, LLVMMetadataRef scope)
{
    LLVMMetadataRef subprogram = subprogram_of(module, scope);
    if (!subprogram)
        return UINT32_MAX;
    uint64_t *known = table_find(&module->name_indices, key(subprogram));
    if (known)
        return (uint32_t)*known;
    LLVMValueRef name = node_operand(module->context, subprogram, NODE_NAME);
    unsigned length = 0;
    const char *text = name ? LLVMGetMDString(name, &length) : NULL;
    char *kept = arena_alloc(module->arena, length + 1);
    if (text)
        memcpy(kept, text, length);
    kept[length] = 0;
    vector_push(&module->names, kept);
    table_set(&module->name_indices, key(subprogram), module->names.count - 1);
    return (uint32_t)module->names.count - 1;
}

uint32_t location_of(struct module_lowering *module, LLVMMetadataRef location)
{
    uint64_t *known = table_find(&module->location_indices, key(location));
    if (known)
        return (uint32_t)*known;
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    LLVMMetadataRef inlined_at = LLVMDILocationGetInlinedAt(location);
    struct location made = {.file = file_of(module, scope),
                            .line = LLVMDILocationGetLine(location),
                            .column = LLVMDILocationGetColumn(location),
                            .function_name = inlined_at ? name_of(module, scope) : UINT32_MAX,
                            .inlined_at = inlined_at ? location_of(module, inlined_at) : NO_LOCATION};
    vector_push(&module->locations, made);
    uint32_t index = (uint32_t)module->locations.count - 1;
    table_set(&module->location_indices, key(location), index);
    return index;
}

static uint32_t plain_location(struct module_lowering *module, uint32_t file, uint32_t line)
{
    vector_push(&module->locations,
                (struct location){
                    .file = file, .line = line, .function_name = UINT32_MAX, .inlined_at = NO_LOCATION});
    return (uint32_t)module->locations.count - 1;
}

uint32_t location_of_function(struct module_lowering *module, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram || LLVMIsDeclaration(function))
        return NO_LOCATION;
    return plain_location(module, file_of(module, subprogram), LLVMDISubprogramGetLine(subprogram));
}

uint32_t location_of_global(struct module_lowering *module, LLVMValueRef global)
{
    size_t count;
    uint32_t found = NO_LOCATION;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (size_t i = 0; i < count && found == NO_LOCATION; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
        if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
            continue;
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(node);
        LLVMMetadataRef file = variable ? LLVMDIVariableGetFile(variable) : NULL;
        if (file)
            found = plain_location(module, file_of(module, file), LLVMDIVariableGetLine(variable));
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

/* Through typedefs and qualifiers to a basic type, told by its name. */
static bool is_signed_type(struct module_lowering *module, LLVMMetadataRef type)
{
    static const char *const names[] = {"char", "signed char", "short",   "int",
                                        "long", "long long",   "__int128"};
    while (type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind)
        type = node_child(module->context, type, DERIVED_BASE);
    if (!type || LLVMGetMetadataKind(type) != LLVMDIBasicTypeMetadataKind)
        return false;
    size_t length;
    const char *name = LLVMDITypeGetName(type, &length);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length))
            return true;
    return false;
}

/* The compiler's name of a parameter, or where it kept none, that of the
 * subprogram's variables, which begin with the parameters. */
static const char *parameter_name(struct module_lowering *module, LLVMValueRef parameter,
                                  LLVMMetadataRef variables, unsigned index)
{
    const char *name = LLVMGetValueName(parameter);
    if (name[0])
        return arena_string(module->arena, name);
    LLVMMetadataRef variable = node_child(module->context, variables, index);
    if (!variable || LLVMGetMetadataKind(variable) != LLVMDILocalVariableMetadataKind)
        return NULL;
    LLVMValueRef text = node_operand(module->context, variable, VARIABLE_NAME);
    unsigned length = 0;
    const char *string = text ? LLVMGetMDString(text, &length) : NULL;
    if (!string)
        return NULL;
    char *kept = arena_zero(module->arena, length + 1);
    memcpy(kept, string, length);
    return kept;
}

/* The debug type lists the parameters of the source, which are those of the
 * code only if none was split, dropped or passed by hidden pointer. */
void describe_parameters(struct module_lowering *module, LLVMValueRef function, struct parameter *parameters)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef type = node_child(module->context, subprogram, SUBPROGRAM_TYPE);
    LLVMMetadataRef types = node_child(module->context, type, FUNCTION_TYPES);
    LLVMMetadataRef variables = node_child(module->context, subprogram, SUBPROGRAM_VARIABLES);
    unsigned listed = types ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(module->context, types)) : 0;
    unsigned count = LLVMCountParams(function);
    for (unsigned i = 0, next = 0; i < count; i++) {
        LLVMValueRef parameter = LLVMGetParam(function, i);
        const char *name = parameter_name(module, parameter, listed == count + 1 ? variables : NULL, i);
        uint32_t width = type_count(module, LLVMTypeOf(parameter));
        for (uint32_t j = 0; j < width; j++) {
            parameters[next].name = name;
            if (listed == count + 1)
                parameters[next].is_signed =
                    is_signed_type(module, node_child(module->context, types, i + 1));
            next++;
        }
    }
}

void locations_finish(struct module_lowering *module)
{
    struct program *program = module->program;
    struct location *locations =
        arena_alloc(module->arena, (module->locations.count + 1) * sizeof *locations);
    const char **files = arena_alloc(module->arena, (module->files.count + 1) * sizeof *files);
    const char **names = arena_alloc(module->arena, (module->names.count + 1) * sizeof *names);
    for (size_t i = 0; i < module->locations.count; i++)
        locations[i] = module->locations.data[i];
    const char **checksums = arena_alloc(module->arena, (module->files.count + 1) * sizeof *checksums);
    for (size_t i = 0; i < module->files.count; i++) {
        files[i] = module->files.data[i];
        checksums[i] = module->checksums.data[i];
    }
    for (size_t i = 0; i < module->names.count; i++)
        names[i] = module->names.data[i];
    program->locations = locations;
    program->location_count = (uint32_t)module->locations.count;
    program->files = files;
    program->checksums = checksums;
    program->file_count = (uint32_t)module->files.count;
    program->names = names;
    program->name_count = (uint32_t)module->names.count;
}
