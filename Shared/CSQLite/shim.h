#include <sqlite3.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift cannot call variadic C functions: one inline function per argument list in use.

/// sqlite3_config() with one int argument.
static inline int csqlite_config_int(int op, int value) { return sqlite3_config(op, value); }

/// sqlite3_db_config() for the switches that take an int and report the state they reached.
static inline int csqlite_db_config_switch(sqlite3 *db, int op, int value, int *reached) {
    return sqlite3_db_config(db, op, value, reached);
}

// Swift cannot import a cast of -1 to a function pointer (SQLITE_TRANSIENT): SQLite copies.

/// sqlite3_bind_text64() with a copy of the bytes.
static inline int csqlite_bind_text_copy(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// sqlite3_bind_blob64() with a copy of the bytes.
static inline int csqlite_bind_blob_copy(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Swift cannot call the methods of a sqlite3_file: they are pointers in a C structure.

/// Extends the wal-index (the -shm file) to this many regions of 32 KiB, on disk too, as SQLite
/// does when the log grows.
static inline int csqlite_extend_wal_index(sqlite3 *db, int regions) {
    sqlite3_file *file = 0;
    void volatile *region = 0;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || regions < 1) return code;
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap)
        return SQLITE_OK;
    return file->pMethods->xShmMap(file, regions - 1, 32768, 1, &region);
}

// Swift's Glibc module lacks fallocate(2).

/// Allocates bytes of a file from an offset without changing its length (FALLOC_FL_KEEP_SIZE).
static inline long csqlite_allocate(int descriptor, long offset, long bytes) {
    return syscall(SYS_fallocate, descriptor, 1, offset, bytes);
}

// The API of FTS5 consists of pointers in C structures, which it hands out through a statement
// (https://sqlite.org/fts5.html#extending_fts5).

/// The API of FTS5 on this connection; NULL if the library has none.
static inline fts5_api *csqlite_fts5_api(sqlite3 *db) {
    fts5_api *api = 0;
    sqlite3_stmt *statement = 0;
    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, 0) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", 0);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

/// Creates an instance of the tokenizer "unicode61 remove_diacritics 2".
static inline int csqlite_make_tokenizer(
    fts5_api *api, fts5_tokenizer *tokenizer, Fts5Tokenizer **instance) {
    const char *arguments[] = {"remove_diacritics", "2"};
    void *context = 0;
    int code = api->xFindTokenizer(api, "unicode61", &context, tokenizer);
    return code == SQLITE_OK ? tokenizer->xCreate(context, arguments, 2, instance) : code;
}

/// search_rank(TABLE, WEIGHT, ..., BEGINNINGS): how well a row matches, from 0 to the number of
/// terms. BEGINNINGS is a blob with a byte for each phrase, which is 0 for one that belongs to the
/// term of the phrase before it. Each term adds w / (w + 1), where w is the sum of the weights of
/// the columns in which its phrases stand, counted once for each place. Unlike bm25() it reads
/// nothing but the row's own matches.
static void csqlite_search_rank(
    const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *context, int count,
    sqlite3_value **arguments) {
    int columns = count - 1;
    if (columns < 0 || sqlite3_value_type(arguments[columns]) != SQLITE_BLOB) {
        sqlite3_result_error(context, "search_rank() lacks the beginnings of terms", -1);
        return;
    }
    const unsigned char *beginnings = sqlite3_value_blob(arguments[columns]);
    int known = sqlite3_value_bytes(arguments[columns]);
    double rank = 0, weight = 0;
    int phrases = api->xPhraseCount(row);
    for (int phrase = 0; phrase < phrases; phrase++) {
        Fts5PhraseIter place;
        int column = -1, offset = 0;
        if (phrase >= known || beginnings[phrase]) {
            rank += weight / (weight + 1);
            weight = 0;
        }
        int code = api->xPhraseFirst(row, phrase, &place, &column, &offset);
        if (code != SQLITE_OK) {
            sqlite3_result_error_code(context, code);
            return;
        }
        for (; column >= 0; api->xPhraseNext(row, &place, &column, &offset))
            if (column < columns) weight += sqlite3_value_double(arguments[column]);
    }
    sqlite3_result_double(context, rank + weight / (weight + 1));
}

/// Makes search_rank() known to statements of this connection.
static inline int csqlite_add_search_rank(fts5_api *api) {
    return api->xCreateFunction(api, "search_rank", 0, csqlite_search_rank, 0);
}
