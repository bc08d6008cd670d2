#include "base/tool.h"

#include "base/keeper.h"
#include "base/text.h"
#include "base/visible.h"

#include <unistd.h>

static _Noreturn void become(char *const *command, FILE *output, FILE *said)
{
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
    fflush(NULL);
    pid_t child = keeper_fork();
    if (!child)
        become(command, output, said ? said : kept);
    int status = child > 0 ? keeper_wait(child) : 127 << 8;
    if (kept) {
        show(kept);
        fclose(kept);
    }
    return status;
}
