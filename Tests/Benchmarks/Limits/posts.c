// The baseline for posts: plain SQLite with the service's own schema.
//
//   posts seed DB FAMILIES SCHOOLS  add families and schools to an empty database
//   posts insert EMPTY FULL BATCH   copy the posts of FULL to EMPTY, BATCH rows per durable
//                                   transaction; prints posts per second
//   posts add EMPTY FULL BATCH      copy the posts of FULL, which were added one by one, to EMPTY,
//                                   BATCH posts per durable transaction, and with each post what
//                                   has to be as durable as it: its change in the feed, its row in
//                                   the command log, and the totals of its day, its 8 days, its 64
//                                   days and of all time, which are read and written once for each
//                                   post, with the bytes that they have in FULL; prints posts per
//                                   second
//   posts list DB FAMILY ROUNDS     step the statements of a list of 50 posts of a family with
//                                   three filters, in a read transaction; prints the median in
//                                   nanoseconds, the rows and how many posts match
//   posts pending DB - -            print how many rows note posts to be indexed for searches
//
// Family n has row id n and an id of n (upper half) and 1 (lower half); its school m has an id of n
// and m + 16.
#define PROGRAM "posts"
#include "steps.h"

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

#define POSTS                                                                                      \
    {.select = "SELECT * FROM posts ORDER BY no",                                                  \
     .insert = "INSERT INTO posts VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",             \
     .columns = 21}

