// The baseline for reading and writing records: plain SQLite with the service's own schema.
//
//   rows seed DB FIRST FAMILIES ROWS
//                                   fill a database with families from number FIRST on, each with
//                                   the same rows
//   rows list DB FAMILIES ROUNDS    step the statements of a list of 50 rows for each family, in a
//                                   read transaction, with a rest before each, because a service
//                                   waits for its requests too; prints the median in nanoseconds
//   rows coaches DB FAMILY ROUNDS   step the statement of a search among a family's coaches that
//                                   finds them all; prints the median in nanoseconds and the rows
//   rows search DB FAMILY WORDS     step the statement of a search for words, the last of them a
//                                   beginning, among a family's interactions, ranked by FTS5;
//                                   prints the median in nanoseconds and the rows
//   rows timeline DB FAMILY ROUNDS  step the statements of the first page of the timeline of a
//                                   family's school, and of its figures, as its player reads them;
//                                   prints the medians of both in nanoseconds and their rows
//   rows seedqueue DB FAMILY COACHES CONTACTS
//                                   fill a database with a family of so many coaches, the contacts
//                                   spread over them, and a decision about every fourth coach
//   rows queue DB FAMILY ROUNDS     step the statements of the queue of that family's player;
//                                   prints the median in nanoseconds and the rows
//   rows pending DB - -             print how many records wait to be indexed for searches
//   rows unindexed DB - -           remove the triggers that note interactions for the index of
//                                   searches
//   rows create EMPTY_DB FULL_DB G  copy the rows of FULL_DB to EMPTY_DB, G commands per durable
//                                   transaction; prints commands per second
//
// Families are numbered from 1. Family n has an id of n (upper half) and 1 (lower half); its
// parent, player and school have 2, 3 and 4 in the lower half; coaches, schools and decisions of a
// queue have numbers from 2^16 on.
#define PROGRAM "rows"
#include "steps.h"

static void seed(long first, long families, long rows) {
    static const char *types[] = {"email", "phone_call", "text", "dm", "camp"};
    const char *content =
        "Talked about the spring schedule, the visit in April and what they look for at short. "
        "They asked for the transcript and the video of the last three games; we send both "
        "by Friday. Coach will be at the showcase and wants to see two at-bats and a bullpen.";
    run("PRAGMA synchronous = OFF");
    run("BEGIN");
    sqlite3_stmt *s = prepare(
        "INSERT INTO interactions (family_unit_id, newest_first, id, logged_by, version, type,"
        " direction, sentiment, school_id, occurred_at, created_at, updated_at, subject,"
        " attachments, content, search_text)"
        " VALUES (?1, -?2, ?3, ?4, 1, ?5, ?6, 'positive', ?7, ?2, ?2, ?2, ?8, '[]', ?9, ?10)");
    sqlite3_stmt *school = prepare("INSERT INTO schools VALUES (?1, ?2, 'State University')");
    sqlite3_stmt *member = prepare(
        "INSERT INTO replica_members (family_unit_id, user_id, full_name, role, inbound_alerts)"
        " VALUES (?1, ?2, 'Jordan Example', ?3, 1)");
    sqlite3_stmt *counter = prepare("INSERT INTO interaction_counters VALUES (?1, ?2, ?3, ?4)");
    char subject[64], search[1024];
    for (long f = first; f < first + families; f++) {
        bind_id(school, 1, f, 1);
        bind_id(school, 2, f, 4);
        finish(school);
        for (int who = 2; who <= 3; who++) {
            bind_id(member, 1, f, 1);
            bind_id(member, 2, f, who);
            sqlite3_bind_text(member, 3, who == 2 ? "parent" : "player", -1, SQLITE_STATIC);
            finish(member);
        }
        for (long r = 0; r < rows; r++) {
            int64_t instant = 1770000000000 - r * 3600000 - f;
            snprintf(subject, sizeof subject, "Spring schedule and visit %ld", r);
            snprintf(search, sizeof search, "%s\x1f%s", subject, content);
            bind_id(s, 1, f, 1);
            sqlite3_bind_int64(s, 2, instant);
            bind_id(s, 3, (uint64_t)instant << 16 | 0x7000, (uint64_t)(f << 20 | r) | 1ull << 63);
            bind_id(s, 4, f, 3);
            sqlite3_bind_text(s, 5, types[r % 5], -1, SQLITE_STATIC);
            sqlite3_bind_text(s, 6, r % 2 ? "inbound" : "outbound", -1, SQLITE_STATIC);
            bind_id(s, 7, f, 4);
            sqlite3_bind_text(s, 8, subject, -1, SQLITE_TRANSIENT);
            sqlite3_bind_text(s, 9, content, -1, SQLITE_STATIC);
            sqlite3_bind_text(s, 10, search, -1, SQLITE_TRANSIENT);
            finish(s);
        }
        for (int inbound = 0; inbound <= 1; inbound++) {
            bind_id(counter, 1, f, 1);
            bind_id(counter, 2, f, 3);
            sqlite3_bind_text(counter, 3, inbound ? "inbound" : "outbound", -1, SQLITE_STATIC);
            sqlite3_bind_int64(counter, 4, inbound ? rows / 2 : rows - rows / 2);
            finish(counter);
        }
    }
    run("COMMIT");
    run("PRAGMA wal_checkpoint(TRUNCATE)");
}

