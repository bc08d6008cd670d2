/* The operating system that a program under test meets: Linux's system calls
 * on x86-64, in C that runs inside the engine. All its state is ordinary memory
 * of the program, so it forks with the path and may hold symbolic bytes.
 *
 * Nothing here uses the C library. Descriptors, counts and flags are decided
 * (one path for each value) before they are used; contents, names and the
 * fields of a symbolic file's stat stay symbolic. Calls return as the kernel
 * does: a result, or minus an error number. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <asm/errno.h>
#include <asm/stat.h>
#include <linux/fcntl.h>
#include <linux/stat.h>
#include <stddef.h>
#include <stdint.h>

#include <klee/klee.h>

enum {
    MAX_DESCRIPTORS = 256,
    MAX_SIGNALS = 64,
    NAME_BYTES = 255,
    PIPE_BYTES = 65536,
    PAGE_BYTES = 4096,
    USER = 1000, /* user and group of the program */
    FIRST_PROCESS = 1234
};

/* ---- the engine ---- */

long __ramify_write(int stream, const void *bytes, size_t count);
long __ramify_setting(const char *name, long otherwise);
unsigned long __ramify_decide(unsigned long value);
unsigned long __ramify_peek(unsigned long value);
void __ramify_partial(const char *why, const char *help);
void __ramify_group(unsigned long number);
_Noreturn void __ramify_fail(const char *kind, const char *message);
/* Something of this path is not explored; help may be NULL. */
void __ramify_partial(const char *why, const char *help);
/* Nothing in here can end the wait. */
_Noreturn void __ramify_wait(const char *what);
/* See runtime/runtime.h. */
long __ramify_environment(const char *name, long least, long most, long otherwise);
long __ramify_string_limit(const char *string);
/* Is nothing at all at the address? The call fails with EFAULT then. What the program has freed, or is too
 * short, it is told about at the access. */
int __ramify_unmapped(long address);
long __ramify_mount(long index, char *guest, long size);
long __ramify_template(const char *host);
long __ramify_mount_stat(long index, const char *relative, long out[3]);
long __ramify_mount_read(long index, const char *relative, void *to, long count);
long __ramify_mount_list(long index, const char *relative, char *names, long size);
_Noreturn void _exit(int status);
/* The program may have a malloc of its own, which asks us for memory. */
#define malloc __ramify_malloc
#define memalign __ramify_memalign
#define free __ramify_free
void *malloc(size_t);
void *memalign(size_t alignment, size_t);
void free(void *);
/* What the program finds when it starts, and may not free. */
void *__ramify_given(size_t);

/* ---- files ---- */

enum kind {
    KIND_FILE,
    KIND_DIRECTORY,
    KIND_LINK,
    KIND_PIPE,
    KIND_NULL,     /* /dev/null */
    KIND_ZERO,     /* /dev/zero */
    KIND_FULL,     /* /dev/full */
    KIND_RANDOM,   /* /dev/urandom: deterministic */
    KIND_TERMINAL, /* /dev/tty */
    KIND_OUTPUT    /* standard output and error */
};

/* A name in a directory; node NULL: removed, its place is kept for readers. */
struct entry {
    char *name;
    long length;
    struct node *node;
};

/* What a name leads to. */
struct node {
    enum kind kind;
    int stream;            /* KIND_OUTPUT: 1 or 2 */
    int is_symbolic;       /* its status is symbolic, but for the size */
    long links;            /* names */
    long opens;            /* open files, working directory */
    long readers, writers; /* of a pipe */
    struct stat *status;   /* links and size are kept above and below */
    unsigned char *data;   /* of a file, link or pipe */
    long size, capacity;   /* of the data */
    long start;            /* of a pipe: what was read */
    struct entry *entries;
    long entry_count, entry_capacity;
    struct node *parent; /* of a directory */
    long mount;          /* the host's: number of the mount, and the path below it */
    char *host;          /* NULL: not the host's */
    int names_missing;   /* names not yet taken from the host */
    int data_missing;    /* data not yet taken from the host */
};

/* An open file, which several descriptors may share. */
struct file {
    struct node *node;
    long offset;
    int flags; /* O_ACCMODE, O_APPEND, O_NONBLOCK … */
    int references;
};

struct mapping {
    unsigned char *start;
    long size;
    struct node *node; /* written back to, if shared */
    long offset;
    struct mapping *next;
};

