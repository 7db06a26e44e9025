import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches

/// A database that was made when searches told accents apart.
@Suite struct OldSearchTextsTests {
    // N-131
    @Test(arguments: ["nunez", "NÚÑEZ"])
    func oldSchoolsAndCoachesAreFoundWithoutAccents(text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("coaches.sqlite")
        let (family, school) = (FamilyID(high: 1, low: 1), SchoolID(high: 2, low: 2))
        let (user, coach) = (UserID(high: 3, low: 3), CoachID(high: 4, low: 4))
        let old = try OldDatabase.open(path, .coaches, Coaches.schema, before: "school texts")
        try old.write { transaction in
            try transaction.execute(
                """
                INSERT INTO schools (family_unit_id, id, name, name_folded, created_at, updated_at)
                VALUES (?1, ?2, 'Núñez State', 'núñez state', 0, 0)
                """, family, school)
            try transaction.execute(
                """
                INSERT INTO coaches (family_unit_id, id, role, first_name, last_name, name_folded,
                    search_text, created_by, created_at, updated_at)
                VALUES (?1, ?2, 'head', 'Zoë', 'Núñez', ?3, ?4, ?5, 0, 0)
                """, family, coach, "núñez\u{1F}zoë", "zoë núñez", user)
        }
        old.close()
        let database = try OldDatabase.open(path, .coaches, Coaches.schema)
        defer { database.close() }
        var schools = ListSchools.Request()
        schools[.search] = text
        let input = try schools.validated()
        let found = try database.read { try SchoolRepository(family, $0).list(input) }
        #expect(found.map(\.id) == [school])
        let stored = try database.read {
            try $0.rows("SELECT name_folded, search_text FROM coaches") {
                [try $0.text(0), try $0.text(1)]
            }
        }
        #expect(stored == [["núñez\u{1F}zoë", CoachSearchText.folded("Zoë Núñez", [])]])
    }
}
