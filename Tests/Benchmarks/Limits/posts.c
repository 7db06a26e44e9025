// The baseline for posts: plain SQLite with the service's own schema.
//
//   posts seed DB FAMILIES SCHOOLS  add families and schools to an empty database
//   posts insert EMPTY FULL BATCH   copy the posts of FULL to EMPTY, BATCH rows per durable
//                                   transaction; prints posts per second
//
// Family n has row id n and an id of n (upper half) and 1 (lower half); its school m has an id of n
// and m + 16.
#define PROGRAM "posts"
#include "sqlite.h"

static void bind_id(sqlite3_stmt *s, int at, uint64_t high, uint64_t low) {
    unsigned char id[16];
    make_id(id, high, low);
    sqlite3_bind_blob(s, at, id, 16, SQLITE_TRANSIENT);
}

static void seed(long families, long schools) {
    run("BEGIN");
    sqlite3_stmt *family = prepare("INSERT INTO families VALUES (?1, ?2, 0)");
    sqlite3_stmt *school = prepare("INSERT INTO family_schools VALUES (?1, ?2, ?3, ?4)");
    char name[64];
    for (long f = 1; f <= families; f++) {
        sqlite3_bind_int64(family, 1, f);
        bind_id(family, 2, (uint64_t)f, 1);
        finish(family);
        for (long n = 1; n <= schools; n++) {
            snprintf(name, sizeof name, "State University %ld", n);
            sqlite3_bind_int64(school, 1, f);
            sqlite3_bind_int64(school, 2, n);
            bind_id(school, 3, (uint64_t)f, (uint64_t)(n + 16));
            sqlite3_bind_text(school, 4, name, -1, SQLITE_TRANSIENT);
            finish(school);
        }
    }
    run("COMMIT");
}

static void insert(const char *empty, const char *full, long batch) {
    if (sqlite3_open_v2(full, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(full);
    sqlite3_stmt *all = prepare("SELECT * FROM posts ORDER BY no");
    int columns = sqlite3_column_count(all);
    size_t count = 0, room = 0;
    sqlite3_value **values = NULL;
    while (sqlite3_step(all) == SQLITE_ROW) {
        for (int c = 0; c < columns; c++) {
            if (count == room) {
                room = room ? 2 * room : 65536;
                values = realloc(values, room * sizeof *values);
            }
            values[count++] = sqlite3_value_dup(sqlite3_column_value(all, c));
        }
    }
    sqlite3_finalize(all);
    sqlite3_close(db);
    if (count == 0 || sqlite3_open(empty, &db) != SQLITE_OK) fail(empty);
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    // The service's own limit of the WAL while it is busy (64 MiB).
    run("PRAGMA wal_autocheckpoint = 16384");
    char sql[256] = "INSERT INTO posts VALUES (?";
    for (int c = 1; c < columns; c++) strcat(sql, ",?");
    sqlite3_stmt *post = prepare(strcat(sql, ")"));
    long rows = (long)count / columns;
    uint64_t began = now_ns();
    for (long r = 0; r < rows; r += batch) {
        run("BEGIN IMMEDIATE");
        for (long i = r; i < r + batch && i < rows; i++) {
            for (int c = 0; c < columns; c++)
                sqlite3_bind_value(post, c + 1, values[i * columns + c]);
            finish(post);
        }
        run("COMMIT");
    }
    printf("%.0f\n", (double)rows / ((double)(now_ns() - began) / 1e9));
}

int main(int argc, char **argv) {
    if (argc != 5) { fprintf(stderr, "usage: posts seed|insert …\n"); return 2; }
    if (strcmp(argv[1], "insert") == 0) {
        insert(argv[2], argv[3], atol(argv[4]));
        return 0;
    }
    if (sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) fail(argv[2]);
    seed(atol(argv[3]), atol(argv[4]));
    return 0;
}