static void list(long families, long rounds) {
    // InteractionStatements.rows([]), for a parent without filters.
    sqlite3_stmt *s = prepare(
        "SELECT i.id, i.logged_by, i.type, i.direction, i.sentiment, i.school_id, i.coach_id,"
        " i.event_id, i.occurred_at, i.created_at, i.updated_at, i.interest_level,"
        " i.interest_answers, i.other_coach_name, i.subject, i.attachments, i.content, i.version,"
        " i.newest_first, s.name, c.name FROM interactions AS i"
        " LEFT JOIN schools AS s ON s.family_unit_id = i.family_unit_id AND s.id = i.school_id"
        " LEFT JOIN coaches AS c ON c.family_unit_id = i.family_unit_id AND c.id = i.coach_id"
        " WHERE i.family_unit_id = ?1 AND i.newest_first BETWEEN ?3 AND ?4"
        " AND i.deleted_at IS NULL ORDER BY i.newest_first, i.id LIMIT ?5");
    sqlite3_stmt *begin = prepare("BEGIN"), *commit = prepare("COMMIT");
    sqlite3_stmt *players = prepare(
        "SELECT user_id, full_name FROM replica_members"
        " WHERE family_unit_id = ?1 AND role = 'player' AND left_at IS NULL");
    sqlite3_stmt *member = prepare(
        "SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?2");
    sqlite3_stmt *counters = prepare(
        "SELECT direction, row_count FROM interaction_counters WHERE family_unit_id = ?1");
    sqlite3_stmt *week = prepare(
        "SELECT count(*) FROM interactions"
        " WHERE family_unit_id = ?1 AND newest_first <= ?2 AND deleted_at IS NULL");
    uint64_t *times = calloc((size_t)(families * rounds), sizeof *times);
    int64_t week_start = ((int64_t)time(NULL) - 7 * 86400) * 1000;
    long count = 0, rows = 0;
    for (long round = 0; round < rounds; round++) {
        for (long n = 0; n < families; n++) {
            // The step is coprime to the number of families, so that each is visited once.
            long f = n * 387 % families + 1;
            nanosleep(&rest, NULL);
            uint64_t began = now_ns();
            step_all(begin);
            bind_id(players, 1, f, 1);
            step_all(players);
            bind_id(s, 1, f, 1);
            sqlite3_bind_int64(s, 3, INT64_MIN);
            sqlite3_bind_int64(s, 4, INT64_MAX);
            sqlite3_bind_int64(s, 5, 50);
            rows += step_all(s);
            bind_id(member, 1, f, 1);
            bind_id(member, 2, f, 3);
            step_all(member);
            bind_id(counters, 1, f, 1);
            step_all(counters);
            bind_id(week, 1, f, 1);
            sqlite3_bind_int64(week, 2, -week_start);
            step_all(week);
            step_all(commit);
            times[count++] = now_ns() - began;
        }
    }
    if (rows != 50 * count) {
        fprintf(stderr, "rows: %ld rows in %ld lists\n", rows, count);
        exit(1);
    }
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%llu %llu\n", (unsigned long long)times[count / 2], (unsigned long long)(sum & 1));
}

