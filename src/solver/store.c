/* One SQLite file with a write-ahead log: readers and writers of many runs do
 * not wait for each other, and a writer that is killed leaves nothing half
 * done. New answers are written many at a time, and the disk is not waited for:
 * if the power fails the file may be damaged, which is found out when it is
 * read. */
#include "solver/store.h"

#include "base/alloc.h"
#include "base/text.h"

#include <errno.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <time.h>

/* Of the file and of the keys: another number when forms, sorts or the meaning
 * of terms change, so that no old answer is taken for a new one. */
enum { STORE_VERSION = 2 };

/* Answers that wait to be written; milliseconds to wait for another writer. */
enum { WAITING_MAX = 4096, PATIENCE = 2000 };

struct waiting {
    struct hash128 key;
    enum verdict verdict;
    uint8_t *model;
    size_t count;
};

struct store {
    char *directory;
    uint64_t bytes_max;
    struct log *log;
    bool opened; /* tried at least */
    sqlite3 *file;
    sqlite3_stmt *find, *add, *touch;
    VECTOR(struct waiting) waiting;
    VECTOR(struct hash128) used; /* found in this run */
};

static void close_file(struct store *store)
{
    sqlite3_finalize(store->find);
    sqlite3_finalize(store->add);
    sqlite3_finalize(store->touch);
    sqlite3_close(store->file);
    store->find = store->add = store->touch = NULL;
    store->file = NULL;
}

static void give_up(struct store *store, const char *reason)
{
    if (store->log)
        log_warning(store->log, "the query cache in %s is not used: %s", store->directory, reason);
    close_file(store);
}

/* "Busy" is no reason to give up: the answer is asked for or written another time. */
static bool failed(struct store *store, int code)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE)
        return false;
    if (code != SQLITE_BUSY && code != SQLITE_LOCKED)
        give_up(store, sqlite3_errmsg(store->file));
    return true;
}

static bool run(struct store *store, const char *statement)
{
    return !failed(store, sqlite3_exec(store->file, statement, NULL, NULL, NULL)) && store->file;
}

static int number(struct store *store, const char *statement)
{
    sqlite3_stmt *query = NULL;
    int result = -1;
    if (!failed(store, sqlite3_prepare_v2(store->file, statement, -1, &query, NULL)) &&
        sqlite3_step(query) == SQLITE_ROW)
        result = sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    return result;
}

/* ---- opening ---- */

