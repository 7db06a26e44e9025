// What the modes of rows.c and posts.c have in common: bound ids, and statements that are stepped
// and timed.
#include "sqlite.h"

static void bind_id(sqlite3_stmt *s, int at, uint64_t high, uint64_t low) {
    unsigned char id[16];
    make_id(id, high, low);
    sqlite3_bind_blob(s, at, id, 16, SQLITE_TRANSIENT);
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t sum;

// Steps a bound statement and reads every column of its rows. Returns the number of rows.
static long step_all(sqlite3_stmt *s) {
    int columns = sqlite3_column_count(s);
    long rows = 0;
    while (sqlite3_step(s) == SQLITE_ROW) {
        rows++;
        for (int c = 0; c < columns; c++) {
            switch (sqlite3_column_type(s, c)) {
            case SQLITE_INTEGER: sum += (uint64_t)sqlite3_column_int64(s, c); break;
            case SQLITE_TEXT: sum += *sqlite3_column_text(s, c); break;
            case SQLITE_BLOB: sum += *(unsigned char *)sqlite3_column_blob(s, c); break;
            }
        }
    }
    sqlite3_reset(s);
    return rows;
}

// A process that never waits has its memory in the processor's caches and the processor at its
// fastest, which no service has.
static const struct timespec rest = {.tv_nsec = 300000};

// Steps bound statements, the same in each read transaction. Returns the median in nanoseconds, and
// the rows of the first.
static uint64_t median_of(sqlite3_stmt *const *all, int count, long rounds, long *rows) {
    sqlite3_stmt *begin = prepare("BEGIN"), *commit = prepare("COMMIT");
    uint64_t *times = calloc((size_t)rounds, sizeof *times);
    for (long round = 0; round < rounds; round++) {
        nanosleep(&rest, NULL);
        uint64_t began = now_ns();
        step_all(begin);
        *rows = step_all(all[0]);
        for (int s = 1; s < count; s++) step_all(all[s]);
        step_all(commit);
        times[round] = now_ns() - began;
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);
    return times[rounds / 2];
}
