// What the baselines over plain SQLite have in common: one database, and calls that end the program
// when they fail. PROGRAM is its name.
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

static void run(const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) fail(sql);
    return s;
}

static void finish(sqlite3_stmt *s) {
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
