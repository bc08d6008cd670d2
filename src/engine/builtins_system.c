/* What the operating system in runtime/system cannot do in C: settings of the
 * run, the end of a path with a kind of error, and reading the host's files.
 *
 * Of the host only what the user named is ever read (run->options.host_files),
 * and nothing is written: a path below a mount is opened without following
 * links and never leaves it. */
#include "engine/builtins.h"

#include "base/bug.h"
#include "base/text.h"
#include "base/vector.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH_LIMIT_BYTES = 4096, READ_LIMIT = 1 << 30 };

static enum call_outcome give_number(struct call *call, long number)
{
    call_give(call, value_plain((uint64_t)number));
    return CALL_RETURNS;
}

/* long __ramify_setting(const char *name, long otherwise) */
static enum call_outcome setting(struct call *call)
{
    const struct run_options *options = &call->run->options;
    char *name;
    if (!access_string(call->run, call->state, call->arguments[0], 256, &name))
        return call_interrupted(call);
    call_give(call, call->arguments[1]);
    for (size_t i = 0; i < options->setting_count; i++)
        if (!strcmp(options->settings[i].name, name))
            give_number(call, options->settings[i].value);
    mem_free(name);
    return CALL_RETURNS;
}

/* unsigned long __ramify_decide(unsigned long value): each possible value is a path of its own */
static enum call_outcome decide(struct call *call)
{
    uint64_t value;
    if (value_is_concrete(call->arguments[0])) { /* a pointer stays one */
        call_give(call, call->arguments[0]);
        return CALL_RETURNS;
    }
    if (!call_decide(call, 0, &value))
        return call_interrupted(call);
    return give_number(call, (long)value);
}

/* void __ramify_group(unsigned long choice): the path is in the group of those that chose this, too */
static enum call_outcome group(struct call *call)
{
    BUG_ON(!value_is_concrete(call->arguments[0]));
    call->state->group = groups_below(&call->run->groups, call->state->group, call->arguments[0].bits);
    return CALL_RETURNS;
}

/* void __ramify_fail(const char *kind, const char *message): kind as in docs/errors.md */
static enum call_outcome fail(struct call *call)
{
    struct run *run = call->run;
    char *name, *message;
    if (!access_string(run, call->state, call->arguments[0], 64, &name))
        return call_interrupted(call);
    if (!access_string(run, call->state, call->arguments[1], 4096, &message)) {
        mem_free(name);
        return call_interrupted(call);
    }
    enum error_kind kind = ERROR_MODEL;
    for (enum error_kind each = 0; each < ERROR_KIND_COUNT; each++)
        if (!strcmp(error_name(each), name))
            kind = each;
    run_error(run, call->state, kind, NULL, "%s", message);
    mem_free(message);
    mem_free(name);
    return CALL_ENDED;
}

/* void __ramify_partial(const char *why, const char *help): something of this path is not explored;
 * help may be NULL */
static enum call_outcome partial(struct call *call)
{
    struct run *run = call->run;
    char *why, *help = NULL;
    bool no_help;
    if (!call_is_zero(call, 1, &no_help) || !access_string(run, call->state, call->arguments[0], 256, &why))
        return call_interrupted(call);
    if (!no_help && !access_string(run, call->state, call->arguments[1], 256, &help)) {
        mem_free(why);
        return call_interrupted(call);
    }
    run_partial(run, call->state, why, help);
    mem_free(why);
    mem_free(help);
    return CALL_RETURNS;
}

/* int __ramify_unmapped(long address): is nothing there, not even something that was freed? */
static enum call_outcome unmapped(struct call *call)
{
    struct exprs *exprs = call->run->exprs;
    struct value address = call->arguments[0];
    bool low;
    if (value_is_concrete(address))
        return give_number(call, !value_has_object(address) &&
                                     !space_find(&call->state->space, address.bits, true));
    if (!call_branch(call, expr_ult(exprs, value_term(address), expr_const(exprs, 64, PAGE)), &low))
        return call_interrupted(call);
    return give_number(call, low && !space_find(&call->state->space, call_peek(call, address, 64), true));
}

/* long __ramify_string_limit(const char *string): how many bytes it can have at
 * most, with the zero that ends it: up to the first that is certainly zero, or
 * to the end of its object. Symbolic bytes are not looked at. */
