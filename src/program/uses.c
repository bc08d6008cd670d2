#include "program/uses.h"

#include <string.h>

static bool is_scanf(const char *name)
{
    size_t length = strlen(name);
    return length >= 5 && !strcmp(name + length - 5, "scanf");
}

/* The bytes of a constant string; NULL: it is none. */
static const char *string_at(LLVMValueRef pointer, size_t *length)
{
    if (!LLVMIsAGlobalVariable(pointer))
        return NULL;
    LLVMValueRef bytes = LLVMGetInitializer(pointer);
    return bytes && LLVMIsAConstantDataSequential(bytes) && LLVMIsConstantString(bytes)
               ? LLVMGetAsString(bytes, length)
               : NULL;
}

static bool reads_float(const char *format, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (format[i] != '%')
            continue;
        for (i++; i < length && strchr("*0123456789hlLjztq", format[i]) && format[i]; i++)
            ;
        if (i < length && format[i] && strchr("aAeEfFgG", format[i]))
            return true;
    }
    return false;
}

static bool scans_float(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        unsigned count = LLVMIsACallInst(call) ? LLVMGetNumArgOperands(call) : 0;
        for (unsigned i = 0; i < count; i++) {
            size_t length;
            const char *format = string_at(LLVMGetOperand(call, i), &length);
            if (format && reads_float(format, length))
                return true;
        }
    }
    return false;
}

bool module_uses(LLVMModuleRef module, bool (*is_one)(const char *name))
{
    for (LLVMValueRef v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v)) {
        if (!LLVMIsDeclaration(v) || LLVMGetIntrinsicID(v) || !LLVMGetFirstUse(v))
            continue;
        const char *name = LLVMGetValueName(v);
        if (is_scanf(name) ? is_one("scanf %f") && scans_float(v) : is_one(name))
            return true;
    }
    return false;
}
