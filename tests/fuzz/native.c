/* Runs a program on all its inputs and says for each how it ended.
 *
 *     native PROGRAM.so INPUTS RESULTS SECONDS
 *
 * INPUTS is binary: the number of bytes of an input, the number of inputs (32 bits each), the inputs. RESULTS
 * gets a record for each (struct result). One process runs input after input; what only the address sanitizer
 * sees ends the process, and another goes on behind that input. What the program leaves on the heap is lost,
 * its variables are put back. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <sanitizer/asan_interface.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

/* The same numbers as in native.py. */
enum ending { NOT_RUN, EXITED, ASSUMED, ASSERTED, ABORTED, TRAPPED, SANITIZED, FAULTED, SLOW };

struct result {
    uint32_t ending;
    int32_t code;     /* exit code; line of an assertion; kind of the check that trapped */
    uint64_t place;   /* offset in PROGRAM.so, where it is not known otherwise */
    uint64_t output;  /* what finish() was told */
    uint64_t address; /* that was accessed */
    char what[32];    /* in the sanitizer's words */
};

struct shared {
    uint32_t next; /* the input that is being run */
    struct result results[];
};

void klee_make_symbolic(void *, size_t, const char *);

/* of the program, see native.h */
static int (*program_main)(void);
static char *const *sections;
static char *program_base;

const char *__asan_default_options(void)
{
    return "detect_leaks=0:detect_stack_use_after_return=1:handle_sigill=0:handle_segv=0:handle_sigbus=0:"
           "handle_sigfpe=0:log_path=/dev/null:symbolize=0:"
           "quarantine_size_mb=16:malloc_context_size=0:allocator_may_return_null=1:strict_string_checks=0";
}

static struct shared *shared;
static struct result *result; /* of this input */
static const uint8_t *input;
static uint32_t input_bytes, count;
static sigjmp_buf ended;
static char *kept_data, *kept_bss;

static size_t data_size(void) { return (size_t)(sections[3] - sections[2]); }
static size_t bss_size(void) { return (size_t)(sections[5] - sections[4]); }

__attribute__((no_sanitize("address"))) static void copy(char *to, const char *from, size_t size)
{
    for (volatile size_t i = 0; i < size; i++)
        to[i] = from[i];
}

static _Noreturn void end(enum ending ending, int code)
{
    result->ending = ending;
    result->code = code;
    siglongjmp(ended, 1);
}

/* ---- what the program calls ---- */

_Noreturn void native_exit(int code) { end(EXITED, code & 255); }

_Noreturn void native_abort(void)
{
    result->place = (uint64_t)__builtin_return_address(0) - 1 - (uint64_t)program_base;
    end(ABORTED, 0);
}

_Noreturn void __assert_fail(const char *, const char *, unsigned, const char *);
_Noreturn void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    (void)text, (void)file, (void)function;
    end(ASSERTED, (int)line);
}

void klee_make_symbolic(void *object, size_t size, const char *name)
{
    (void)name;
    memcpy(object, input, size < input_bytes ? size : input_bytes);
}

void klee_assume(uintptr_t condition);
void klee_assume(uintptr_t condition)
{
    if (!condition)
        end(ASSUMED, 0);
}

void finish(uint64_t output);
void finish(uint64_t output) { result->output = output; }

/* ---- errors ---- */

static int of_program(uint64_t address)
{
    return address >= (uint64_t)sections[0] && address <= (uint64_t)sections[1];
}

static _Unwind_Reason_Code look(struct _Unwind_Context *frame, void *found)
{
    int before; /* is the address that of the instruction, not of the one behind it? */
    uint64_t pc = _Unwind_GetIPInfo(frame, &before);
    if (!of_program(pc))
        return _URC_NO_REASON;
    *(uint64_t *)found = before ? pc : pc - 1;
    return _URC_NORMAL_STOP;
}

/* The innermost place in the program's code. */
static uint64_t place_of_error(void)
{
    uint64_t place = 0;
    _Unwind_Backtrace(look, &place);
    return place ? place - (uint64_t)program_base : 0;
}

__attribute__((no_sanitize("address"))) void __asan_on_error(void)
{
    result->ending = SANITIZED;
    result->place = place_of_error();
    result->address = (uint64_t)__asan_get_report_address();
    strncpy(result->what, __asan_get_report_description(), sizeof result->what - 1);
    _exit(0);
}

/* ---- accesses: with its own reports the address sanitizer would end the process ---- */

enum { SHADOW_FREED = 0xfd, SHADOW_RETURNED = 0xf5 };

static _Noreturn void bad_access(const char *what, uint64_t address)
{
    result->place = place_of_error();
    result->address = address;
    strcpy(result->what, what);
    end(SANITIZED, 0);
}

__attribute__((no_sanitize("address"))) static void check(uint64_t address, uint64_t size)
{
    if (address < 65536 || address >> 47 || !size) /* the access itself will fault */
        return;
    uint64_t bad = (uint64_t)__asan_region_is_poisoned((void *)address, size);
    if (!bad)
        return;
    uint8_t shadow = *(const uint8_t *)((bad >> 3) + 0x7fff8000);
    bad_access(shadow == SHADOW_FREED      ? "heap-use-after-free"
               : shadow == SHADOW_RETURNED ? "stack-use-after-return"
                                           : "heap-buffer-overflow",
               bad);
}

