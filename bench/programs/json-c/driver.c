/* An object with as many keys of one character as the first argument says, then
 * the keys on standard input: the first half is added, the other looked up. The
 * hash is the simple one unless there is a second argument. */
#include "input.h"

#include "json.h"
#include "linkhash.h"

#include <stdio.h>

int main(int count, char **arguments)
{
    size_t size;
    unsigned char *input = input_read(&size, 0);
    if (count < 3)
        json_global_set_string_hash(JSON_C_STR_HASH_PERLLIKE);
    struct json_object *object = json_object_new_object();
    int keys = count > 1 ? atoi(arguments[1]) : 8;
    for (int i = 0; i < keys; i++) {
        char key[2] = {(char)('a' + i), 0};
        json_object_object_add(object, key, json_object_new_int(i));
    }
    int found = 0;
    for (size_t i = 0; i < size; i++) {
        char key[2] = {(char)input[i], 0};
        struct json_object *value;
        if (i < size / 2)
            json_object_object_add(object, key, json_object_new_int(100 + (int)i));
        else if (json_object_object_get_ex(object, key, &value))
            found += json_object_get_int(value);
    }
    printf("%d of %d\n", found, json_object_object_length(object));
    json_object_put(object);
    free(input);
    return 0;
}
