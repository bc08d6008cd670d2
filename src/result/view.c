/* The old root stays below the new one while that is made, so that every name
 * is resolved among what the program will see: a link in a shown directory leads
 * to nothing of the machine's. Each mount is made read-only before anything is
 * made in it. */
#include "result/view.h"

#include "base/bug.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OLD "/.machine"
#define QUIET (MS_NOSUID | MS_NODEV)

/* Memory is what all that holds; a tenth of it is enough for any test. */
#define ROOM "size=256m,nr_inodes=16384"
enum { LARGEST_COPY = 128 << 20 };

/* The machine's software, and what its loader looks for. */
static const char *const software[] = {"/usr",   "/bin",    "/sbin",      "/lib",      "/lib32",
                                       "/lib64", "/libx32", "/nix/store", "/gnu/store"};

/* Settings that say where libraries are, what time and which language it is. */
static const char *const settings[] = {
    "/etc/ld.so.cache",   "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld-musl-x86_64.path",
    "/etc/alternatives",  "/etc/localtime",  "/etc/timezone",     "/etc/locale.alias",
    "/etc/nsswitch.conf", "/etc/services",   "/etc/protocols",    "/etc/terminfo"};

static const char *const devices[] = {"null", "zero", "full", "random", "urandom", "tty"};

/* Users and groups that there are inside the engine (runtime/system/boot.c). */
static const char users[] = "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/home:/bin/sh\n";
static const char groups[] = "root:x:0:\nuser:x:1000:\n";

/* ---- what is named ---- */

void view_show(struct view *view, char *host, char *guest)
{
    vector_push(&view->shown, (struct shown){host, guest});
}

void view_drop(struct view *view)
{
    struct shown last = vector_pop(&view->shown);
    mem_free(last.host);
    mem_free(last.guest);
}

void view_release(struct view *view)
{
    while (view->shown.count)
        view_drop(view);
    vector_release(&view->shown);
}

bool view_has(const char *path)
{
    for (size_t i = 0; i < ARRAY_COUNT(software); i++) {
        size_t length = strlen(software[i]);
        if (!strncmp(path, software[i], length) && (path[length] == '/' || !path[length]))
            return true;
    }
    return false;
}

/* ---- pieces ---- */

static bool is_there(const char *path)
{
    struct stat status;
    return !lstat(path, &status);
}

static bool make_directory(const char *path, mode_t mode) { return !mkdir(path, mode) || errno == EEXIST; }

/* The directories above; path is changed and changed back. */
static bool make_parents(char *path)
{
    bool made = true;
    for (char *slash = strchr(path + 1, '/'); made && slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        made = make_directory(path, 0755);
        *slash = '/';
    }
    return made;
}

static bool make_file(const char *path, const char *contents)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    size_t count = strlen(contents);
    bool good = file >= 0 && write(file, contents, count) == (ssize_t)count;
    if (file >= 0)
        close(file);
    return good;
}

static bool change(const char *path, unsigned flags, uint64_t set, uint64_t clear)
{
    struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
    return !mount_setattr(AT_FDCWD, path, flags, &attributes, sizeof attributes);
}

/* With what is mounted in it: nobody without rights may uncover what that hides. */
static bool bind(const char *host, const char *guest)
{
    return !mount(host, guest, NULL, MS_BIND | MS_REC, NULL) &&
           change(guest, AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0);
}

/* A directory that may be written, for the user alone. */
static bool own(const char *path, mode_t mode, unsigned user)
{
    return make_directory(path, mode) && !mount(path, path, NULL, MS_BIND, NULL) && !chmod(path, mode) &&
           !chown(path, user, user);
}

/* ---- files of the machine ---- */

static bool copy_bytes(int from, int to)
{
    char bytes[65536];
    ssize_t got;
    for (size_t total = 0; (got = read(from, bytes, sizeof bytes)) > 0; total += (size_t)got)
        if (total > LARGEST_COPY || write(to, bytes, (size_t)got) != got)
            return errno = EFBIG, false;
    return !got;
}

