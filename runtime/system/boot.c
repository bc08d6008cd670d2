/* The files every path starts with: / with dev, tmp and the working directory,
 * what the user mounted, and the three standard descriptors. */
#include "system.h"

int same(const char *left, const char *right)
{
    while (*left && *left == *right)
        left++, right++;
    return *left == *right;
}

long text_length(const char *text)
{
    long length = 0;
    while (text[length])
        length++;
    return length;
}

struct node *node_named(struct node *directory, const char *name, struct node *node)
{
    directory_add(directory, name, text_length(name), node);
    return node;
}

static void standard_files(void)
{
    struct node *devices = node_named(SYSTEM->root, "dev", node_new(KIND_DIRECTORY, 0755));
    static const struct {
        const char *name;
        enum kind kind;
    } kinds[] = {{"null", KIND_NULL},     {"zero", KIND_ZERO},      {"full", KIND_FULL},
                 {"random", KIND_RANDOM}, {"urandom", KIND_RANDOM}, {"tty", KIND_TERMINAL}};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        node_named(devices, kinds[i].name, node_new(kinds[i].kind, 0666));
    SYSTEM->input = node_named(devices, "stdin", node_new(KIND_FILE, 0600));
    file_open(SYSTEM->input, O_RDONLY, 0);
    for (int stream = 1; stream <= 2; stream++) {
        struct node *node =
            node_named(devices, stream == 1 ? "stdout" : "stderr", node_new(KIND_OUTPUT, 0600));
        node->stream = stream;
        file_open(node, O_WRONLY, 0);
    }
    node_named(SYSTEM->root, "tmp", node_new(KIND_DIRECTORY, 01777));
}

void system_begin(void)
{
    struct system *system = SYSTEM;
    if (system->ready)
        return;
    system->ready = 1;
    system->nanoseconds = 1700000000ull * 1000000000ull;
    system->random = 42;
    system->umask = 022;
    system->user = system->group = USER;
    system->root = node_new(KIND_DIRECTORY, 0755);
    system->root->parent = system->root;
    system->root->links = 1;
    standard_files();
    system->directory = node_named(system->root, "home", node_new(KIND_DIRECTORY, 0755));
    system->directory->opens++;
    mounts_add();
    system->node_count = 0; /* the program has made none yet */
}