static void insert(const char *empty, const char *full, long batch) {
    struct table posts = POSTS;
    if (sqlite3_open_v2(full, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(full);
    load(&posts);
    if (posts.rows == 0) fail("no posts");
    sqlite3_close(db);
    open_durable(empty);
    sqlite3_stmt *post = prepare(posts.insert);
    uint64_t began = now_ns();
    for (long r = 0; r < posts.rows; r += batch) {
        run("BEGIN IMMEDIATE");
        for (long i = r; i < r + batch && i < posts.rows; i++) insert_row(post, &posts, i);
        run("COMMIT");
    }
    print_rate(posts.rows, began);
}

// What a post has one row of, and the totals.
enum { ONE_POST, ONE_CHANGE, ONE_ANSWER, TOTALS, TABLES };
static struct table tables[TABLES] = {
    POSTS,
    CHANGES,
    COMMAND_LOG,
    {.select = "SELECT key, is_split, parts, sums, kinds FROM rollups ORDER BY key",
     .insert =
         "INSERT INTO rollups VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (key) DO UPDATE"
         " SET is_split = excluded.is_split, parts = excluded.parts, sums = excluded.sums,"
         " kinds = excluded.kinds",
     .columns = 5},
};
enum { PERIODS = 4, DAY_MS = 86400000 };
// The columns of a post.
enum { FAMILY_NO = 1, POSTED_AT = 3 };

// Finds the totals of a period that count a post; see RollupPeriod for the periods and their keys.
static long totals_of(long post, int period) {
    static const int days[PERIODS] = {1, 8, 64};
    sqlite3_value **values = row_of(&tables[ONE_POST], post);
    int64_t day = sqlite3_value_int64(values[POSTED_AT]) / DAY_MS;
    int64_t index = days[period] ? day / days[period] : 0;
    int64_t key = (sqlite3_value_int64(values[FAMILY_NO]) << 2 | period) << 22 | index;
    long low = 0, high = tables[TOTALS].rows - 1;
    while (low < high) {
        long middle = (low + high) / 2;
        if (sqlite3_value_int64(row_of(&tables[TOTALS], middle)[0]) < key) low = middle + 1;
        else high = middle;
    }
    if (sqlite3_value_int64(row_of(&tables[TOTALS], low)[0]) != key) fail("a post without totals");
    return low;
}

// Reads the totals of a period, if they are there by now.
static void read_totals(sqlite3_stmt *s, sqlite3_value *key) {
    sqlite3_bind_value(s, 1, key);
    if (sqlite3_step(s) == SQLITE_ROW) {
        sum += (uint64_t)sqlite3_column_int(s, 0);
        for (int c = 1; c < 4; c++) {
            if (sqlite3_column_blob(s, c)) sum += (uint64_t)sqlite3_column_bytes(s, c);
        }
    }
    sqlite3_reset(s);
}

// Loads what was stored with the posts. Returns the rows of the four totals of each post.
static long *load_added(const char *full) {
    if (sqlite3_open_v2(full, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(full);
    for (int t = 0; t < TABLES; t++) load(&tables[t]);
    long posts = tables[ONE_POST].rows;
    if (posts == 0 || tables[TOTALS].rows == 0) fail("no posts");
    if (tables[ONE_CHANGE].rows != posts || tables[ONE_ANSWER].rows != posts)
        fail("a post without its change and answer");
    sqlite3_stmt *quarters = prepare("SELECT 1 FROM quarter_rollups");
    if (sqlite3_step(quarters) != SQLITE_DONE) fail("a day with totals of quarters of an hour");
    sqlite3_finalize(quarters);
    long *places = calloc((size_t)(posts * PERIODS), sizeof *places);
    for (long i = 0; i < posts * PERIODS; i++) places[i] = totals_of(i / PERIODS, i % PERIODS);
    sqlite3_close(db);
    return places;
}

static void add(const char *empty, const char *full, long batch) {
    long *places = load_added(full);
    long posts = tables[ONE_POST].rows;
    open_durable(empty);
    sqlite3_stmt *inserts[TABLES];
    for (int t = 0; t < TABLES; t++) inserts[t] = prepare(tables[t].insert);
    sqlite3_stmt *known =
        prepare("SELECT is_split, parts, sums, kinds FROM rollups WHERE key = ?1");
    uint64_t began = now_ns();
    for (long r = 0; r < posts; r += batch) {
        run("BEGIN IMMEDIATE");
        for (long i = r; i < r + batch && i < posts; i++) {
            for (int t = 0; t < TOTALS; t++) insert_row(inserts[t], &tables[t], i);
            for (int period = 0; period < PERIODS; period++) {
                long place = places[i * PERIODS + period];
                read_totals(known, row_of(&tables[TOTALS], place)[0]);
                insert_row(inserts[TOTALS], &tables[TOTALS], place);
            }
        }
        run("COMMIT");
    }
    print_rate(posts, began);
}

// PostSelection.conditions.
#define CONDITIONS                                                                                 \
    " AND (?5 IS NULL"                                                                             \
    "  OR (CASE p.platform WHEN 0 THEN 'twitter' ELSE 'instagram' END) IN (?5, ?6))"               \
    " AND (?7 IS NULL OR p.school = ("                                                             \
    "  SELECT number FROM family_schools WHERE family_no = ?1 AND school_id = ?7))"                \
    " AND (?8 IS NULL OR p.recruiting = ?8)"                                                       \
    " AND (?9 IS NULL OR (CASE p.sentiment WHEN 0 THEN 'very_positive' WHEN 1 THEN 'positive'"     \
    "  WHEN 2 THEN 'neutral' WHEN 3 THEN 'negative' END) IN (?9, ?10, ?11, ?12))"

static void list(long family, long rounds) {
    // PostRepository.listSQL, KindTotals.statements, Family.findSQL and ListPosts.schoolNameSQL.
    enum { ROWS, KINDS, FAMILY, SCHOOL, STATEMENTS };
    sqlite3_stmt *all[STATEMENTS] = {
        prepare(
            "SELECT p.id, p.posted_at, p.platform, p.recruiting, p.sentiment, s.school_id, s.name,"
            " c.coach_id, p.engagement, p.created_at, p.created_by, p.url, p.author_handle,"
            " p.author_name, p.content, c.name FROM posts AS p INDEXED BY posts_by_time"
            " LEFT JOIN family_schools AS s ON s.family_no = p.family_no AND s.number = p.school"
            " LEFT JOIN family_coaches AS c ON c.no = p.coach AND c.family_no = p.family_no"
            " WHERE p.family_no = ?1 AND p.posted_at BETWEEN ?2 AND ?3"
            " AND p.deleted_at IS NULL" CONDITIONS
            " ORDER BY p.posted_at DESC, p.id LIMIT ?4"),
        prepare("SELECT kinds FROM rollups WHERE key >= ?1 AND key < ?2"),
        prepare("SELECT no, version FROM families WHERE family_unit_id = ?1"),
        prepare("SELECT name FROM family_schools WHERE family_no = ?1 AND school_id = ?2"),
    };
    sqlite3_stmt *count = prepare(
        "SELECT count(*) FROM posts AS p WHERE p.family_no = ?1 AND p.posted_at BETWEEN ?2 AND ?3"
        " AND ?4 IS NOT 0 AND p.deleted_at IS NULL" CONDITIONS);
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *s = i ? count : all[ROWS];
        sqlite3_bind_int64(s, 1, family);
        sqlite3_bind_int64(s, 2, INT64_MIN);
        sqlite3_bind_int64(s, 3, INT64_MAX);
        sqlite3_bind_int64(s, 4, 50);
        sqlite3_bind_text(s, 5, "twitter", -1, SQLITE_STATIC);
        bind_id(s, 7, (uint64_t)family, 17);
        sqlite3_bind_text(s, 9, "very_positive", -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 10, "positive", -1, SQLITE_STATIC);
    }
    int64_t all_time = (family << 2 | (PERIODS - 1)) << 22;
    sqlite3_bind_int64(all[KINDS], 1, all_time);
    sqlite3_bind_int64(all[KINDS], 2, all_time + 1);
    bind_id(all[FAMILY], 1, (uint64_t)family, 1);
    sqlite3_bind_int64(all[SCHOOL], 1, family);
    bind_id(all[SCHOOL], 2, (uint64_t)family, 17);
    if (sqlite3_step(count) != SQLITE_ROW) fail("count");
    long long matches = sqlite3_column_int64(count, 0);
    sqlite3_finalize(count);
    long rows = 0;
    uint64_t median = median_of(all, STATEMENTS, rounds, &rows);
    printf("%llu %ld %lld %llu\n", (unsigned long long)median, rows, matches,
           (unsigned long long)(sum & 1));
}

static void pending(void) {
    sqlite3_stmt *s = prepare(
        "SELECT (SELECT count(*) FROM search_ranges) + (SELECT count(*) FROM search_stale)");
    if (sqlite3_step(s) != SQLITE_ROW) fail("count");
    printf("%lld\n", (long long)sqlite3_column_int64(s, 0));
    sqlite3_finalize(s);
}

int main(int argc, char **argv) {
    const char *mode = argc == 5 ? argv[1] : "";
    if (strcmp(mode, "insert") == 0) {
        insert(argv[2], argv[3], atol(argv[4]));
        return 0;
    }
    if (strcmp(mode, "add") == 0) {
        add(argv[2], argv[3], atol(argv[4]));
        return 0;
    }
    int seeds = strcmp(mode, "seed") == 0, lists = strcmp(mode, "list") == 0;
    if (!seeds && !lists && strcmp(mode, "pending") != 0) {
        fprintf(stderr, "usage: posts seed|insert|add|list|pending …\n");
        return 2;
    }
    int flags = seeds ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(argv[2], &db, flags, NULL) != SQLITE_OK) fail(argv[2]);
    if (seeds) seed(atol(argv[3]), atol(argv[4]));
    else if (lists) list(atol(argv[3]), atol(argv[4]));
    else pending();
    return 0;
}