static struct table tables[] = {
    {.select =
         "SELECT family_unit_id, newest_first, id, logged_by, deleted_at, operation_id, version,"
         " type, direction, sentiment, school_id, coach_id, event_id, occurred_at, created_at,"
         " updated_at, interest_level, interest_answers, other_coach_name, subject, attachments,"
         " content, search_text, edition, entered_by FROM interactions ORDER BY created_at, id",
     .insert =
         "INSERT INTO interactions VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
     .columns = 25},
    CHANGES,
    COMMAND_LOG,
};
enum { table_count = sizeof tables / sizeof *tables };

static void create(const char *empty, const char *full, long group) {
    if (sqlite3_open(full, &db) != SQLITE_OK) fail(full);
    for (int t = 0; t < table_count; t++) load(&tables[t]);
    long rows = tables[0].rows;
    if (rows == 0) fail("no commands");
    for (int t = 1; t < table_count; t++)
        if (tables[t].rows != rows) fail("a command without its row, change and answer");
    sqlite3_close(db);
    open_durable(empty);
    sqlite3_stmt *inserts[table_count];
    for (int t = 0; t < table_count; t++) inserts[t] = prepare(tables[t].insert);
    sqlite3_stmt *counter = prepare(
        "INSERT INTO interaction_counters VALUES (?1, ?2, ?3, 1)"
        " ON CONFLICT (family_unit_id, logged_by, direction)"
        " DO UPDATE SET row_count = row_count + 1");
    uint64_t began = now_ns();
    for (long r = 0; r < rows; r += group) {
        run("BEGIN IMMEDIATE");
        for (long i = r; i < r + group && i < rows; i++) {
            for (int t = 0; t < table_count; t++) insert_row(inserts[t], &tables[t], i);
            sqlite3_value **row = row_of(&tables[0], i);
            sqlite3_bind_value(counter, 1, row[0]);
            sqlite3_bind_value(counter, 2, row[3]);
            sqlite3_bind_value(counter, 3, row[8]);
            finish(counter);
        }
        run("COMMIT");
    }
    print_rate(rows, began);
}

static void coaches(long family, long rounds) {
    // CoachSelection.rowsSQL(by: .name), with a search.
    sqlite3_stmt *s = prepare(
        "SELECT c.id, c.first_name, c.last_name, c.school_id, s.name, c.role, c.email, c.phone,"
        " c.twitter_handle, c.instagram_handle, c.responsiveness_score, c.last_contact_date,"
        " c.notes, c.version, c.created_by, c.created_at, c.updated_at FROM coaches AS c"
        " LEFT JOIN schools AS s ON s.family_unit_id = c.family_unit_id AND s.id = c.school_id"
        " WHERE c.family_unit_id = ?1 AND c.deleted_at IS NULL"
        " AND (instr(c.search_text, ?2) > 0 OR instr(c.phone_digits, ?3) > 0)"
        " ORDER BY c.name_folded, c.id");
    sqlite3_stmt *begin = prepare("BEGIN"), *commit = prepare("COMMIT");
    uint64_t *times = calloc((size_t)rounds, sizeof *times);
    long rows = 0;
    for (long round = 0; round < rounds; round++) {
        uint64_t began = now_ns();
        step_all(begin);
        bind_id(s, 1, (uint64_t)family, 1);
        sqlite3_bind_text(s, 2, "state", -1, SQLITE_STATIC);
        rows = step_all(s);
        step_all(commit);
        times[round] = now_ns() - began;
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);
    printf("%llu %ld %llu\n", (unsigned long long)times[rounds / 2], rows,
           (unsigned long long)(sum & 1));
}

