/* execve: no other program ever runs, but the usual refusals are the kernel's.
 * The contents of a symbolic file are taken for no program. */
#include "system.h"

static int is_program(const struct node *node)
{
    const unsigned char *data = node->data;
    if (node->is_symbolic || node->size < 4)
        return 0;
    return (data[0] == 127 && data[1] == 'E' && data[2] == 'L' && data[3] == 'F') ||
           (data[0] == '#' && data[1] == '!');
}

long system_execveat(long at, long path, long arguments, long environment, long flags)
{
    struct place place;
    (void)arguments, (void)environment;
    long error = path_find(at, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : PATH_FOLLOW, &place);
    if (error)
        return error;
    struct node *node = place.node;
    place_release(&place);
    if (node->kind != KIND_FILE || !node_permits(node, 1))
        return -EACCES;
    if ((error = mount_load_data(node)))
        return error;
    if (is_program(node))
        __ramify_fail("unsupported",
                      "the system call execve of a program is not supported: one process, no network");
    return -ENOEXEC;
}

long system_execve(long path, long arguments, long environment)
{
    return system_execveat(AT_FDCWD, path, arguments, environment, 0);
}
