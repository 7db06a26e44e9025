import Contracts
import Foundation
import Storage
import Support
import Testing

@testable import Backup

/// A backup contains the file of every attachment's row, as it was attached.
@Suite struct AttachedRowsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func id(_ number: Int) -> AttachmentID {
        AttachmentID(high: 1, low: UInt64(number))
    }
    private static func sum(_ number: Int) -> ContentHash {
        ContentHash(digest: [UInt8](repeating: UInt8(number), count: ContentHash.byteCount))
    }
    private static func name(_ number: Int) -> String { BackupEntry.attachment(id(number)).name }

    /// Makes a database with `count` attachments, or without the table for nil, and reads it.
    private func rows(_ count: Int?) throws -> AttachedRows {
        let path = folder.path("interactions.sqlite")
        let table = """
            CREATE TABLE attachments (id BLOB NOT NULL, sha256 BLOB NOT NULL) STRICT
            """
        let other = "CREATE TABLE others (id BLOB) STRICT"
        let database = try Database(
            DatabaseConfiguration(path: path, applicationID: 5),
            tracks: [MigrationTrack("a", [Migration("a", sql: count == nil ? other : table)])])
        try database.write { transaction in
            for number in 0..<(count ?? 0) {
                try transaction.execute(
                    "INSERT INTO attachments (id, sha256) VALUES (?1, ?2)",
                    AttachmentID(high: 1, low: UInt64(number)), Self.sum(number).bytes)
            }
        }
        database.close()
        return try AttachedRows(inDatabase: path)
    }

    private static func sums(_ numbers: Range<Int>) -> [String: String] {
        Dictionary(uniqueKeysWithValues: numbers.map { (name($0), sum($0).hex) })
    }

    @Test func everyRowHasItsFile() throws {
        var sums = Self.sums(0..<4)
        let rows = try rows(3)
        // A file without a row is harmless.
        #expect(rows.problems(sums) == [])
        sums[Self.name(1)] = nil
        sums[Self.name(2)] = Self.sum(9).hex
        #expect(
            rows.problems(sums).sorted() == [
                "the attached file \(Self.id(1).text) is missing",
                "the attached file \(Self.id(2).text) is not what was attached",
            ])
    }

    @Test(arguments: [AttachedRows.findingsMax, AttachedRows.findingsMax + 1])
    func onlyAFewFindingsAreNamed(count: Int) throws {
        let problems = try rows(count).problems([:])
        let isMore = count > AttachedRows.findingsMax
        #expect(problems.count == count)
        #expect(problems.last?.contains("1 further attached files") == isMore)
    }

    @Test func aDatabaseFromBeforeThereWereAttachmentsHasNone() throws {
        #expect(try rows(nil).problems([:]) == [])
    }
}
