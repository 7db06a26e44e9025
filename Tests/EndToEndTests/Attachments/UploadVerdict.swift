import Contracts
import Foundation
import ServiceKit
import Support

/// The result of a session. Each row must have a complete file with the right hash, and after a
/// sweep there must be no other files.
typealias UploadVerdict = Verdict<UploadCount>

/// What is counted in a session of uploads.
enum UploadCount: String, CaseIterable {
    case acknowledged, rows
    /// Files without a row before the sweep.
    case orphans = "orphans swept"
}

extension UploadVerdict {
    /// Judges the home of stopped processes, then lets the service sweep it two hours later.
    static func judge(
        _ known: UploadSession.Progress, in folder: TemporaryFolder, sweptAt start: Instant
    ) throws -> UploadVerdict {
        var verdict = UploadVerdict()
        verdict[.acknowledged] = known.acknowledged.count
        let home = CompassHome(path: folder.path("home"))
        let files = "\(home.dataFolder)/attachments"
        let database = home.database(of: Program.interactions.rawValue)
        let rows = try verdict.judgeRows(known, files, DatabaseFile.copied(database))
        let before = Set(try FileManager.default.contentsOfDirectory(atPath: files))
        verdict[.orphans] = before.subtracting(rows).count

        let later = try SystemUnderTest(
            now: start.advanced(by: .seconds(7_200)), timePassed: .seconds(7_200), folder: folder,
            starting: [.broker, .identity, .coaches, .interactions])
        var left = before
        _ = try Waiting.until(every: .milliseconds(20)) {
            left = Set(try FileManager.default.contentsOfDirectory(atPath: files))
            return left == rows
        }
        later.stopAll()
        verdict[.unswept] = left.subtracting(rows).sorted()
        let swept = try DatabaseFile.copied(database)
        let uploads = try swept.number("SELECT count(*) FROM uploads")
        if uploads > 0 { verdict[.unswept].append("\(uploads) uploads") }
        // The sweep removed no file that has a row.
        _ = try verdict.judgeRows(known, files, swept)
        return verdict
    }

    /// Checks every row against its file, its record and the ledger. Returns the names of the rows'
    /// files.
    private mutating func judgeRows(
        _ known: UploadSession.Progress, _ folder: String, _ database: DatabaseFile
    ) throws -> Set<String> {
        var seen: Set<String> = []
        var names: Set<String> = []
        let found = try database.rows(
            "SELECT lower(hex(id)), lower(hex(sha256)), size FROM attachments")
        self[.rows] = found.count
        for row in found {
            let (digits, hash, size) = (row[0], row[1], row[2])
            guard let high = UInt64(digits.prefix(16), radix: 16),
                let low = UInt64(digits.suffix(16), radix: 16)
            else { continue }
            let name = AttachmentID(high: high, low: low).text
            names.insert(name)
            if !seen.insert(hash).inserted { self[.doubled].append(hash) }
            if !known.attempted.contains(hash) || known.abandoned.contains(hash) {
                self[.unexpected].append(hash)
            }
            let content = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            if String(content.count) != size || ContentHash(of: Array(content)).hex != hash {
                self[.torn].append(name)
            }
        }
        self[.lost] += known.acknowledged.subtracting(seen).sorted()
        let records = try database.rows(
            """
            SELECT lower(hex(i.id)) FROM interactions AS i
            WHERE json_array_length(i.attachments) <> (SELECT count(*) FROM attachments AS a
                WHERE a.interaction_id = i.id AND a.deleted_at IS NULL)
            """)
        self[.inconsistent] += records.map { $0[0] }
        let changes = try database.number(
            "SELECT count(*) FROM changes WHERE type = 'interaction.changed'")
        if changes != Int64(found.count) { self[.inconsistent].append("\(changes) changes") }
        return names
    }
}