static enum call_outcome string_limit(struct call *call)
{
    struct run *run = call->run;
    uint32_t object;
    uint64_t offset;
    if (!access_object(run, call->state, call->arguments[0], 1, false, &object, &offset))
        return call_interrupted(call);
    uint64_t left = object_get(&run->objects, object)->size - offset, i = 0;
    for (uint8_t byte; i < left; i++)
        if (space_read_bytes(&call->state->space, object, offset + i, &byte, 1, NULL) && !byte)
            return give_number(call, (long)i + 1);
    return give_number(call, (long)left);
}

/* ---- the host's files ---- */

/* long __ramify_mount(long index, char *guest, long size): where mount number
 * index is to be seen ("": a template, not to be seen); -1: there are no more */
static enum call_outcome mount(struct call *call)
{
    struct run *run = call->run;
    uint64_t index, size, offset;
    uint32_t object;
    if (!call_decide(call, 0, &index) || !call_decide(call, 2, &size))
        return call_interrupted(call);
    if (index >= run->options.host_file_count)
        return give_number(call, -1);
    const char *guest = run->options.host_files[index].guest;
    size_t length = guest ? strlen(guest) : 0;
    if (length >= size)
        return give_number(call, -1);
    if (!access_object(run, call->state, call->arguments[1], length + 1, true, &object, &offset))
        return call_interrupted(call);
    space_write_bytes(&call->state->space, &run->windows, object, offset, guest ? guest : "", length + 1);
    return give_number(call, (long)length);
}

/* long __ramify_template(const char *host): its number among the mounts, or -1 */
static enum call_outcome find_template(struct call *call)
{
    const struct run_options *options = &call->run->options;
    char *host;
    long found = -1;
    if (!access_string(call->run, call->state, call->arguments[0], PATH_LIMIT_BYTES, &host))
        return call_interrupted(call);
    for (size_t i = 0; i < options->host_file_count; i++)
        if (!options->host_files[i].guest && !strcmp(options->host_files[i].host, host))
            found = (long)i;
    mem_free(host);
    return give_number(call, found);
}

/* A descriptor for what is at `relative` below the mount ("": the mount itself). */
static int open_below(const char *host, const char *relative, int flags)
{
    if (!*relative)
        return open(host, flags | O_CLOEXEC | (flags & O_PATH ? 0 : O_NONBLOCK));
    int root = open(host, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return -1;
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC | O_NOFOLLOW | (flags & O_PATH ? 0 : O_NONBLOCK)),
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
    };
    int descriptor = (int)syscall(SYS_openat2, root, relative, &how, sizeof how);
    int code = errno;
    close(root);
    errno = code;
    return descriptor;
}

/* The host path of argument 0 and the relative path of argument 1. */
static bool mounted(struct call *call, const char **host, char **relative)
{
    uint64_t index;
    *host = NULL;
    if (!call_decide(call, 0, &index) ||
        !access_string(call->run, call->state, call->arguments[1], PATH_LIMIT_BYTES, relative))
        return false;
    if (index < call->run->options.host_file_count)
        *host = call->run->options.host_files[index].host;
    return true;
}

/* long __ramify_mount_stat(long index, const char *relative, long out[3]): mode,
 * size and time of change; 0 or an error below 0. Only files, directories and
 * links are there. */
static enum call_outcome mount_stat(struct call *call)
{
    struct run *run = call->run;
    const char *host;
    char *relative;
    uint32_t object;
    uint64_t offset;
    if (!access_object(run, call->state, call->arguments[2], 24, true, &object, &offset) ||
        !mounted(call, &host, &relative))
        return call_interrupted(call);
    struct stat status;
    int descriptor = host ? open_below(host, relative, *relative ? O_PATH | O_NOFOLLOW : O_PATH) : -1;
    mem_free(relative);
    if (descriptor < 0 || fstat(descriptor, &status)) {
        if (descriptor >= 0)
            close(descriptor);
        return give_number(call, -ENOENT);
    }
    close(descriptor);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode) && !S_ISLNK(status.st_mode))
        return give_number(call, -ENOENT);
    int64_t out[3] = {status.st_mode, status.st_size, status.st_mtime};
    space_write_bytes(&call->state->space, &run->windows, object, offset, out, sizeof out);
    return give_number(call, 0);
}

