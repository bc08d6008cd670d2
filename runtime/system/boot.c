/* The files every path starts with: / with dev, etc, proc, tmp and the working
 * directory, what the user mounted, and the three standard descriptors. */
#include "system.h"

/* of the file systems of /tmp and /proc, as /proc/self/mountinfo has them */
enum { TEMPORARY = 22, PROCESSES = 23 };

/* Users and groups; a test is replayed with the same (src/result/confine.c). */
static const char users[] = "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/home:/bin/sh\n";
static const char groups[] = "root:x:0:\nuser:x:1000:\n";
static const char mounts[] = "/dev/root / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\nproc /proc proc rw 0 0\n";
static const char mounts_more[] = "1 0 8:1 / / rw - ext4 /dev/root rw\n"
                                  "2 1 0:22 / /tmp rw - tmpfs tmpfs rw\n"
                                  "3 1 0:23 / /proc rw - proc proc rw\n";

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

static struct node *directory_named(struct node *directory, const char *name, unsigned mode)
{
    return node_named(directory, name, node_new(KIND_DIRECTORY, mode));
}

static void standard_files(void)
{
    struct node *devices = directory_named(SYSTEM->root, "dev", 0755);
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
}

/* A file or a link that holds the text. */
static void text_named(struct node *directory, const char *name, struct node *node, const char *text)
{
    long length = text_length(text);
    node_resize(node, length + 1);
    __builtin_memcpy(node->data, text, (size_t)length + 1);
    node->size = length;
    node_named(directory, name, node);
}

static void usual_files(void)
{
    directory_named(SYSTEM->root, "tmp", 01777)->status->st_dev = TEMPORARY;
    struct node *settings = directory_named(SYSTEM->root, "etc", 0755);
    text_named(settings, "passwd", node_new(KIND_FILE, 0644), users);
    text_named(settings, "group", node_new(KIND_FILE, 0644), groups);
    text_named(settings, "mtab", node_new(KIND_LINK, 0777), "/proc/self/mounts");
    struct node *processes = directory_named(SYSTEM->root, "proc", 0555);
    processes->status->st_dev = PROCESSES;
    text_named(processes, "mounts", node_new(KIND_LINK, 0777), "self/mounts");
    text_named(processes, "uptime", node_new(KIND_FILE, 0444), "1000.00 2000.00\n");
    struct node *self = directory_named(processes, "self", 0555);
    text_named(self, "mounts", node_new(KIND_FILE, 0444), mounts);
    text_named(self, "mountinfo", node_new(KIND_FILE, 0444), mounts_more);
}

void system_begin(void)
{
    struct system *system = SYSTEM;
    if (system->ready)
        return;
    system->ready = 1;
    system->node_count = -(1 << 20); /* what is there from the beginning does not count */
    system->nanoseconds = 1700000000ull * 1000000000ull;
    system->process = FIRST_PROCESS;
    system->parent = 1;
    system->random = 42;
    system->umask = 022;
    system->user = system->group = USER;
    system->root = node_new(KIND_DIRECTORY, 0755);
    system->root->parent = system->root;
    system->root->links = 1;
    standard_files();
    usual_files();
    system->directory = directory_named(system->root, "home", 0755);
    system->directory->opens++;
    mounts_add();
    system->node_count = 0; /* the program has made none yet */
}
