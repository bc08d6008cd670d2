/* As many integer keys as the first argument says are put into a hash table; the
 * integers on standard input are looked up in it. */
#include "input.h"

#include <apr_general.h>
#include <apr_hash.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    size_t size;
    unsigned char *input = input_read(&size, 0);
    apr_pool_t *pool;
    if (apr_initialize() != APR_SUCCESS || apr_pool_create(&pool, NULL) != APR_SUCCESS)
        return 1;
    apr_hash_t *table = apr_hash_make(pool);
    int keys = count > 1 ? atoi(arguments[1]) : 10;
    for (int i = 0; i < keys; i++) {
        int *key = malloc(sizeof *key), *value = malloc(sizeof *value);
        *key = 7 * i;
        *value = i;
        apr_hash_set(table, key, sizeof *key, value);
    }
    int found = 0;
    for (size_t at = 0; at + sizeof(int) <= size; at += sizeof(int)) {
        int key;
        memcpy(&key, input + at, sizeof key);
        int *value = apr_hash_get(table, &key, sizeof key);
        if (value)
            found += 1 + *value;
    }
    printf("%d of %u\n", found, apr_hash_count(table));
    apr_pool_destroy(pool);
    apr_terminate();
    free(input);
    return 0;
}
