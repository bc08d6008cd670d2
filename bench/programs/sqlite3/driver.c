/* A table with as many triggers as the first argument says, then the SQL on
 * standard input; what one statement gets wrong does not stop the next. */
#include "input.h"

#include "sqlite3.h"

#include <stdio.h>

int main(int count, char **arguments)
{
    size_t size;
    char *input = (char *)input_read(&size, 1), text[128];
    sqlite3 *database;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK ||
        sqlite3_exec(database, "CREATE TABLE data(a, b)", NULL, NULL, NULL) != SQLITE_OK)
        return 1;
    int triggers = count > 1 ? atoi(arguments[1]) : 12;
    for (int i = 0; i < triggers; i++) {
        sqlite3_snprintf(sizeof text, text, "CREATE TRIGGER t%c AFTER INSERT ON data BEGIN DELETE FROM data; END", 'a' + i);
        if (sqlite3_exec(database, text, NULL, NULL, NULL) != SQLITE_OK)
            return 1;
    }
    const char *rest = input;
    int good = 0, bad = 0;
    while (rest && *rest) {
        sqlite3_stmt *statement = NULL;
        const char *next = NULL;
        if (sqlite3_prepare_v2(database, rest, -1, &statement, &next) == SQLITE_OK && sqlite3_step(statement) == SQLITE_DONE)
            good++;
        else
            bad++;
        sqlite3_finalize(statement);
        rest = next && next > rest ? next : NULL;
    }
    printf("%d good, %d bad\n", good, bad);
    sqlite3_close(database);
    free(input);
    return 0;
}