#define ACCESS(size)                                                   \
    void native_load##size(uint64_t address);                          \
    void native_load##size(uint64_t address) { check(address, size); } \
    void native_store##size(uint64_t address);                         \
    void native_store##size(uint64_t address) { check(address, size); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void native_loadN(uint64_t address, uint64_t size);
void native_loadN(uint64_t address, uint64_t size) { check(address, size); }
void native_storeN(uint64_t address, uint64_t size);
void native_storeN(uint64_t address, uint64_t size) { check(address, size); }

void *native_memcpy(void *to, const void *from, size_t size);
void *native_memcpy(void *to, const void *from, size_t size)
{
    uint64_t distance = to < from ? (uint64_t)from - (uint64_t)to : (uint64_t)to - (uint64_t)from;
    if (distance && distance < size)
        bad_access("memcpy-param-overlap", (uint64_t)to);
    check((uint64_t)from, size);
    check((uint64_t)to, size);
    return memcpy(to, from, size);
}

void *native_memmove(void *to, const void *from, size_t size);
void *native_memmove(void *to, const void *from, size_t size)
{
    check((uint64_t)from, size);
    check((uint64_t)to, size);
    return memmove(to, from, size);
}

void *native_memset(void *to, int value, size_t size);
void *native_memset(void *to, int value, size_t size)
{
    check((uint64_t)to, size);
    return memset(to, value, size);
}

/* A check of the undefined behaviour sanitizer is an instruction ud1 whose operand is the check. */
static void on_trap(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info;
    const ucontext_t *at = context;
    const uint8_t *code = (const uint8_t *)at->uc_mcontext.gregs[REG_RIP];
    result->place = (uint64_t)code - (uint64_t)program_base;
    int prefix = code[0] == 0x67;
    end(TRAPPED, code[prefix] == 0x0f && code[prefix + 1] == 0xb9 ? code[prefix + 3] : -1);
}

__attribute__((no_sanitize("address"))) static void on_fault(int signal, siginfo_t *info, void *context)
{
    (void)context;
    result->place = place_of_error();
    result->address = (uint64_t)info->si_addr;
    end(FAULTED, signal);
}

/* Wherever it is, perhaps in malloc: there is no way back. */
static void on_alarm(int signal)
{
    (void)signal;
    result->ending = SLOW;
    _exit(0);
}

/* ---- inputs ---- */

static void run_input(uint32_t i, const uint8_t *inputs)
{
    result = &shared->results[i];
    input = inputs + (size_t)i * input_bytes;
    copy(sections[2], kept_data, data_size());
    copy(sections[4], kept_bss, bss_size());
    if (!sigsetjmp(ended, 1))
        end(EXITED, program_main() & 255);
}

static void run_inputs(const uint8_t *inputs, uint32_t seconds)
{
    struct sigaction trap = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO},
                     slow = {.sa_handler = on_alarm};
    struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &trap, NULL);
    sigaction(SIGSEGV, &fault, NULL);
    sigaction(SIGBUS, &fault, NULL);
    sigaction(SIGFPE, &fault, NULL);
    sigaction(SIGVTALRM, &slow, NULL);
    for (; shared->next < count; shared->next++) {
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {seconds, 0}}, NULL);
        run_input(shared->next, inputs);
    }
}

static void *map(const char *path, int flags, size_t size)
{
    int fd = open(path, flags, 0600);
    if (fd < 0 || (size && ftruncate(fd, (off_t)size)))
        return perror(path), exit(2), NULL;
    off_t all = lseek(fd, 0, SEEK_END);
    void *at = mmap(NULL, (size_t)all, PROT_READ | PROT_WRITE, size ? MAP_SHARED : MAP_PRIVATE, fd, 0);
    close(fd);
    return at;
}

static void load(const char *path)
{
    void *program = dlopen(path, RTLD_NOW);
    Dl_info info;
    if (!program || !(*(void **)&program_main = dlsym(program, "program_main")) ||
        !(sections = dlsym(program, "program_sections")) || !dladdr((const void *)sections, &info)) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    program_base = info.dli_fbase;
    copy(kept_data = malloc(data_size() + 1), sections[2], data_size());
    copy(kept_bss = malloc(bss_size() + 1), sections[4], bss_size());
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    load(argv[1]);
    const uint8_t *inputs = map(argv[2], O_RDONLY, 0);
    memcpy(&input_bytes, inputs, 4);
    memcpy(&count, inputs + 4, 4);
    inputs += 8;
    shared = map(argv[3], O_RDWR | O_CREAT | O_TRUNC, sizeof *shared + count * sizeof *result);
    for (; shared->next < count; shared->next++) {
        pid_t child = fork();
        if (!child) {
            run_inputs(inputs, (uint32_t)atoi(argv[4]));
            _exit(0);
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 2;
        if (shared->next < count && shared->results[shared->next].ending == NOT_RUN) {
            fprintf(stderr, "input %u: status %d\n", shared->next, status);
            return 3;
        }
    }
    return 0;
}