// Writes the words of a search as the index has them: behind the key of their scope.
static void scoped(char *match, size_t size, int64_t scope, const char *words) {
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    char key[7] = {0};
    for (int i = 5; i >= 0; i--, scope >>= 5) key[i] = digits[scope & 31];
    size_t end = 0;
    for (const char *word = words; *word; word += strspn(word, " ")) {
        int length = (int)strcspn(word, " ");
        end += (size_t)snprintf(match + end, size - end, "%s%s%.*s%s", end ? " AND " : "", key,
                                length, word, word[length] ? "" : "*");
        if (end >= size) fail("too many words");
        word += length;
    }
}

static void search(long family, const char *words) {
    enum { ROUNDS = 200 };
    sqlite3_stmt *scope = prepare(
        "SELECT no FROM search_scopes WHERE family_unit_id = ?1 AND owner <> x''");
    bind_id(scope, 1, (uint64_t)family, 1);
    if (sqlite3_step(scope) != SQLITE_ROW) fail("no scope");
    char match[256];
    scoped(match, sizeof match, sqlite3_column_int64(scope, 0), words);
    sqlite3_reset(scope);
    sqlite3_stmt *s = prepare(
        "SELECT d.noun, d.record_id, d.type, d.at, d.day, d.title, d.coach, d.school,"
        " snippet(search_index, -1, '<', '>', '…', 16), rank"
        " FROM search_index JOIN search_documents AS d ON d.no = search_index.rowid"
        " WHERE search_index MATCH ?1 ORDER BY rank LIMIT 21");
    sqlite3_stmt *begin = prepare("BEGIN"), *commit = prepare("COMMIT");
    static uint64_t times[ROUNDS];
    long rows = 0;
    for (long round = 0; round < ROUNDS; round++) {
        nanosleep(&rest, NULL);
        uint64_t began = now_ns();
        step_all(begin);
        sqlite3_bind_text(s, 1, match, -1, SQLITE_STATIC);
        rows = step_all(s);
        step_all(commit);
        times[round] = now_ns() - began;
    }
    qsort(times, ROUNDS, sizeof *times, ascending);
    printf("%llu %ld %llu\n", (unsigned long long)times[ROUNDS / 2], rows,
           (unsigned long long)(sum & 1));
}