static ssize_t read_all(int descriptor, char *to, size_t count)
{
    size_t have = 0;
    for (ssize_t got; have < count; have += (size_t)got)
        if ((got = read(descriptor, to + have, count - have)) <= 0)
            break;
    return (ssize_t)have;
}

/* The bytes of a file, or where a link leads. */
static ssize_t read_below(const char *host, const char *relative, char *to, size_t count)
{
    struct stat status;
    int descriptor = open_below(host, relative, *relative ? O_PATH | O_NOFOLLOW : O_PATH);
    if (descriptor < 0)
        return -1;
    ssize_t got = -1;
    if (fstat(descriptor, &status))
        status.st_mode = 0;
    if (S_ISLNK(status.st_mode)) {
        got = readlinkat(descriptor, "", to, count);
    } else if (S_ISREG(status.st_mode)) {
        int readable = open_below(host, relative, O_RDONLY);
        if (readable >= 0) {
            got = read_all(readable, to, count);
            close(readable);
        }
    }
    close(descriptor);
    return got;
}

/* long __ramify_mount_read(long index, const char *relative, void *to, long count) */
static enum call_outcome mount_read(struct call *call)
{
    struct run *run = call->run;
    const char *host;
    char *relative;
    uint64_t count, offset;
    uint32_t object;
    if (!call_decide(call, 3, &count))
        return call_interrupted(call);
    if (!count || count > READ_LIMIT)
        return give_number(call, count ? -EIO : 0);
    if (!access_object(run, call->state, call->arguments[2], count, true, &object, &offset) ||
        !mounted(call, &host, &relative))
        return call_interrupted(call);
    char *bytes = mem_alloc(count);
    ssize_t got = host ? read_below(host, relative, bytes, count) : -1;
    if (got > 0)
        space_write_bytes(&call->state->space, &run->windows, object, offset, bytes, (uint64_t)got);
    mem_free(bytes);
    mem_free(relative);
    return give_number(call, got < 0 ? -EACCES : (long)got);
}

typedef VECTOR(char *) name_list;

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void list_below(const char *host, const char *relative, name_list *names)
{
    int descriptor = open_below(host, relative, O_RDONLY | O_DIRECTORY);
    DIR *directory = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!directory) {
        if (descriptor >= 0)
            close(descriptor);
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            vector_push(names, mem_string(entry->d_name));
    closedir(directory);
    if (names->count)
        qsort(names->data, names->count, sizeof *names->data, compare_names);
}

/* long __ramify_mount_list(long index, const char *relative, char *names, long size):
 * the names in a directory, sorted, each with its zero, as far as they fit;
 * returns how many bytes all of them need */
static enum call_outcome mount_list(struct call *call)
{
    struct run *run = call->run;
    const char *host;
    char *relative;
    uint64_t size, offset = 0;
    uint32_t object = 0;
    if (!call_decide(call, 3, &size) ||
        (size && !access_object(run, call->state, call->arguments[2], size, true, &object, &offset)) ||
        !mounted(call, &host, &relative))
        return call_interrupted(call);
    name_list names = {0};
    struct text text = {0};
    if (host)
        list_below(host, relative, &names);
    for (size_t i = 0; i < names.count; i++) {
        for (const char *letter = names.data[i]; *letter; letter++)
            text_add_char(&text, *letter);
        text_add_char(&text, 0);
        mem_free(names.data[i]);
    }
    uint64_t fits = text.length < size ? text.length : size;
    if (fits)
        space_write_bytes(&call->state->space, &run->windows, object, offset, text_string(&text), fits);
    long needed = (long)text.length;
    text_release(&text);
    vector_release(&names);
    mem_free(relative);
    return give_number(call, needed);
}

const struct builtin builtins_system[] = {
    {"__ramify_setting", "lpl", setting},
    {"__ramify_decide", "ll", decide},
    {"__ramify_group", "vl", group},
    {"__ramify_fail", "vpp", fail},
    {"__ramify_partial", "vpp", partial},
    {"__ramify_unmapped", "il", unmapped},
    {"__ramify_string_limit", "lp", string_limit},
    {"__ramify_mount", "llpl", mount},
    {"__ramify_template", "lp", find_template},
    {"__ramify_mount_stat", "llpp", mount_stat},
    {"__ramify_mount_read", "llppl", mount_read},
    {"__ramify_mount_list", "llppl", mount_list},
    {NULL, NULL, NULL},
};
