/* JSON out and in. Out: call by call, indented, always well formed; strings
 * that are not UTF-8 get U+FFFD for what is wrong with them. In: for files we
 * wrote ourselves, but any file may be read. */
#ifndef RESULT_JSON_H
#define RESULT_JSON_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct json {
    struct text text;
    unsigned depth;
    bool filled; /* something stands before, at this depth: a comma is due */
};

/* key is NULL inside an array and for the outermost value. */
void json_begin(struct json *, const char *key, char bracket);       /* '{' or '[' */
void json_end(struct json *, char bracket);                          /* '}' or ']' */
void json_string(struct json *, const char *key, const char *value); /* NULL: null */
void json_number(struct json *, const char *key, uint64_t value);
void json_seconds(struct json *, const char *key, double value); /* microseconds are enough */
void json_bool(struct json *, const char *key, bool value);
void json_release(struct json *);

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_type type;
    const char *key;                 /* in an object */
    const char *string;              /* NUL-terminated; a NUL inside ends it early */
    double number;                   /* of a bool: 0 or 1 */
    struct json_value *first, *next; /* members of this one; the next in its parent */
};

/* NULL if it is not JSON or nested deeper than anybody needs. text[length]
 * must be a NUL. */
const struct json_value *json_parse(struct arena *, const char *text, size_t length);
/* NULL if there is none, or object is NULL or no object. */
const struct json_value *json_member(const struct json_value *object, const char *key);
/* "" and 0 if it is not there or of another type. */
const char *json_string_of(const struct json_value *object, const char *key);
double json_number_of(const struct json_value *object, const char *key);

#endif
