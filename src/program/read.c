/* Bitcode and textual IR to a module.
 *
 * LLVM ends the process on some malformed bitcode. So a file that we did not
 * write ourselves is read in a child first: if the child does not come back
 * in good order, the file is refused and we live on. */
#include "program/read.h"

#include "base/alloc.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_bitcode(const unsigned char *bytes, size_t count)
{
    static const unsigned char raw[] = {'B', 'C', 0xc0, 0xde}, wrapped[] = {0xde, 0xc0, 0x17, 0x0b};
    return count >= 4 && (!memcmp(bytes, raw, 4) || !memcmp(bytes, wrapped, 4));
}

/* The reader's explanation, first line only: what follows is a quotation. */
static void explain(struct text *error, const char *path, const char *what, const char *message)
{
    text_add(error, "%s: %s", path, what);
    if (!message || !*message)
        return;
    size_t length = strcspn(message, "\n");
    text_add(error, ": %.*s", (int)(length < 200 ? length : 200), message);
}

static void remember_diagnostic(LLVMDiagnosticInfoRef diagnostic, void *context)
{
    struct text *message = context;
    if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError || message->length)
        return;
    char *text = LLVMGetDiagInfoDescription(diagnostic);
    text_add(message, "%s", text);
    LLVMDisposeMessage(text);
}

/* Consumes the buffer. */
static LLVMModuleRef parse_buffer(LLVMContextRef context, LLVMMemoryBufferRef buffer, const char *path,
                                  bool lazy, struct text *error)
{
    char *message = NULL;
    LLVMModuleRef module = NULL;
    struct text said = {0};
    LLVMDiagnosticHandler old = LLVMContextGetDiagnosticHandler(context);
    void *old_context = LLVMContextGetDiagnosticContext(context);
    LLVMContextSetDiagnosticHandler(context, remember_diagnostic, &said);
    if (is_bitcode((const unsigned char *)LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer))) {
        bool failed = lazy ? LLVMGetBitcodeModuleInContext2(context, buffer, &module)
                           : LLVMParseBitcodeInContext2(context, buffer, &module);
        if (!lazy || failed)
            LLVMDisposeMemoryBuffer(buffer);
        if (failed) {
            explain(error, path, "broken bitcode", text_string(&said));
            module = NULL;
        }
    } else if (LLVMParseIRInContext(context, buffer, &module, &message)) {
        /* "<file>:line:column: error: what": the file is named already */
        const char *what = message ? strstr(message, "error: ") : NULL;
        explain(error, path, "neither bitcode nor LLVM's textual form", what ? what + 7 : message);
        module = NULL;
    }
    LLVMContextSetDiagnosticHandler(context, old, old_context);
    LLVMDisposeMessage(message);
    text_release(&said);
    return module;
}

static LLVMModuleRef parse(LLVMContextRef context, const char *path, bool lazy, struct text *error)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
        return parse_buffer(context, buffer, path, lazy, error);
    text_add(error, "cannot read %s: %s", path, message);
    LLVMDisposeMessage(message);
    return NULL;
}

static bool verify(LLVMModuleRef module, const char *path, struct text *error)
{
    char *message = NULL;
    bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (broken)
        explain(error, path, "not a valid program", message);
    LLVMDisposeMessage(message);
    return !broken;
}

/* x86-64 with its usual calling convention: where arguments and the members of
 * structures lie is that machine's. A hand-written module may leave it open. */
LLVMModuleRef module_for_target(LLVMModuleRef module, const char *path, struct text *error)
{
    if (!module)
        return NULL;
    const char *triple = LLVMGetTarget(module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    bool fits = !*triple || !strncmp(triple, "x86_64-", 7) || !strncmp(triple, "amd64-", 6) ||
                !strncmp(triple, "unknown-", 8);
    if (!fits || LLVMByteOrder(layout) != LLVMLittleEndian || LLVMPointerSize(layout) != 8 ||
        strstr(triple, "windows") || strstr(triple, "mingw") || strstr(triple, "cygwin")) {
        text_add(error, "%s: made for another machine%s%s%s; only programs for 64-bit x86 can be run", path,
                 *triple ? " (" : "", triple, *triple ? ")" : "");
        LLVMDisposeModule(module);
        return NULL;
    }
    if (!*LLVMGetDataLayoutStr(module))
        LLVMSetDataLayout(module, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-"
                                  "n8:16:32:64-S128");
    return module;
}

static void read_in_child(const char *path, int result)
{
    static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* it starts nobody: that is all that a keeper would do */
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere >= 0) {
        dup2(nowhere, 1);
        dup2(nowhere, 2);
    }
    struct text error = {0};
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = parse(context, path, false, &error);
    bool good = module && verify(module, path, &error);
    const char *text = text_string(&error);
    if (!good && write(result, text, strlen(text)) < 0)
        _exit(2);
    _exit(good ? 0 : 1);
}

static bool survives_reading(const char *path, struct text *error)
{
    int ends[2];
    fflush(NULL);
    if (pipe(ends) < 0) {
        text_add(error, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    pid_t child = fork();
    if (child == 0)
        read_in_child(path, ends[1]);
    close(ends[1]);
    char buffer[512];
    struct text said = {0};
    for (ssize_t count; child > 0;) {
        count = read(ends[0], buffer, sizeof buffer);
        if (count > 0)
            text_add_bytes(&said, buffer, (size_t)count);
        else if (count == 0 || errno != EINTR)
            break;
    }
    close(ends[0]);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    bool good = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good && said.length)
        text_add_string(error, text_string(&said));
    else if (!good)
        text_add(error, "%s: broken bitcode: LLVM cannot read it", path);
    text_release(&said);
    return good;
}

LLVMModuleRef read_module(LLVMContextRef context, const char *path, bool trusted, bool lazy,
                          struct text *error)
{
    if (access(path, R_OK)) {
        text_add(error, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    if (!trusted && !survives_reading(path, error))
        return NULL;
    return parse(context, path, lazy, error);
}

LLVMModuleRef read_module_bytes(LLVMContextRef context, const char *name, const void *bytes, size_t count,
                                struct text *error)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, count, name);
    return module_for_target(parse_buffer(context, buffer, name, false, error), name, error);
}