static void timeline(long family, long rounds) {
    // TimelineRepository.schoolPage and schoolLog, for a player.
    sqlite3_stmt *page = prepare(
        "SELECT i.id, i.logged_by, i.type, i.direction, i.sentiment, i.school_id, i.coach_id,"
        " i.event_id, i.occurred_at, i.created_at, i.updated_at, i.interest_level,"
        " i.interest_answers, i.other_coach_name, i.subject, i.attachments, i.content, i.version,"
        " i.newest_first, s.name, c.name, i.edition"
        " FROM (SELECT newest_first, id FROM interactions INDEXED BY interactions_by_school"
        "  WHERE family_unit_id = ?1 AND school_id = ?2 AND deleted_at IS NULL"
        "  AND (?3 IS NULL OR logged_by = ?3)"
        "  AND newest_first >= ?4 AND (+newest_first > ?4 OR +id > ?5)"
        "  ORDER BY newest_first, id LIMIT ?6) AS place"
        " CROSS JOIN interactions AS i ON i.family_unit_id = ?1"
        " AND i.newest_first = place.newest_first AND i.id = place.id"
        " LEFT JOIN schools AS s ON s.family_unit_id = i.family_unit_id AND s.id = i.school_id"
        " LEFT JOIN coaches AS c ON c.family_unit_id = i.family_unit_id AND c.id = i.coach_id"
        " ORDER BY place.newest_first, place.id");
    sqlite3_stmt *log = prepare(
        "SELECT newest_first, direction, interest_level, interest_answers IS NOT NULL"
        " FROM interactions INDEXED BY interactions_by_school"
        " WHERE family_unit_id = ?1 AND school_id = ?2 AND deleted_at IS NULL"
        " AND (?3 IS NULL OR logged_by = ?3)"
        " AND newest_first >= ?4 AND newest_first < 9223372036854775807"
        " ORDER BY newest_first, id");
    sqlite3_stmt *member = prepare(
        "SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?2");
    bind_id(member, 1, (uint64_t)family, 1);
    bind_id(member, 2, (uint64_t)family, 3);
    for (int which = 0; which < 2; which++) {
        sqlite3_stmt *s = which ? log : page;
        bind_id(s, 1, (uint64_t)family, 1);
        bind_id(s, 2, (uint64_t)family, 4);
        bind_id(s, 3, (uint64_t)family, 3);
        sqlite3_bind_int64(s, 4, INT64_MIN);
    }
    sqlite3_bind_int64(page, 6, 21);
    long entries = 0, logged = 0;
    uint64_t first = median_of((sqlite3_stmt *[]){page, member}, 2, rounds, &entries);
    uint64_t figures = median_of(&log, 1, rounds, &logged);
    printf("%llu %llu %ld %ld %llu\n", (unsigned long long)first, (unsigned long long)figures,
           entries, logged, (unsigned long long)(sum & 1));
}

enum { COACHES_OF_SCHOOL = 4, COACHES_OF_DECISION = 4, DAY_MS = 86400000 };
// The lower halves of ids: a kind, and the number in it.
enum { COACH = 1 << 16, SCHOOL = 2 << 16, DECISION = 3 << 16, CONTACT = 1 << 20 };
// 2025-10-09: every coach is overdue since then, however late the benchmark runs.
static const int64_t last_contact = 1760000000000;

// The replica of the coaches, and a decision of after the last contact about some of them.
static void seed_coaches(uint64_t family, long coaches) {
    sqlite3_stmt *school = prepare("INSERT INTO schools VALUES (?1, ?2, ?3)");
    sqlite3_stmt *coach = prepare(
        "INSERT INTO coaches (family_unit_id, id, school_id, name) VALUES (?1, ?2, ?3, ?4)");
    sqlite3_stmt *plan = prepare(
        "INSERT INTO follow_ups VALUES (?1, ?2, ?3, ?4, 1, 30, 'snooze', 'cadence', ?5, ?6)");
    char name[64];
    for (long c = 0; c < coaches; c++) {
        if (c % COACHES_OF_SCHOOL == 0) {
            snprintf(name, sizeof name, "State University %ld", c / COACHES_OF_SCHOOL);
            bind_id(school, 1, family, 1);
            bind_id(school, 2, family, SCHOOL + (uint64_t)(c / COACHES_OF_SCHOOL));
            sqlite3_bind_text(school, 3, name, -1, SQLITE_TRANSIENT);
            finish(school);
        }
        snprintf(name, sizeof name, "Jordan%ld Example%ld", c, c * 7 % coaches);
        bind_id(coach, 1, family, 1);
        bind_id(coach, 2, family, COACH + (uint64_t)c);
        bind_id(coach, 3, family, SCHOOL + (uint64_t)(c / COACHES_OF_SCHOOL));
        sqlite3_bind_text(coach, 4, name, -1, SQLITE_TRANSIENT);
        finish(coach);
        if (c % COACHES_OF_DECISION) continue;
        bind_id(plan, 1, family, 1);
        bind_id(plan, 2, family, COACH + (uint64_t)c);
        bind_id(plan, 3, family, 3);
        bind_id(plan, 4, family, DECISION + (uint64_t)c);
        sqlite3_bind_int64(plan, 5, last_contact / DAY_MS + 7 + c % 30);
        sqlite3_bind_int64(plan, 6, last_contact + DAY_MS);
        finish(plan);
    }
}

