#include "command/shown.h"

#include "command/jobs.h"
#include "command/symbolic_input.h"

#include <stdio.h>

int shown_fill(shown_list *list, const struct options *options)
{
    struct text error = {0};
    int code = EXIT_DONE;
    for (size_t i = 0; code == EXIT_DONE && i < options->mount.count; i++) {
        char *host, *guest;
        bool good = mount_parse(options->mount.data[i], &host, &guest, &error);
        if (host)
            vector_push(list, (struct shown){host, guest});
        if (!good)
            code = complain(EXIT_USAGE, "%s", text_string(&error));
    }
    text_release(&error);
    return code;
}

void shown_release(shown_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        mem_free(list->data[i].host);
        mem_free(list->data[i].guest);
    }
    vector_release(list);
}

void shown_warn(const struct options *options)
{
    if (options->unconfined)
        fprintf(stderr,
                "ramify: warning: --unconfined: the program runs with all of your rights, without limits "
                "but that of time\n");
}
