// The baseline for lists of interactions: the statements of the service, as a parent's list without
// and with filters takes them.
//
//   reads all DB FAMILY ROUNDS      all rows of a family
//   reads filter DB FAMILY ROUNDS   the first 50 inbound e-mails, and the figures of all of them
//   reads search DB FAMILY ROUNDS   the first 50 rows whose text has a word that few rows have, and
//                                   the figures of all of them
//
// Each prints the median in nanoseconds and the rows. Families have the ids that `rows seed` gives
// them.
#define PROGRAM "reads"
#include "steps.h"

#define COLUMNS \
    "i.id, i.logged_by, i.type, i.direction, i.sentiment, i.school_id, i.coach_id, i.event_id," \
    " i.occurred_at, i.created_at, i.updated_at, i.interest_level, i.interest_answers," \
    " i.other_coach_name, i.subject, i.attachments, i.content, i.version, i.newest_first," \
    " s.name, c.name, i.edition, i.entered_by"
#define NAMES \
    " LEFT JOIN schools AS s ON s.family_unit_id = i.family_unit_id AND s.id = i.school_id" \
    " LEFT JOIN coaches AS c ON c.family_unit_id = i.family_unit_id AND c.id = i.coach_id"
// The window of a list without dates.
#define FAMILY \
    " WHERE i.family_unit_id = ?1" \
    " AND i.newest_first BETWEEN -9223372036854775807 AND 9223372036854775807" \
    " AND i.deleted_at IS NULL"
// InteractionStatements.rows and figures.
#define ROWS(index, condition, limit) \
    "SELECT " COLUMNS " FROM interactions AS i" index NAMES FAMILY condition \
    " ORDER BY i.newest_first, i.id LIMIT " limit
#define FIGURES(index, condition) \
    "SELECT count(*), count(*) FILTER (WHERE direction = 'outbound')," \
    " count(*) FILTER (WHERE direction = 'inbound'), count(*) FILTER (WHERE newest_first <= ?2)" \
    " FROM interactions AS i" index FAMILY condition
#define BY_TYPE " INDEXED BY interactions_by_type"
#define INBOUND_MAIL " AND i.type = 'email' AND i.direction = 'inbound'"
#define WORD " AND instr(i.search_text, 'visit 77') > 0"

static void measure(const char *rows, const char *figures, uint64_t family, long rounds) {
    sqlite3_stmt *all[] = {
        prepare(rows),
        prepare(
            "SELECT user_id, full_name FROM replica_members"
            " WHERE family_unit_id = ?1 AND role = 'player' AND left_at IS NULL"),
        prepare(figures),
    };
    int count = sizeof all / sizeof *all;
    for (int i = 0; i < count; i++) bind_id(all[i], 1, family, 1);
    sqlite3_bind_int64(all[2], 2, -((int64_t)time(NULL) - 7 * 86400) * 1000);
    long found = 0;
    uint64_t median = median_of(all, count, rounds, &found);
    printf("%llu %ld %llu\n", (unsigned long long)median, found, (unsigned long long)(sum & 1));
}

int main(int argc, char **argv) {
    const char *modes[] = {"all", "filter", "search"};
    const char *rows[] = {
        ROWS("", "", "-1"), ROWS(BY_TYPE, INBOUND_MAIL, "50"), ROWS("", WORD, "50")};
    const char *figures[] = {
        FIGURES("", ""), FIGURES(BY_TYPE, INBOUND_MAIL), FIGURES("", WORD)};
    for (int mode = 0; argc == 5 && mode < 3; mode++) {
        if (strcmp(argv[1], modes[mode]) != 0) continue;
        if (sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(argv[2]);
        measure(rows[mode], figures[mode], (uint64_t)atol(argv[3]), atol(argv[4]));
        return 0;
    }
    fprintf(stderr, "usage: reads all|filter|search DB FAMILY ROUNDS\n");
    return 2;
}
