/* The events of the document on standard input. */
#include "input.h"

#include <stdio.h>
#include <yaml.h>

int main(void)
{
    size_t size;
    unsigned char *input = input_read(&size, 0);
    yaml_parser_t parser;
    yaml_event_t event;
    if (!yaml_parser_initialize(&parser))
        return 1;
    yaml_parser_set_input_string(&parser, input, size);
    int events = 0;
    for (int end = 0; !end; events++) {
        if (!yaml_parser_parse(&parser, &event)) {
            printf("error %d after %d events\n", (int)parser.error, events);
            break;
        }
        end = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    free(input);
    return 0;
}
