#include "result/sarif.h"

#include "result/place.h"
#include "result/summary.h"

#include <ctype.h>
#include <string.h>

static char *uri_of(const char *path)
{
    struct text text = {0};
    if (*path == '/')
        text_add_string(&text, "file://");
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
            text_add_char(&text, *path);
        else
            text_add(&text, "%%%02X", (unsigned char)*path);
    return text.data ? text.data : mem_string("");
}

static void add_text(struct json *json, const char *key, const char *text)
{
    json_begin(json, key, '{');
    json_string(json, "text", text);
    json_end(json, '}');
}

static void add_rules(struct json *json)
{
    json_begin(json, "rules", '[');
    for (unsigned kind = 0; kind < ERROR_KIND_COUNT; kind++) {
        json_begin(json, NULL, '{');
        json_string(json, "id", error_name(kind));
        add_text(json, "shortDescription", error_meaning(kind));
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void add_location(const struct run *run, const struct error *error, struct json *json)
{
    char *uri = uri_of(place_file(run->program, error->location));
    uint32_t line = place_line(run->program, error->location);
    json_begin(json, "locations", '[');
    json_begin(json, NULL, '{');
    if (*uri) {
        json_begin(json, "physicalLocation", '{');
        json_begin(json, "artifactLocation", '{');
        json_string(json, "uri", uri);
        json_end(json, '}');
        if (line) {
            json_begin(json, "region", '{');
            json_number(json, "startLine", line);
            json_end(json, '}');
        }
        json_end(json, '}');
    }
    if (error->function) {
        json_begin(json, "logicalLocations", '[');
        json_begin(json, NULL, '{');
        json_string(json, "name", error->function->name);
        json_string(json, "kind", "function");
        json_end(json, '}');
        json_end(json, ']');
    }
    json_end(json, '}');
    json_end(json, ']');
    mem_free(uri);
}

static void add_result(const struct run *run, const struct error *error, struct json *json)
{
    json_begin(json, NULL, '{');
    json_string(json, "ruleId", error_name(error->kind));
    json_number(json, "ruleIndex", error->kind);
    json_string(json, "level", "error");
    add_text(json, "message", error->message ? error->message : error_meaning(error->kind));
    add_location(run, error, json);
    if (error->test) {
        char *test = test_name(error->test);
        json_begin(json, "properties", '{');
        json_string(json, "test", test);
        json_end(json, '}');
        mem_free(test);
    }
    json_end(json, '}');
}

void sarif_write(const struct run *run, const char *version, struct json *json)
{
    json_begin(json, NULL, '{');
    json_string(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_string(json, "version", "2.1.0");
    json_begin(json, "runs", '[');
    json_begin(json, NULL, '{');
    json_begin(json, "tool", '{');
    json_begin(json, "driver", '{');
    json_string(json, "name", "Ramify");
    if (version)
        json_string(json, "version", version);
    add_rules(json);
    json_end(json, '}');
    json_end(json, '}');
    json_begin(json, "results", '[');
    for (size_t i = 0; i < run->error_count; i++)
        add_result(run, &run->errors[i], json);
    json_end(json, ']');
    json_end(json, '}');
    json_end(json, ']');
    json_end(json, '}');
}
