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
        let (family, school) = (FamilyID(high: 1, low: 1), SchoolID(high: 2, low: 2))
        let (user, coach) = (UserID(high: 3, low: 3), CoachID(high: 4, low: 4))
        try OldDatabase.upgrade(.coaches, CoachesService.schema, before: "school texts") {
            transaction in
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
        } then: { database in
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

    // Phones and Hawaiian write other apostrophes.
    @Test func oldSchoolsAreFoundWithoutApostrophes() throws {
        let (family, school) = (FamilyID(high: 1, low: 1), SchoolID(high: 2, low: 2))
        try OldDatabase.upgrade(.coaches, CoachesService.schema, before: "apostrophes") {
            transaction in
            try transaction.execute(
                """
                INSERT INTO schools (family_unit_id, id, name, name_folded, search_text, name_key,
                    created_at, updated_at)
                VALUES (?1, ?2, 'Kaʻahumanu’s', 'kaʻahumanu’s', 'kaʻahumanu’s', 'kaʻahumanus', 0, 0)
                """, family, school)
        } then: { database in
            for text in ["kaahumanu", "Kaʻahumanu's", "KAAHUMANUS"] {
                var schools = ListSchools.Request()
                schools[.search] = text
                let input = try schools.validated()
                let found = try database.read { try SchoolRepository(family, $0).list(input) }
                #expect(found.map(\.id) == [school], "\(text)")
            }
            let keys = try database.read {
                try $0.rows("SELECT name_key FROM schools") { try $0.text(0) }
            }
            #expect(keys == [NameFolding.key(["Kaʻahumanu’s"])])
        }
    }

    // N-146: more rows than the migration reads at once, and those of several families.
    @Test func oldNamesakesAreFoundWithoutAccents() throws {
        let (one, other) = (FamilyID(high: 1, low: 1), FamilyID(high: 1, low: 2))
        let user = UserID(high: 3, low: 3)
        let count = Migration.keyedRowsMax + 1
        try OldDatabase.upgrade(
            .coaches, CoachesService.schema, before: "names of possible duplicates"
        ) { transaction in
            for (family, name) in [(one, "Núñez"), (other, "Nunez"), (one, "Nunez")] {
                try transaction.execute(
                    """
                    INSERT INTO schools (family_unit_id, id, name, name_folded, created_at,
                        updated_at)
                    VALUES (?1, ?2, ?3, ?4, 0, 0)
                    """, family, SchoolID(high: 2, low: UInt64(name.utf8.count)), name,
                    CaseFolding.fold(name))
            }
            for number in 0..<count {
                let last = number == 0 ? "Múller" : "Muller\(number % (count - 1))"
                try transaction.execute(
                    """
                    INSERT INTO coaches (family_unit_id, id, role, first_name, last_name,
                        name_folded, created_by, created_at, updated_at)
                    VALUES (?1, ?2, 'head', 'Zoë', ?3, ?4, ?5, 0, 0)
                    """, one, CoachID(high: 4, low: UInt64(number)), last,
                    "\(CaseFolding.fold(last))\u{1F}zoë", user)
            }
        } then: { database in
            let schools = try database.read { try DuplicateRepository(one, $0).schoolGroups() }
            #expect(schools.map(\.count) == [2])
            let others = try database.read { try DuplicateRepository(other, $0).schoolGroups() }
            #expect(others.isEmpty)
            let keys = try database.read {
                try $0.rows("SELECT name_key FROM coaches ORDER BY id") { try $0.text(0) }
            }
            #expect(keys.first == "muller\u{1F}zoe" && keys.count == count)
            #expect(keys.last == "muller0\u{1F}zoe" && !keys.contains(""))
        }
    }
}
