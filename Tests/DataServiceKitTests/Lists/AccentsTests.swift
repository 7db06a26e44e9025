import Contracts
import Storage
import Support
import Testing

@testable import DataServiceKit

/// Lists and the search in all records fold texts alike, and stored texts follow.
@Suite("Accents in searches")
struct AccentsTests {
    private static let tables = Migration(
        "texts",
        sql: """
            CREATE TABLE texts (
                family_unit_id BLOB NOT NULL, id BLOB NOT NULL, search_text TEXT,
                PRIMARY KEY (family_unit_id, id)) STRICT, WITHOUT ROWID
            """)

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ migrations: [Migration]) throws -> Database {
        try Database(
            DatabaseConfiguration(path: folder.path("a.sqlite"), applicationID: 5),
            tracks: [MigrationTrack("texts", migrations)])
    }

    /// The letters of Latin, Greek and Cyrillic that FTS5 and Unicode fold differently: old forms
    /// of letters, and an A with two accents.
    private static let others: Set<UInt32> = [
        0xB5, 0x17F, 0x1E0, 0x1E1, 0x374, 0x37F, 0x3C2, 0x3D0, 0x3D1, 0x3D5, 0x3D6, 0x3F0, 0x3F1,
        0x3F5, 0x1E9B,
    ]

    // N-130
    @Test func theSearchInAllRecordsFoldsLettersAlike() throws {
        let database = try open([Self.tables])
        defer { database.close() }
        let letters = [0x41...0x24F, 0x370...0x3FF, 0x400...0x481, 0x1E00...0x1EFF].joined()
            .filter { !Self.others.contains($0) }.compactMap(Unicode.Scalar.init)
            .filter(\.properties.isAlphabetic)
        #expect(letters.count > 900)
        let words = letters.map { "a\($0)b" }
        let found = try database.read { transaction in
            try words.map { try transaction.words(of: $0) }
        }
        for (word, found) in zip(words, found) { #expect(found == [SearchFolding.fold(word)]) }
    }

    // N-131: as many rows as are read at once, and one more.
    @Test(arguments: [0, 1])
    func storedTextsOfAnEarlierVersionAreFolded(more: Int) throws {
        let rows = Migration.foldedRowsMax + more
        let old = try open([Self.tables])
        try old.write { transaction in
            for number in 0..<rows {
                try transaction.execute(
                    "INSERT INTO texts VALUES (?1, ?2, ?3)",
                    FamilyID(high: UInt64(number % 3), low: 1),
                    RecordID(high: 1, low: UInt64(number)), "núñez \(number)")
            }
            for (number, text) in [nil, "", "plain", "łódź"].enumerated() {
                try transaction.execute(
                    "INSERT INTO texts VALUES (?1, ?2, ?3)", FamilyID(high: 9, low: 9),
                    RecordID(high: 2, low: UInt64(number)), text)
            }
        }
        old.close()
        let database = try open([Self.tables, .foldingAccents(in: ["texts"])])
        defer { database.close() }
        let folded = try database.read {
            try $0.count("SELECT count(*) FROM texts WHERE search_text LIKE 'nunez %'")
        }
        #expect(folded == rows)
        let others = try database.read {
            try $0.rows(
                "SELECT search_text FROM texts WHERE family_unit_id = ?1 ORDER BY id",
                FamilyID(high: 9, low: 9)
            ) { try $0.textOrNil(0) }
        }
        #expect(others == [nil, "", "plain", "łodz"])
    }

    @Test func storedTextsWithApostrophesAndDashesAreFolded() throws {
        let stored = [
            nil, "", "plain", "o'malley\u{1F}didn’t", "2026–27", "kaʻahumanu", "'\u{1F}a`b", "100%",
        ]
        let old = try open([Self.tables, .foldingAccents(in: ["texts"])])
        try old.write { transaction in
            for (number, text) in stored.enumerated() {
                try transaction.execute(
                    "INSERT INTO texts VALUES (?1, ?2, ?3)", FamilyID(high: 9, low: 9),
                    RecordID(high: 2, low: UInt64(number)), text)
            }
        }
        old.close()
        let database = try open([
            Self.tables, .foldingAccents(in: ["texts"]), .foldingApostrophes(in: ["texts"]),
        ])
        defer { database.close() }
        let folded = try database.read {
            try $0.rows("SELECT search_text FROM texts ORDER BY id") { try $0.textOrNil(0) }
        }
        #expect(
            folded == [
                nil, "", "plain", "omalley\u{1F}didnt", "2026-27", "kaahumanu", "'\u{1F}ab", "100%",
            ])
    }
}
