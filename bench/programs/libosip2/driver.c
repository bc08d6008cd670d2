/* Parses standard input, a string, as what the first argument says; then makes a
 * string of it again. */
#include "input.h"

#include <osipparser2/osip_md5.h>
#include <osipparser2/osip_parser.h>
#include <stdio.h>
#include <sys/time.h>

#include <osipparser2/sdp_message.h>

/* All headers have the same four functions. */
#define HEADERS(X)                                                                                                    \
    X(uri) X(via) X(to) X(from) X(contact) X(route) X(record_route) X(call_id) X(cseq) X(call_info) X(content_type)   \
    X(content_length) X(content_disposition) X(accept_encoding) X(authorization) X(authentication_info)               \
    X(www_authenticate)

#define PARSE(name)                                                                                                   \
    static int parse_##name(const char *text)                                                                         \
    {                                                                                                                 \
        osip_##name##_t *header;                                                                                      \
        char *again = NULL;                                                                                           \
        if (osip_##name##_init(&header))                                                                              \
            return 1;                                                                                                 \
        int result = osip_##name##_parse(header, text);                                                               \
        if (!result)                                                                                                  \
            result = osip_##name##_to_str(header, &again);                                                            \
        osip_free(again);                                                                                             \
        osip_##name##_free(header);                                                                                   \
        return result;                                                                                                \
    }
HEADERS(PARSE)

static int parse_message(const char *text)
{
    osip_message_t *message;
    char *again = NULL;
    size_t length;
    if (osip_message_init(&message))
        return 1;
    int result = osip_message_parse(message, text, strlen(text));
    if (!result)
        result = osip_message_to_str(message, &again, &length);
    osip_free(again);
    osip_message_free(message);
    return result;
}

static int parse_sdp(const char *text)
{
    sdp_message_t *message;
    char *again = NULL;
    if (sdp_message_init(&message))
        return 1;
    int result = sdp_message_parse(message, text);
    if (!result)
        result = sdp_message_to_str(message, &again);
    osip_free(again);
    sdp_message_free(message);
    return result;
}

static const struct {
    const char *name;
    int (*parse)(const char *);
} parsers[] = {
    {"message", parse_message},
    {"sdp", parse_sdp},
#define ROW(name) {#name, parse_##name},
    HEADERS(ROW)
};

int main(int count, char **arguments)
{
    size_t size;
    char *input = (char *)input_read(&size, 1);
    if (count < 2 || parser_init())
        return 2;
    for (size_t i = 0; i < sizeof parsers / sizeof *parsers; i++)
        if (!strcmp(parsers[i].name, arguments[1])) {
            printf("%d\n", parsers[i].parse(input));
            free(input);
            return 0;
        }
    return 2;
}