/* What only its owner may read is copied: the program runs as somebody else. */
static bool copy(const char *host, const char *guest, const struct stat *status, unsigned user)
{
    int from = open(host, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int to = from < 0
                 ? -1
                 : open(guest, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, status->st_mode & 0777);
    bool good = to >= 0 && copy_bytes(from, to) && !fchown(to, user, user);
    int reason = errno;
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    errno = reason;
    return good;
}

static bool is_for_all(const struct stat *status)
{
    return status->st_mode & S_IROTH && (!(status->st_mode & S_IXUSR) || status->st_mode & S_IXOTH);
}

static bool show(const struct shown *shown, unsigned user)
{
    struct stat status;
    char *host = text_format(OLD "%s", shown->host);
    bool good = !stat(host, &status) && make_parents(shown->guest);
    if (good && S_ISDIR(status.st_mode)) {
        good = make_directory(shown->guest, 0755) && bind(host, shown->guest);
    } else if (good && !S_ISREG(status.st_mode)) {
        errno = EINVAL; /* a device or a socket is more than what can be read */
        good = false;
    } else if (good && !is_for_all(&status) && !is_there(shown->guest)) {
        good = copy(host, shown->guest, &status, user);
    } else if (good) {
        good = (is_there(shown->guest) || make_file(shown->guest, "")) && bind(host, shown->guest);
    }
    mem_free(host);
    return good;
}

/* Where the machine has a link, there is the same link. Not every machine has all of it. */
static bool show_known(const char *path)
{
    char link[4096], guest[256];
    struct stat status;
    char *host = text_format(OLD "%s", path);
    bool good = true;
    ssize_t length = readlink(host, link, sizeof link - 1);
    snprintf(guest, sizeof guest, "%s", path);
    if (length > 0) {
        link[length] = 0;
        good = make_parents(guest) && !symlink(link, path);
    } else if (!stat(host, &status)) {
        good = make_parents(guest) &&
               (S_ISDIR(status.st_mode) ? make_directory(path, 0755) : make_file(path, "")) &&
               bind(host, path);
    }
    mem_free(host);
    return good;
}

static bool show_all_known(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!show_known(paths[i]))
            return false;
    return true;
}

static bool make_devices(void)
{
    static const char *const links[][2] = {{"/dev/fd", "/proc/self/fd"},
                                           {"/dev/stdin", "/proc/self/fd/0"},
                                           {"/dev/stdout", "/proc/self/fd/1"},
                                           {"/dev/stderr", "/proc/self/fd/2"}};
    for (size_t i = 0; i < ARRAY_COUNT(devices); i++) {
        char host[64], guest[64];
        snprintf(host, sizeof host, OLD "/dev/%s", devices[i]);
        snprintf(guest, sizeof guest, "/dev/%s", devices[i]);
        if (!is_there(host))
            continue;
        if (!make_file(guest, "") || mount(host, guest, NULL, MS_BIND, NULL) ||
            !change(guest, 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0))
            return false;
    }
    for (size_t i = 0; i < ARRAY_COUNT(links); i++)
        if (symlink(links[i][1], links[i][0]))
            return false;
    return true;
}

/* Its own processes and nothing else of what /proc has. Where parts of the machine's own are hidden (in a
 * container), the kernel refuses to show another: then there is none. */
static bool make_processes(void)
{
    return !mount("proc", "/proc", "proc", QUIET | MS_NOEXEC | MS_RDONLY, "subset=pid") || errno == EPERM;
}

/* ---- the way in ---- */

/* In a root that is no mount (after chroot) there is nothing to exchange it with. */
static bool change_root(void)
{
    if (syscall(SYS_pivot_root, ".", "." OLD) &&
        (errno != EINVAL || mount("/", "." OLD, NULL, MS_BIND | MS_REC, NULL) || chroot(".")))
        return false;
    return !chdir("/");
}

static bool make_root(const struct view *view)
{
    char *root = text_format("%s/root", view->directory);
    bool good = !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) && make_directory(root, 0700) &&
                !mount("tmpfs", root, "tmpfs", QUIET, ROOM ",mode=755") && !chdir(root) &&
                !mkdir("." OLD, 0700) && change_root();
    mem_free(root);
    return good;
}

static bool make_directories(void)
{
    static const char *const names[] = {"/dev", "/etc", "/proc", "/tmp"};
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (mkdir(names[i], 0755))
            return false;
    return true;
}

static bool make_settings(void)
{
    return make_file("/etc/passwd", users) && make_file("/etc/group", groups) &&
           !symlink("/proc/self/mounts", "/etc/mtab") && show_all_known(settings, ARRAY_COUNT(settings));
}

static bool make_writable(const struct view *view, unsigned user)
{
    return !mount("tmpfs", "/tmp", "tmpfs", QUIET, ROOM ",mode=1777") && own(view->home, 0755, user) &&
           (!view->counts || own(view->counts, 0700, user));
}

static bool show_named(const struct view *view, unsigned user)
{
    for (size_t i = 0; i < view->shown.count; i++)
        if (!show(&view->shown.data[i], user))
            return false;
    return true;
}

const char *view_enter(const struct view *view, unsigned user)
{
    umask(0);
    if (!make_root(view))
        return "a root of its own";
    if (!make_directories() || !make_settings() || !show_all_known(software, ARRAY_COUNT(software)))
        return "a view of the machine";
    if (!make_devices())
        return "devices";
    if (!make_processes())
        return "/proc";
    if (!make_writable(view, user))
        return "directories of its own";
    if (!show_named(view, user))
        return "the files that it needs";
    if (umount2(OLD, MNT_DETACH) || rmdir(OLD) ||
        !change("/", 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0))
        return "leaving the machine's files";
    umask(022);
    return NULL;
}
