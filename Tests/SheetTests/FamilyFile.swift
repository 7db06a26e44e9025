import Contracts
import Foundation

import Workbooks

@testable import Imports
@testable import Sheet

/// A file as families have it, read as the product reads it.
struct FamilyFile {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// A file of the folder `Files`.
    init(named name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files")
        bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// The table of the file. A workbook is taken apart here; in the product, by `compass-sheet`.
    func reader(
        _ kind: ImportKind, _ choices: TableReader.Choices = .init(), sheet: String? = nil
    ) throws -> TableReader {
        if let problem = TableFile.problem(bytes) { throw problem }
        guard WorkbookProgram.isWorkbook(bytes) else {
            return try Self.reader(bytes, kind, choices, nil)
        }
        let workbook = try Workbook(bytes)
        let table = try SheetChoice(kind, choices).table(sheet) { (name) throws(ImportProblem) in
            do throws(WorkbookError) {
                return try SheetTable(workbook, name)
            } catch { throw ImportProblem(error.description, reason: error.remedy) }
        }
        return try Self.reader(table.csv, kind, choices, table.sheet)
    }

    private static func reader(
        _ bytes: [UInt8], _ kind: ImportKind, _ choices: TableReader.Choices, _ sheet: ReadSheet?
    ) throws -> TableReader {
        var rest = bytes
        return try TableReader(kind, choices, sheet: sheet) {
            defer { rest = [] }
            return rest
        }
    }

    /// What a log becomes: a line for each contact, and what is asked and said.
    struct Log {
        /// `2026-02-03T14:15:00.000Z | school | coach | type direction | subject | content`.
        var contacts: [String] = []
        /// The errors of rows: `line field: text`.
        var refusals: [String] = []
        var notes: [String] = []
        /// The names of columns with texts that are not read.
        var unread: [String] = []
        var plan: LogPlan
    }

    /// Reads a log whose names of schools nobody has.
    func log(
        mapped: [String] = [], values: [String] = [], day: DayOrder? = nil,
        in zone: some CivilZone = PlainZone()
    ) throws -> Log {
        var reader = try reader(.log, .init(mapped: mapped))
        let columns = try reader.columns(mapped: mapped, values: values)
        try columns.requireAll()
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        let read = LogRow.all(rows, columns, LogDefaults(), dayOrder: day, in: zone).rows
        let plan = LogPlan(read, columns, schools: [], coaches: [])
        var log = Log(plan: plan)
        log.contacts = plan.entries.map { entry in
            let school: String =
                switch entry.school {
                case .new(let place): plan.newSchools[place].name
                case .known(_, let name): name
                case nil: ""
                }
            let coach: String =
                switch entry.coach {
                case .none: ""
                case .known(_, let name): name
                case .new(let place): plan.newCoaches[place].name
                case .other(let name): "(\(name))"
                }
            let form = entry.row.form
            return [
                entry.row.occurredAt?.text ?? "", school, coach,
                "\(entry.row.type) \(entry.row.direction)", form.subject.value ?? "",
                form.content.value ?? "",
            ].joined(separator: " | ")
        }
        log.refusals = plan.report.refusals.map { "\($0.line) \($0.field): \($0.text)" }
        log.notes = reader.notes
        log.unread = plan.unreadColumns.map(\.name)
        return log
    }
}

/// A zone whose clocks show UTC.
struct PlainZone: CivilZone {
    func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
        Instant(
            milliseconds: day.daysSince1970 * 86_400_000 + Int64(time.minutesOfDay) * 60_000)
    }

    func moment(of instant: Instant) -> (day: CivilDay, time: LocalTime)? {
        WallClock.moment(of: instant, in: .gmt)
    }
}
