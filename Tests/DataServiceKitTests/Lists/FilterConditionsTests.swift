import Contracts
import DataServiceKit
import Storage
import Support
import Testing

/// CO-43: the SQL of a list's filters keeps what their values say.
@Suite("FilterConditions")
struct FilterConditionsTests {
    private static let conditions = FilterConditions<StaffFilter>(parametersFrom: 3) { filter in
        switch filter {
        case .search: .contains("name_folded")
        case .role: .equal("role")
        case .schoolID: .equal("school_id")
        case .contactedWithin: .own
        }
    }

    private static let duke = SchoolID(high: 1, low: 1)
    private static let staff: [(name: String, role: CoachRole, school: SchoolID?)] = [
        ("Ann Élan", .head, duke), ("Bob Lee", .head, nil), ("Cy Lee", .assistant, duke),
        ("Dee 100%", .recruiting, SchoolID(high: 1, low: 2)),
    ]

    private let folder: TemporaryFolder
    private let database: Database

    init() throws {
        folder = try TemporaryFolder()
        var configuration = DatabaseConfiguration(path: folder.path("a.sqlite"), applicationID: 5)
        configuration.lockPatience = .zero
        let table = Migration(
            "staff",
            sql: """
                CREATE TABLE staff (
                    number INTEGER PRIMARY KEY, name_folded TEXT NOT NULL, role TEXT NOT NULL,
                    school_id BLOB, contacted_at INTEGER) STRICT
                """)
        database = try Database(configuration, tracks: [MigrationTrack("staff", [table])])
        try database.write { transaction in
            for (number, coach) in Self.staff.enumerated() {
                try transaction.execute(
                    "INSERT INTO staff VALUES (?1, ?2, ?3, ?4, ?5)", number,
                    SearchFolding.fold(coach.name), coach.role.rawValue, coach.school, number)
            }
        }
    }

    /// The numbers of the rows that these filters leave; the first parameters are the window's.
    private func numbers(_ narrow: (inout ListRequest<StaffFilter>) -> Void) throws -> [Int64] {
        var request = ListRequest<StaffFilter>()
        narrow(&request)
        let input = try request.validated()
        return try database.read { transaction in
            try transaction.rows(
                "SELECT number FROM staff WHERE contacted_at BETWEEN ?1 AND ?2"
                    + Self.conditions.sql + " ORDER BY number",
                values: [0, 2] + Self.conditions.values(of: input)
            ) { try $0.int64(0) }
        }
    }

    @Test
    func theTextIsTheSameWhateverIsSet() {
        #expect(
            Self.conditions.sql == " AND (?3 IS NULL OR instr(name_folded, ?3) > 0)"
                + " AND (?4 IS NULL OR role IN (?4, ?5, ?6))"
                + " AND (?7 IS NULL OR school_id = ?7)")
    }

    @Test
    func filtersCombineWithAND() throws {
        #expect(try numbers { _ in } == [0, 1, 2])
        #expect(try numbers { $0[.role] = "head" } == [0, 1])
        #expect(try numbers { $0[.schoolID] = Self.duke.text } == [0, 2])
        #expect(try numbers { $0[.search] = "LEE" } == [1, 2])
        #expect(try numbers { $0[.search] = "e\u{301}LAN" } == [0])
        #expect(try numbers { $0[.search] = "elan" } == [0])
        #expect(try numbers { $0[.search] = "100%" } == [])
        #expect(try numbers { $0[.search] = "%" } == [])
        let combined = try numbers {
            $0[.role] = "head"
            $0[.search] = "lee"
        }
        #expect(combined == [1])
    }

    // N-48
    @Test(arguments: [
        ("head", [0, 1]), ("assistant", [2]), ("head,assistant", [0, 1, 2]),
        ("assistant,head,assistant", [0, 1, 2]), ("recruiting", []), ("recruiting,head", [0, 1]),
        ("head,assistant,recruiting", [0, 1, 2]),
    ])
    func aRowHasAnyOfSeveralWords(roles: String, rows: [Int]) throws {
        let expected = rows.map { Int64($0) }
        #expect(try numbers { $0[.role] = roles } == expected)
        let atDuke = try numbers {
            $0[.role] = roles
            $0[.schoolID] = Self.duke.text
        }
        #expect(atDuke == expected.filter { $0 != 1 })
    }

    @Test
    func onlyFiltersWithAConditionNarrow() throws {
        var request = ListRequest<StaffFilter>()
        request[.contactedWithin] = "7"
        #expect(!Self.conditions.narrow(try request.validated()))
        request[.role] = "head"
        #expect(Self.conditions.narrow(try request.validated()))
    }
}
