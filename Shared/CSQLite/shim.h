#include <malloc.h>
#include <sqlite3.h>

// Swift cannot call variadic C functions: one inline function per argument list in use.

/// sqlite3_config() with one int argument.
static inline int csqlite_config_int(int op, int value) { return sqlite3_config(op, value); }

/// sqlite3_db_config() for the switches that take an int and report the state they reached.
static inline int csqlite_db_config_switch(sqlite3 *db, int op, int value, int *reached) {
    return sqlite3_db_config(db, op, value, reached);
}

// Swift cannot import a cast of -1 to a function pointer (SQLITE_TRANSIENT): SQLite copies.

/// sqlite3_bind_text64() with a copy of the octets.
static inline int csqlite_bind_text_copy(
    sqlite3_stmt *statement, int index, const char *octets, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, octets, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// sqlite3_bind_blob64() with a copy of the octets.
static inline int csqlite_bind_blob_copy(
    sqlite3_stmt *statement, int index, const void *octets, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, octets, count, SQLITE_TRANSIENT);
}

// Glibc's module for Swift leaves <malloc.h> out.

/// mallopt(3) M_TRIM_THRESHOLD: how much freed memory stays at the end of an arena, in octets.
static inline int csqlite_keep_freed_memory(int octets) {
    return mallopt(M_TRIM_THRESHOLD, octets);
}
