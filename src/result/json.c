#include "result/json.h"

#include "base/utf8.h"
#include "base/visible.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- out ---- */

static void add_string(struct text *text, const char *string)
{
    text_add_char(text, '"');
    while (*string) {
        size_t length = utf8_length(string);
        if (!length)
            text_add_string(text, "\\ufffd");
        else if (*string == '"' || *string == '\\')
            text_add(text, "\\%c", *string);
        else if (*string == '\n')
            text_add_string(text, "\\n");
        else if (length < 4 && visible_not(utf8_code(string, length)))
            text_add(text, "\\u%04x", utf8_code(string, length));
        else
            text_add_bytes(text, string, length);
        string += length ? length : 1;
    }
    text_add_char(text, '"');
}

static void indent(struct json *json) { text_add(&json->text, "\n%*s", (int)json->depth * 2, ""); }

static void before(struct json *json, const char *key)
{
    if (json->filled)
        text_add_char(&json->text, ',');
    if (json->depth)
        indent(json);
    if (key) {
        add_string(&json->text, key);
        text_add_string(&json->text, ": ");
    }
    json->filled = true;
}

void json_begin(struct json *json, const char *key, char bracket)
{
    before(json, key);
    text_add_char(&json->text, bracket);
    json->depth++;
    json->filled = false;
}

void json_end(struct json *json, char bracket)
{
    json->depth--;
    if (json->filled)
        indent(json);
    text_add_char(&json->text, bracket);
    json->filled = true;
    if (!json->depth)
        text_add_char(&json->text, '\n');
}

void json_string(struct json *json, const char *key, const char *value)
{
    before(json, key);
    if (value)
        add_string(&json->text, value);
    else
        text_add_string(&json->text, "null");
}

void json_number(struct json *json, const char *key, uint64_t value)
{
    before(json, key);
    text_add(&json->text, "%" PRIu64, value);
}

void json_seconds(struct json *json, const char *key, double value)
{
    before(json, key);
    text_add(&json->text, "%.6f", value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    before(json, key);
    text_add_string(&json->text, value ? "true" : "false");
}

void json_release(struct json *json) { text_release(&json->text); }

/* ---- in ---- */

enum { DEEPEST = 64 };

struct parser {
    struct arena *arena;
    const char *next, *end;
    unsigned depth;
};

static const struct json_value *parse_value(struct parser *, const char *key);

static void skip_space(struct parser *parser)
{
    while (parser->next < parser->end && *parser->next && strchr(" \t\r\n", *parser->next))
        parser->next++;
}

static bool accept(struct parser *parser, const char *word)
{
    skip_space(parser);
    size_t length = strlen(word);
    if ((size_t)(parser->end - parser->next) < length || memcmp(parser->next, word, length))
        return false;
    parser->next += length;
    return true;
}

static bool parse_hex(struct parser *parser, unsigned *code)
{
    *code = 0;
    if (parser->end - parser->next < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef";
        char c = *parser->next++;
        const char *digit = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (!digit)
            return false;
        *code = *code << 4 | (unsigned)(digit - digits);
    }
    return true;
}

static void add_code(struct text *text, unsigned code)
{
    if (code < 0x80)
        text_add_char(text, (char)code);
    else if (code < 0x800)
        text_add(text, "%c%c", (char)(0xc0 | code >> 6), (char)(0x80 | (code & 63)));
    else
        text_add(text, "%c%c%c", (char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 63)),
                 (char)(0x80 | (code & 63)));
}

static bool parse_escape(struct parser *parser, struct text *text)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (parser->next == parser->end)
        return false;
    char c = *parser->next++;
    unsigned code;
    if (c == 'u') {
        if (!parse_hex(parser, &code))
            return false;
        add_code(text, code);
        return true;
    }
    const char *found = c ? strchr(from, c) : NULL;
    if (found)
        text_add_char(text, to[found - from]);
    return found;
}

static const char *parse_string(struct parser *parser)
{
    struct text text = {0};
    const char *result = NULL;
    while (parser->next < parser->end) {
        char c = *parser->next++;
        if (c == '"') {
            result = arena_string(parser->arena, text_string(&text));
            break;
        }
        if (c == '\\' ? !parse_escape(parser, &text) : (unsigned char)c < 0x20)
            break;
        if (c != '\\')
            text_add_char(&text, c);
    }
    text_release(&text);
    return result;
}

static bool parse_members(struct parser *parser, struct json_value *value)
{
    const char *close = value->type == JSON_OBJECT ? "}" : "]";
    struct json_value **last = &value->first;
    if (++parser->depth > DEEPEST)
        return false;
    if (accept(parser, close))
        return parser->depth--;
    do {
        const char *key = NULL;
        if (value->type == JSON_OBJECT)
            if (!accept(parser, "\"") || !(key = parse_string(parser)) || !accept(parser, ":"))
                return false;
        if (!(*last = (struct json_value *)parse_value(parser, key)))
            return false;
        last = &(*last)->next;
    } while (accept(parser, ","));
    parser->depth--;
    return accept(parser, close);
}

static bool parse_number(struct parser *parser, struct json_value *value)
{
    char *end;
    if (parser->next == parser->end || !strchr("-0123456789", *parser->next) || !*parser->next)
        return false;
    value->type = JSON_NUMBER;
    value->number = strtod(parser->next, &end);
    if (end == parser->next || end > parser->end)
        return false;
    parser->next = end;
    return true;
}

static const struct json_value *parse_value(struct parser *parser, const char *key)
{
    struct json_value *value = arena_zero(parser->arena, sizeof *value);
    value->key = key;
    if (accept(parser, "{") || accept(parser, "[")) {
        value->type = parser->next[-1] == '{' ? JSON_OBJECT : JSON_ARRAY;
        return parse_members(parser, value) ? value : NULL;
    }
    if (accept(parser, "\"")) {
        value->type = JSON_STRING;
        return (value->string = parse_string(parser)) ? value : NULL;
    }
    if (accept(parser, "true") || accept(parser, "false")) {
        value->type = JSON_BOOL;
        value->number = parser->next[-2] == 'u';
        return value;
    }
    if (accept(parser, "null"))
        return value;
    return parse_number(parser, value) ? value : NULL;
}

const struct json_value *json_parse(struct arena *arena, const char *text, size_t length)
{
    struct parser parser = {arena, text, text + length, 0};
    const struct json_value *value = parse_value(&parser, NULL);
    skip_space(&parser);
    return parser.next == parser.end ? value : NULL;
}

const struct json_value *json_member(const struct json_value *object, const char *key)
{
    if (!object || object->type != JSON_OBJECT)
        return NULL;
    for (const struct json_value *member = object->first; member; member = member->next)
        if (!strcmp(member->key, key))
            return member;
    return NULL;
}

const char *json_string_of(const struct json_value *object, const char *key)
{
    const struct json_value *member = json_member(object, key);
    return member && member->type == JSON_STRING ? member->string : "";
}

double json_number_of(const struct json_value *object, const char *key)
{
    const struct json_value *member = json_member(object, key);
    return member && member->type == JSON_NUMBER ? member->number : 0;
}