struct kernel_sigaction {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/* Seconds and nanoseconds. */
struct moment {
    long seconds, rest;
};

struct system {
    int ready;
    struct file *files[MAX_DESCRIPTORS];
    unsigned char close_on_exec[MAX_DESCRIPTORS];
    struct node *root, *directory; /* working directory */
    struct node *input;            /* standard input */
    struct mapping *mappings;
    long heap, heap_end; /* brk */
    uint64_t next_node;
    long node_count;
    long written; /* bytes, by all calls */
    unsigned umask;
    uint64_t nanoseconds;        /* of the clock */
    struct moment date, running; /* the last that the program saw, where they are symbolic */
    unsigned said;               /* bit per enum environment: it is not symbolic, and that is counted */
    uint64_t random;
    unsigned user, group;
    int forks;            /* this is so many children below the first process */
    long process, parent; /* their numbers */
    int knows_process;    /* the program has asked for it */
    struct kernel_sigaction actions[MAX_SIGNALS + 1];
    uint64_t blocked, pending;
    int failures;   /* how many system calls may still fail */
    char **vectors; /* arguments and environment */
};
extern struct system __ramify_system;
#define SYSTEM (&__ramify_system)
#define PROCESS (SYSTEM->process) /* its number */

/* ---- nodes (nodes.c) ---- */

struct node *node_new(enum kind, unsigned mode);
void node_release(struct node *); /* frees it if nothing leads to it any more */
/* Room for so many bytes of data; zeros between the present end and there. */
long node_resize(struct node *, long size);
void node_touch(struct node *); /* its contents changed now */
long node_status(struct node *, struct stat *);
int node_permits(const struct node *, unsigned wanted); /* 4 read, 2 write, 1 search */

/* ---- directories (directories.c) ---- */

long directory_add(struct node *directory, const char *name, long length, struct node *);
void directory_remove(struct node *directory, long index);
int directory_is_empty(struct node *);
/* The entry that the component at p (it ends with a slash or zero) names, or -1. */
long directory_find(struct node *, const char *p, const char *end);
int component_is(const char *p, const char *end, const char *name, long length);

/* ---- the host's files (mounts.c) ---- */

void mounts_add(void);
void mount_load_names(struct node *);
void mount_load_name(struct node *, const char *name, long length);
long mount_load_data(struct node *);

/* ---- paths (paths.c) ---- */

enum { PATH_FOLLOW = 1, PATH_CREATE = 2 };

/* Where a path leads. buffer belongs to it: place_release. */
struct place {
    struct node *parent;
    struct node *node; /* NULL: not there (only with PATH_CREATE) */
    long entry;        /* in the parent; -1: the path ends in /, . or .. */
    const char *name;  /* of what is not there */
    long length;
    int slash; /* the path ends in a slash */
    char *buffer;
};
long path_find(long at, long path, int how, struct place *);
void place_release(struct place *);

/* ---- descriptors (descriptors.c) ---- */

/* The open file, or NULL. *descriptor is decided. */
struct file *file_of(long *descriptor);
long file_open(struct node *, int flags, long least);
void file_close(struct file *);

/* ---- starting (start.c, symbolic.c, faults.c) ---- */

void system_begin(void);
void system_boot(void); /* the files every system has */
int same(const char *left, const char *right);
long text_length(const char *);
struct node *node_named(struct node *directory, const char *name, struct node *);
void make_symbolic_file(struct node *, const char *name, long size);
void make_symbolic_output(struct node *); /* standard output, which is still shown */
/* The bytes of a template of the host, NULL if it has none. */
unsigned char *template_read(const char *host, long *size);

/* Make each '?' among the bytes symbolic; the input `name` is all of them. */
void template_make_symbolic(unsigned char *data, long size, const char *name);

/* Contents from a template of the host. */
void make_template_file(struct node *, const char *name, const char *host);

/* The first count calls that an input says fail do. */
void faults_allow(int count);
/* The error of the system call with this number, which is about to be made; 0: it is made. */
int fault(long number);

/* ---- what differs from run to run (environment.c) ---- */

enum environment {
    ENVIRONMENT_TIME,
    ENVIRONMENT_CLOCK,
    ENVIRONMENT_PROCESS,
    ENVIRONMENT_PARENT,
    ENVIRONMENT_RANDOM,
    ENVIRONMENT_NAME
};

/* Is it an input of this name? If not, that is counted the first time on a path. */
int environment_is_symbolic(enum environment, const char *name);
long environment_number(enum environment, const char *name, long least, long most, long otherwise);
/* So many bytes, if they are symbolic. */
int environment_bytes(enum environment, const char *name, unsigned char *to, long count);

/* ---- time (clock.c), signals (signals.c) ---- */

uint64_t clock_now(void); /* nanoseconds; later at each call */
void clock_pass(uint64_t nanoseconds);
void signal_raise(int signal);
/* Nobody can wake this path up. */
void count_written(long count);
void fill_random(unsigned char *to, long count); /* the same in each run */

/* ---- the calls ---- */

#define PARAMETERS_0 void
#define PARAMETERS_1 long
#define PARAMETERS_2 long, long
#define PARAMETERS_3 long, long, long
#define PARAMETERS_4 long, long, long, long
#define PARAMETERS_5 long, long, long, long, long
#define PARAMETERS_6 long, long, long, long, long, long
#define CALL(name, count) long system_##name(PARAMETERS_##count);
#define NOTHING(name)
#define REFUSED(name)
#include "calls.def"

long __ramify_syscall(long number, long a, long b, long c, long d, long e, long f);

/* Symbolic arguments and files as the words after the program's name say: they
 * are taken out, symbolic ones put in. The new vectors are one block as the
 * kernel makes it: arguments, environment, auxiliary vector. */
void __ramify_system_start(int *argument_count, char ***arguments, char ***environment);

#endif
