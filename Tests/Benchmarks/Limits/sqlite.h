// What the baselines over plain SQLite have in common: one database, calls that end the program
// when they fail, and rows that are copied from one database to another. PROGRAM is its name.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *db;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", PROGRAM, what, db ? sqlite3_errmsg(db) : "");
    exit(1);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline void run(const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) fail(sql);
    return s;
}

static inline void finish(sqlite3_stmt *s) {
    if (sqlite3_step(s) != SQLITE_DONE) fail("step");
    sqlite3_reset(s);
}

// The bytes of an id, most significant first.
static void make_id(unsigned char id[16], uint64_t high, uint64_t low) {
    for (int i = 0; i < 8; i++) {
        id[i] = (unsigned char)(high >> (56 - 8 * i));
        id[8 + i] = (unsigned char)(low >> (56 - 8 * i));
    }
}

// The rows that a statement reads, in its order, kept for another database.
struct table {
    const char *select, *insert;
    int columns;
    long rows;
    sqlite3_value **values;
};

// The tables of every service.
#define CHANGES                                                                                    \
    {.select = "SELECT * FROM changes ORDER BY seq",                                               \
     .insert = "INSERT INTO changes VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)", .columns = 14}
#define COMMAND_LOG                                                                                \
    {.select = "SELECT * FROM command_log ORDER BY id",                                            \
     .insert = "INSERT INTO command_log VALUES (?,?,?,?,?,?)", .columns = 6}

static inline void load(struct table *t) {
    sqlite3_stmt *s = prepare(t->select);
    if (sqlite3_column_count(s) != t->columns) fail("the schema has changed");
    size_t count = 0, room = 0;
    while (sqlite3_step(s) == SQLITE_ROW) {
        for (int c = 0; c < t->columns; c++) {
            if (count == room) {
                room = room ? 2 * room : 65536;
                t->values = realloc(t->values, room * sizeof *t->values);
            }
            t->values[count++] = sqlite3_value_dup(sqlite3_column_value(s, c));
        }
    }
    sqlite3_finalize(s);
    t->rows = (long)count / t->columns;
}

static inline sqlite3_value **row_of(const struct table *t, long row) {
    return &t->values[row * t->columns];
}

static inline void insert_row(sqlite3_stmt *insert, const struct table *t, long row) {
    for (int c = 0; c < t->columns; c++) sqlite3_bind_value(insert, c + 1, row_of(t, row)[c]);
    finish(insert);
}

// Opens a database to write it as durably as a service does.
static inline void open_durable(const char *path) {
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) fail(path);
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    // The service's own limit of the WAL while it is busy (64 MiB).
    run("PRAGMA wal_autocheckpoint = 16384");
}

// Prints how many rows were written per second since `began`.
static inline void print_rate(long rows, uint64_t began) {
    printf("%.0f\n", (double)rows / ((double)(now_ns() - began) / 1e9));
}
