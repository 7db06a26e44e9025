#include <malloc.h>
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

/// Makes the wal-index (the -shm file) hold this many regions (32 KiB each), on the disk too, the
/// way SQLite itself does it when the log grows.
static inline int csqlite_extend_wal_index(sqlite3 *db, int regions) {
    sqlite3_file *file = 0;
    void volatile *region = 0;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || regions < 1) return code;
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap)
        return SQLITE_OK;
    return file->pMethods->xShmMap(file, regions - 1, 32768, 1, &region);
}

// Glibc's module for Swift leaves fallocate(2) out, and <malloc.h>.

/// Allocates bytes of a file behind an offset; the file keeps its length (FALLOC_FL_KEEP_SIZE).
static inline long csqlite_allocate(int descriptor, long offset, long bytes) {
    return syscall(SYS_fallocate, descriptor, 1, offset, bytes);
}

/// mallopt(3) M_TRIM_THRESHOLD: how much freed memory stays at the end of an arena, in bytes.
static inline int csqlite_keep_freed_memory(int bytes) {
    return mallopt(M_TRIM_THRESHOLD, bytes);
}
