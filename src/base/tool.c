#include "base/tool.h"

#include "base/text.h"
#include "base/visible.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void become(char *const *command, FILE *output, FILE *said)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (output)
        dup2(fileno(output), 1);
    if (said)
        dup2(fileno(said), 2);
    execvp(command[0], command);
    _exit(127);
}

static void show(FILE *said)
{
    struct text text = {0};
    char bytes[4096];
    size_t got;
    rewind(said);
    while ((got = fread(bytes, 1, sizeof bytes, said)))
        text_add_bytes(&text, bytes, got);
    visible_print(stderr, text_string(&text), text.length);
    text_release(&text);
}

int tool_run(char *const *command, FILE *output, FILE *said)
{
    FILE *kept = !said && isatty(2) ? tmpfile() : NULL;
    int status = 127 << 8;
    fflush(NULL);
    pid_t child = fork();
    if (!child)
        become(command, output, said ? said : kept);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (kept) {
        show(kept);
        fclose(kept);
    }
    return status;
}