static bool make_directory(const char *path)
{
    char *all = mem_string(path);
    for (char *slash = strchr(all + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(all, 0777);
        *slash = '/';
    }
    bool made = !mkdir(all, 0777) || errno == EEXIST;
    mem_free(all);
    return made;
}

static bool make_table(struct store *store)
{
    char version[64];
    snprintf(version, sizeof version, "PRAGMA user_version = %d", STORE_VERSION);
    return run(store, "BEGIN IMMEDIATE") && run(store, "DROP TABLE IF EXISTS answers") &&
           run(store, "CREATE TABLE answers (key BLOB PRIMARY KEY, verdict INTEGER, model BLOB, "
                      "checksum INTEGER, used INTEGER) WITHOUT ROWID") &&
           run(store, version) && run(store, "COMMIT");
}

static bool prepare(struct store *store)
{
    return !failed(store, sqlite3_prepare_v2(store->file,
                                             "SELECT verdict, model, checksum FROM answers WHERE key = ?", -1,
                                             &store->find, NULL)) &&
           !failed(store,
                   sqlite3_prepare_v2(store->file, "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)",
                                      -1, &store->add, NULL)) &&
           !failed(store, sqlite3_prepare_v2(store->file, "UPDATE answers SET used = ? WHERE key = ?", -1,
                                             &store->touch, NULL));
}

static bool open_file(struct store *store)
{
    if (store->opened)
        return store->file;
    store->opened = true;
    if (!make_directory(store->directory)) {
        give_up(store, strerror(errno));
        return false;
    }
    char *path = text_format("%s/queries.sqlite", store->directory);
    int code = sqlite3_open_v2(path, &store->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    mem_free(path);
    if (code != SQLITE_OK) {
        give_up(store, store->file ? sqlite3_errmsg(store->file) : "no memory");
        return false;
    }
    sqlite3_busy_timeout(store->file, PATIENCE);
    if (!run(store, "PRAGMA journal_mode = WAL") || !run(store, "PRAGMA synchronous = OFF"))
        return false;
    int version = number(store, "PRAGMA user_version");
    if (version > STORE_VERSION) {
        give_up(store, "it was made by a newer version");
        return false;
    }
    if (store->file && version != STORE_VERSION && !make_table(store) && store->file)
        give_up(store, "another run is making it");
    if (store->file && !prepare(store) && store->file)
        give_up(store, "it is locked");
    return store->file;
}

struct store *store_new(const char *directory, uint64_t bytes, struct log *log)
{
    struct store *store = NEW(struct store);
    store->directory = mem_string(directory);
    store->bytes_max = bytes;
    store->log = log;
    return store;
}

/* ---- finding ---- */

static void key_bytes(struct hash128 key, uint8_t *bytes)
{
    memcpy(bytes, &key.low, 8);
    memcpy(bytes + 8, &key.high, 8);
}

/* Of everything in a row that an answer rests on. */
static int64_t checksum(struct hash128 key, int verdict, const uint8_t *model, size_t count)
{
    struct hash128 hash = {STORE_VERSION, (uint64_t)verdict};
    hash128_add_hash(&hash, key);
    hash128_add_bytes(&hash, model, count);
    return (int64_t)(hash.low ^ hash.high);
}

bool store_find(struct store *store, struct hash128 key, enum verdict *verdict, byte_vector *model)
{
    uint8_t bytes[16];
    if (!open_file(store))
        return false;
    key_bytes(key, bytes);
    sqlite3_bind_blob(store->find, 1, bytes, sizeof bytes, SQLITE_STATIC);
    int code = sqlite3_step(store->find);
    bool found = false;
    if (code == SQLITE_ROW) {
        int said = sqlite3_column_int(store->find, 0);
        const uint8_t *data = sqlite3_column_blob(store->find, 1);
        size_t count = data ? (size_t)sqlite3_column_bytes(store->find, 1) : 0;
        found = (said == VERDICT_YES || said == VERDICT_NO) &&
                sqlite3_column_int64(store->find, 2) == checksum(key, said, data, count);
        if (!found && store->log)
            log_warning(store->log, "an answer in the query cache %s is damaged; it is not used",
                        store->directory);
        *verdict = (enum verdict)said;
        vector_clear(model);
        vector_reserve(model, count);
        if (count)
            memcpy(model->data, data, count);
        model->count = count;
    }
    sqlite3_reset(store->find);
    failed(store, code);
    if (found)
        vector_push(&store->used, key);
    return found;
}

/* ---- writing ---- */

static void forget_waiting(struct store *store)
{
    for (size_t i = 0; i < store->waiting.count; i++)
        mem_free(store->waiting.data[i].model);
    vector_clear(&store->waiting);
    vector_clear(&store->used);
}

static bool write_answer(struct store *store, const struct waiting *answer, int64_t now)
{
    uint8_t bytes[16];
    key_bytes(answer->key, bytes);
    sqlite3_bind_blob(store->add, 1, bytes, sizeof bytes, SQLITE_STATIC);
    sqlite3_bind_int(store->add, 2, answer->verdict);
    sqlite3_bind_blob(store->add, 3, answer->model, (int)answer->count, SQLITE_STATIC);
    sqlite3_bind_int64(store->add, 4, checksum(answer->key, answer->verdict, answer->model, answer->count));
    sqlite3_bind_int64(store->add, 5, now);
    int code = sqlite3_step(store->add);
    sqlite3_reset(store->add);
    return !failed(store, code);
}

static bool touch(struct store *store, struct hash128 key, int64_t now)
{
    uint8_t bytes[16];
    key_bytes(key, bytes);
    sqlite3_bind_int64(store->touch, 1, now);
    sqlite3_bind_blob(store->touch, 2, bytes, sizeof bytes, SQLITE_STATIC);
    int code = sqlite3_step(store->touch);
    sqlite3_reset(store->touch);
    return !failed(store, code);
}

/* What cannot be written now is lost, which costs a later run some time. */
static void flush(struct store *store)
{
    int64_t now = (int64_t)time(NULL);
    bool well =
        (store->waiting.count || store->used.count) && open_file(store) && run(store, "BEGIN IMMEDIATE");
    for (size_t i = 0; well && i < store->waiting.count; i++)
        well = write_answer(store, &store->waiting.data[i], now);
    for (size_t i = 0; well && i < store->used.count; i++)
        well = touch(store, store->used.data[i], now);
    if (store->file && !sqlite3_get_autocommit(store->file))
        run(store, well ? "COMMIT" : "ROLLBACK");
    forget_waiting(store);
}

void store_add(struct store *store, struct hash128 key, enum verdict verdict, const uint8_t *model,
               size_t count)
{
    if (store->opened && !store->file)
        return;
    struct waiting answer = {key, verdict, mem_alloc(count ? count : 1), count};
    if (count)
        memcpy(answer.model, model, count);
    vector_push(&store->waiting, answer);
    if (store->waiting.count >= WAITING_MAX)
        flush(store);
}

/* The answers that were not used for the longest time go, until a half is left. */
static void trim(struct store *store)
{
    int64_t pages = number(store, "PRAGMA page_count"),
            size = store->file ? number(store, "PRAGMA page_size") : 0;
    if (!store->file || (uint64_t)(pages * size) <= store->bytes_max)
        return;
    run(store, "DELETE FROM answers WHERE key IN "
               "(SELECT key FROM answers ORDER BY used LIMIT (SELECT count(*) / 2 FROM answers))");
    if (store->file)
        run(store, "VACUUM");
}

void store_free(struct store *store)
{
    if (!store)
        return;
    flush(store);
    if (store->file)
        trim(store);
    close_file(store);
    forget_waiting(store);
    vector_release(&store->waiting);
    vector_release(&store->used);
    mem_free(store->directory);
    mem_free(store);
}
