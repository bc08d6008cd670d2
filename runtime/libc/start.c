/* From the engine to main: what crt1.o, __libc_start_main.c and __init_tls.c
 * do elsewhere. Thread-local variables are plain globals in the engine, so
 * only the library's own thread descriptor is set up. Constructors have run
 * when we get here: what they use is initialised statically. */
#include "libc.h"
#include "pthread_impl.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

struct __pthread __ramify_thread = {
    .self = &__ramify_thread,
    .prev = &__ramify_thread,
    .next = &__ramify_thread,
    .tid = 1,
    .detach_state = DT_JOINABLE,
    .robust_list.head = &__ramify_thread.robust_list.head,
    .locale = &__libc.global_locale,
};

volatile int __thread_list_lock;

static size_t auxiliary[] = {AT_PAGESZ, 4096, AT_CLKTCK, 100,  AT_UID,    1000, AT_EUID, 1000,
                             AT_GID,    1000, AT_EGID,   1000, AT_SECURE, 0,    AT_NULL, 0};

/* The program's entry, whatever its name. */
int __ramify_main(int, char **, char **);

/* Who answers the system calls may want a look at the arguments first. */
weak void __ramify_system_start(int *count, char ***arguments, char ***environment);

_Noreturn void __ramify_start(int count, char **arguments, char **environment)
{
    libc.auxv = auxiliary;
    libc.page_size = 4096;
    if (__ramify_system_start)
        __ramify_system_start(&count, &arguments, &environment);
    __environ = environment;
    char *name = count > 0 ? arguments[0] : "";
    char *slash = strrchr(name, '/');
    __progname_full = name;
    __progname = slash ? slash + 1 : name;
    exit(__ramify_main(count, arguments, environment));
}

int __set_thread_area(void *p) { return 0; }
int __init_tp(void *p) { return -1; }
void *__copy_tls(unsigned char *memory) { return memory; }
void __reset_tls(void) {}
