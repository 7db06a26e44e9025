import CommandKit
import Contracts
import Foundation
import Imports
import ServiceKit

/// Exports everything that the caller may see into one archive. It reads with the operations of the
/// lists, so what it may not show, they do not show it.
final class ArchiveExport {
    /// The interactions of a page that a parent reads; the export's own pages are for players.
    static let pageRows = 200

    let run: CommandRun
    private let progress: ProgressLine
    private let writer: CSVWriter
    private let startedAt: Instant
    private(set) var stage: ArchiveStage
    private(set) var references = ArchiveReferences()
    private let target: String
    private let replaces: Bool
    private var counts: [ArchiveTable: Int] = [:]
    /// The names of the files in the archive, in their order.
    private var names: [String] = [ArchiveName.readme, ArchiveName.manifest]
    private var rowCount = 0
    /// A contact of each person who is none of the family's coaches.
    var unlisted: [Unlisted: InteractionID] = [:]

    /// What makes contacts without a coach those of one person (N-11).
    struct Unlisted: Hashable {
        private let player: UserID
        private let school: SchoolID?
        private let name: String?

        init(_ contact: Interaction) {
            (player, school) = (contact.loggedBy, contact.schoolID)
            name = contact.otherCoachName.map { NameFolding.fold($0) }
        }
    }

    init(_ run: CommandRun) throws {
        self.run = run
        progress = run.progress(of: "Record")
        writer = CSVWriter(guardsFormulas: !run.invocation.isOn("raw"))
        startedAt = run.clock.now()
        (target, replaces) = try Self.target(run)
        // Who may not read at all learns it before anything is written.
        _ = try run.signedIn().membership()
        let path = target
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        stage = try ArchiveStage(in: folder.isEmpty ? "/" : folder)
    }

    /// The file to write, and whether it replaces another.
    private static func target(_ run: CommandRun) throws -> (path: String, replaces: Bool) {
        let name = "compass-export-\(run.zone.isoDay(run.clock.now())).zip"
        let path = run.invocation.argument(0).map { NewFile.path($0, name: name) } ?? name
        guard LocalBytes.exists(path) else { return (path, false) }
        guard run.invocation.isOn("yes") || run.console.prompt.isTerminal else {
            throw CommandFailure(
                .conflict, "\(QuotedText.path(path)) already exists",
                reason: "Nothing was written.",
                remedy: "Replace it with --yes, or name another file.",
                errors: ["file": "already exists"])
        }
        if !run.invocation.isOn("yes") { try run.confirm("Replace \(VisibleText.line(path))?") }
        return (path, true)
    }

    /// Writes the archive.
    func result() throws -> CommandResult {
        defer {
            progress.end()
            stage.remove()
        }
        try stage.makeFolder(ArchiveName.filesFolder)
        references = ArchiveReferences(schools: try schools().rows.map(\.record))
        // What others refer to is read last, so that it is there if it was added meanwhile.
        try writeHistory()
        try writeInteractions()
        try writeMetricsAndPosts()
        try writeEvents()
        try writeCoaches()
        try writeFamily()
        let manifest = try writeManifest()
        progress.end()
        try pack(at: manifest.finishedAt)
        let size = AttachmentRefusal.grouped(try bytesOfTarget())
        let rows = counts.values.reduce(0, +)
        let json = JSONValue.object([
            (
                "counts",
                .object(
                    ArchiveTable.allCases.map { ($0.rawValue, .integer(counts[$0] ?? 0)) })
            ),
            ("file", .string(target)),
        ])
        return .line(
            "\(CountedNoun.text(rows, "records")) exported to \(target) (\(size) bytes)",
            json: json.bytes, id: target)
    }

    private func bytesOfTarget() throws -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    // MARK: Tables

    /// A row of a list: the record, and the JSON that the service sent.
    struct Row<Record> {
        let record: Record
        let json: [UInt8]
    }

    /// The rows of an answer.
    func rows<Record: Decodable>(
        _ type: Record.Type, _ key: String, of answer: Caller.Answer
    ) throws -> [Row<Record>] {
        guard let list = JSONBytes.member(key, of: answer.json) else { return [] }
        let elements: [[UInt8]] = JSONBytes.elements(of: list)
        var rows: [Row<Record>] = []
        for element in elements {
            do {
                let record = try JSONCoding.decodeResponse(type, from: element)
                rows.append(Row(record: record, json: element))
            } catch { throw CommandFailure(error.code, error.message) }
        }
        return rows
    }

    /// Writes a table. `fill` adds the rows with the closure that it is given.
    func write<Record>(
        _ table: ArchiveTable, _ sheet: ArchiveSheet<Record>,
        _ fill: (_ add: (Record, [UInt8]) throws -> Void) throws -> Void
    ) throws {
        let file = try ArchiveTableFile(table, columns: sheet.columns, in: stage, writer)
        try fill { record, json in
            try file.add(sheet.values(of: record, references), json)
            rowCount += 1
            if rowCount.isMultiple(of: Self.pageRows) {
                try ArchiveStage.checkInterruption()
                progress.show(rowCount)
            }
        }
        try file.flush()
        try ArchiveStage.checkInterruption()
        counts[table] = file.count
        names += [table.csvName, table.jsonName]
    }

    /// Writes a table of rows that are there.
    func write<Record>(
        _ table: ArchiveTable, _ sheet: ArchiveSheet<Record>, _ rows: [Row<Record>]
    ) throws {
        try write(table, sheet) { add in for row in rows { try add(row.record, row.json) } }
    }

    /// Adds a file that lies in the stage already.
    func addFile(_ name: String) { names.append(name) }

    // MARK: The end

    private func writeManifest() throws -> ArchiveManifest {
        let family = try run.signedIn().membership()
        let manifest = ArchiveManifest(
            id: run.freshKey().text, familyUnitID: family.familyUnitID, familyName: family.name,
            exportedBy: try run.signedIn().fullName, role: family.role, startedAt: startedAt,
            finishedAt: run.clock.now(), timeZone: run.zone.name ?? family.timeZone,
            counts: Dictionary(
                uniqueKeysWithValues: ArchiveTable.allCases.map {
                    ($0.rawValue, counts[$0] ?? 0)
                }))
        try write(Array(ArchiveReadme.text(manifest).utf8), to: ArchiveName.readme)
        try write(try run.encoded(manifest) + [UInt8(ascii: "\n")], to: ArchiveName.manifest)
        return manifest
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        do {
            try LocalBytes(path: "\(stage.path)/\(name)").append(bytes)
        } catch { throw ArchiveStage.unusable(stage.path, error) }
    }

    private func pack(at time: Instant) throws {
        let packed = "\(stage.path)/packed.zip"
        try ArchiveProgram.carryOut(
            ArchiveOrder(
                action: .pack, archive: packed, folder: stage.path, names: names,
                modified: time.milliseconds / 1_000), environment: run.environment)
        do {
            try LocalBytes(path: packed).sync()
            try LocalBytes.publish(packed, as: target, replacing: replaces)
        } catch { throw ArchiveStage.unusable(target, error) }
    }
}