// The coaches take turns, so that those of one coach are apart from one another in the table.
static void seed_queue(long family, long coaches, long contacts) {
    seed(family, 1, 0);
    run("BEGIN");
    seed_coaches((uint64_t)family, coaches);
    sqlite3_stmt *s = prepare(
        "INSERT INTO interactions (family_unit_id, newest_first, id, logged_by, version, type,"
        " direction, school_id, coach_id, occurred_at, created_at, updated_at, subject,"
        " attachments, content, search_text)"
        " VALUES (?1, -?2, ?3, ?4, 1, 'email', ?5, ?6, ?7, ?2, ?2, ?2, 'Spring schedule', '[]',"
        " 'We talked about the visit.', 'Spring schedule\x1fWe talked about the visit.')");
    sqlite3_stmt *counter = prepare(
        "UPDATE interaction_counters SET row_count = row_count + 1"
        " WHERE family_unit_id = ?1 AND direction = ?2");
    for (long r = 0; r < contacts; r++) {
        long c = r % coaches;
        int64_t instant = last_contact - r * 600000;
        const char *direction = (c + r / coaches) % 2 ? "inbound" : "outbound";
        bind_id(s, 1, (uint64_t)family, 1);
        sqlite3_bind_int64(s, 2, instant);
        bind_id(s, 3, (uint64_t)instant << 16 | 0x7000, (uint64_t)(CONTACT + r) | 1ull << 63);
        bind_id(s, 4, (uint64_t)family, 3);
        sqlite3_bind_text(s, 5, direction, -1, SQLITE_STATIC);
        bind_id(s, 6, (uint64_t)family, SCHOOL + (uint64_t)(c / COACHES_OF_SCHOOL));
        bind_id(s, 7, (uint64_t)family, COACH + (uint64_t)c);
        finish(s);
        bind_id(counter, 1, (uint64_t)family, 1);
        sqlite3_bind_text(counter, 2, direction, -1, SQLITE_STATIC);
        finish(counter);
    }
    run("COMMIT");
    run("PRAGMA wal_checkpoint(TRUNCATE)");
}

static void queue(long family, long rounds) {
    // FollowUpRepository.allStates, FamilyNames.memberStatement and zoneStatement, and
    // ContactWindowRepository.all, for a player.
    sqlite3_stmt *all[] = {
        prepare(
            "SELECT coaches.id, coaches.name, coaches.school_id, schools.name, last.newest_first,"
            " last.direction, plan.id, plan.version, plan.cadence_days, plan.decision, plan.reason,"
            " plan.due_on, plan.decided_at"
            " FROM coaches"
            " LEFT JOIN follow_ups AS plan"
            " ON plan.family_unit_id = ?1 AND plan.entry_id = coaches.id AND plan.player_id = ?3"
            " LEFT JOIN interactions AS last"
            " ON last.family_unit_id = ?1 AND last.id = ("
            "  SELECT contact.id FROM interactions AS contact INDEXED BY interactions_by_coach"
            "  WHERE contact.family_unit_id = ?1 AND contact.coach_id = coaches.id"
            "  AND contact.logged_by = ?3 AND contact.deleted_at IS NULL"
            "  AND contact.newest_first >= ?2 AND contact.newest_first < 9223372036854775807"
            "  ORDER BY contact.newest_first, contact.direction DESC, contact.id LIMIT 1)"
            " LEFT JOIN schools"
            " ON schools.family_unit_id = ?1 AND schools.id = coaches.school_id"
            " WHERE coaches.family_unit_id = ?1"
            " AND NOT EXISTS (SELECT 1 FROM deletion_tombstones"
            "  WHERE deletion_tombstones.family_unit_id = ?1"
            "  AND deletion_tombstones.kind = 'coach'"
            "  AND deletion_tombstones.record_id = coaches.id)"
            " AND (last.newest_first IS NOT NULL OR plan.decision IS NOT NULL)"),
        prepare(
            "SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?3"),
        prepare("SELECT time_zone FROM replica_families WHERE family_unit_id = ?1"),
        prepare(
            "SELECT division, types, direction, kind, first_day, last_day, note, source, checked_on"
            " FROM contact_windows WHERE family_unit_id = ?1 ORDER BY position"),
    };
    enum { STATEMENTS = sizeof all / sizeof *all };
    for (int i = 0; i < STATEMENTS; i++) bind_id(all[i], 1, (uint64_t)family, 1);
    sqlite3_bind_int64(all[0], 2, -(int64_t)time(NULL) * 1000);
    for (int i = 0; i < 2; i++) bind_id(all[i], 3, (uint64_t)family, 3);
    long rows = 0;
    uint64_t median = median_of(all, STATEMENTS, rounds, &rows);
    printf("%llu %ld %llu\n", (unsigned long long)median, rows, (unsigned long long)(sum & 1));
}

static void pending(void) {
    sqlite3_stmt *s = prepare("SELECT count(*) FROM search_pending");
    if (sqlite3_step(s) != SQLITE_ROW) fail("count");
    printf("%lld\n", (long long)sqlite3_column_int64(s, 0));
    sqlite3_finalize(s);
}

static void unindex(void) {
    sqlite3_stmt *s = prepare(
        "SELECT group_concat('DROP TRIGGER ' || name, ';') FROM sqlite_schema"
        " WHERE type = 'trigger' AND name LIKE 'search\\_interaction\\_%' ESCAPE '\\'");
    if (sqlite3_step(s) != SQLITE_ROW || sqlite3_column_type(s, 0) == SQLITE_NULL) fail("none");
    char *drops = sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    run(drops);
    sqlite3_free(drops);
}

int main(int argc, char **argv) {
    if (argc == 5 && strcmp(argv[1], "create") == 0) {
        create(argv[2], argv[3], atol(argv[4]));
        return 0;
    }
    int seeds = argc == 6 && strcmp(argv[1], "seed") == 0;
    int seeds_queue = argc == 6 && strcmp(argv[1], "seedqueue") == 0;
    if (argc != 5 && !seeds && !seeds_queue) {
        fprintf(stderr, "usage: rows seed|list|coaches|search|timeline|seedqueue|queue|pending"
                        "|unindexed|create …\n");
        return 2;
    }
    int writes = seeds || seeds_queue || strcmp(argv[1], "unindexed") == 0;
    if (sqlite3_open_v2(argv[2], &db, writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, NULL)
        != SQLITE_OK) fail(argv[2]);
    if (seeds) seed(atol(argv[3]), atol(argv[4]), atol(argv[5]));
    else if (seeds_queue) seed_queue(atol(argv[3]), atol(argv[4]), atol(argv[5]));
    else if (writes) unindex();
    else if (strcmp(argv[1], "pending") == 0) pending();
    else if (strcmp(argv[1], "search") == 0) search(atol(argv[3]), argv[4]);
    else if (strcmp(argv[1], "timeline") == 0) timeline(atol(argv[3]), atol(argv[4]));
    else if (strcmp(argv[1], "queue") == 0) queue(atol(argv[3]), atol(argv[4]));
    else if (strcmp(argv[1], "coaches") == 0) coaches(atol(argv[3]), atol(argv[4]));
    else list(atol(argv[3]), atol(argv[4]));
    return 0;
}
