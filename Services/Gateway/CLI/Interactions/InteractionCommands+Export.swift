import CommandKit
import Contracts
import Imports
import ServiceKit

extension InteractionCommands {
    static let export = CompassCommand(
        "interactions export", .local, "Export interactions as CSV or a workbook (players only)",
        details: """
            Exports one record as fields and values if an ID is given, otherwise the rows that \
            match the filters, newest first. Goes to stdout or, with --to, to a file that is \
            written completely or not at all; in a folder it is named interactions-DAY.csv or \
            interaction-SUBJECT.csv. --output xlsx, or a file name that ends in .xlsx, makes a \
            workbook.
            """,
        arguments: [
            Argument(
                "ID", "One record: its id, or its last 8 digits", Values.interactionID,
                optional: true)
        ],
        flags: InteractionFilter.flags + [
            destination, CompassTable.output(CompassTable.formats + [.xlsx]),
            .toggle("comment", "Begin one record's CSV with two comment lines"),
        ],
        examples: [
            "compass interactions export 4f0c2a9d": "One record",
            "compass interactions export --days 30 --to .": "A month, to a file here",
            "compass interactions export --to log.xlsx": "A workbook",
            "compass interactions export --school Duke > duke.csv": "One school's contacts",
        ]
    ) { run in
        let result = try run.invocation.argument(0).map { try exportOne($0, run) }
        return try result ?? exportList(run)
    }

    // MARK: One record

    private static func exportOne(_ typed: String, _ run: CommandRun) throws -> CommandResult {
        let given = run.invocation
        if let filter = InteractionFilter.flags.first(where: { given.some($0.name) != nil }) {
            throw CommandFailure.usage(
                "An id and --\(filter.name) cannot be combined",
                reason: "An id names one record; filters choose among all.")
        }
        let id = try run.interactionID(typed)
        let answer = try run.read(ExportInteraction.self, .init(id: id))
        let form = try ExportForm(run)
        if form == .answer {
            return .record(
                json: answer.json, ids: { [id.text] }, card: { Card() }, rows: { TextTable([]) })
        }
        let record = try run.decoded(ExportInteraction.Response.self, answer).interaction
        let export = exporter(run)
        if form == .workbook {
            return try written(
                run, try .interaction(export.facts(of: record)),
                fileName: InteractionCSV.fileName(of: record, WorkbookExport.ending),
                summary: "1 interaction")
        }
        let comment = given.isOn("comment") ? export.comment(on: record) : ""
        let text = comment + export.text(of: record)
        return try written(
            run, fileName: InteractionCSV.fileName(of: record), summary: { "1 interaction" }
        ) { write in
            // The file has no final line end; a terminal needs one before the next prompt.
            let isSeen = target(run) == nil && run.console.traits.isTerminal
            try write(isSeen ? text + "\n" : text)
        }
    }

    // MARK: The list

    private static func exportList(_ run: CommandRun) throws -> CommandResult {
        if run.invocation.isOn("comment") {
            throw CommandFailure.usage(
                "--comment needs an id", reason: "Only one record's CSV has comment lines.")
        }
        let filters = try run.listRequest(by: InteractionFilter.self)
        var pages = ExportPages(run, filters)
        let day = run.zone.isoDay(run.clock.now())
        switch try ExportForm(run) {
        case .answer: return try answers(of: &pages, run)
        case .workbook: return try workbook(of: &pages, on: day, run)
        case .csv: break
        }
        let export = exporter(run)
        // Fetching the first page now reports a missing permission before anything is written.
        var page = try pages.next()
        var count = 0
        return try written(
            run, fileName: InteractionCSV.fileName(on: day),
            summary: { CountedNoun.text(count, "interactions") }
        ) { write in
            try write(export.header)
            while let rows = page?.rows {
                count += rows.count
                try write(rows.map { export.line(of: $0) }.joined())
                page = try pages.next()
            }
        }
    }

    private static func workbook(
        of pages: inout ExportPages, on day: String, _ run: CommandRun
    ) throws -> CommandResult {
        let zone = run.zone
        let export = InteractionCSV(
            writer: CSVWriter(guardsFormulas: false), date: { $0.map { zone.fieldText($0) } ?? "" })
        var table = WorkbookExport.interactions
        var count = 0
        while let page = try pages.next() {
            for row in page.rows { try table.append(export.values(of: row)) }
            count += page.rows.count
        }
        return try written(
            run, table, fileName: InteractionCSV.fileName(on: day, WorkbookExport.ending),
            summary: CountedNoun.text(count, "interactions"))
    }

    /// The rows of all pages as one answer of the service, for formats that show it. All pages are
    /// fetched before anything is written, as half a JSON document is useless.
    private static func answers(
        of pages: inout ExportPages, _ run: CommandRun
    ) throws -> CommandResult {
        var ids: [String] = []
        var json = Array("{\"interactions\":[".utf8)
        while let page = try pages.next() {
            for row in page.elements {
                if json.last == UInt8(ascii: "}") { json.append(UInt8(ascii: ",")) }
                json += row
            }
            ids += page.rows.map(\.id.text)
        }
        json += Array("],\"next_cursor\":null}".utf8)
        return CommandResult(
            json: json, rowsKey: "interactions", ids: { ids }, rows: { TextTable([]) },
            text: { _ in "" })
    }

    // MARK: Where it goes

    /// The flag of every export.
    static let destination = Flag.value(
        "to", .path("PATH"), default: "stdout", "A file, a folder, or - for stdout")

    static func exporter(_ run: CommandRun) -> InteractionCSV {
        let zone = run.zone
        return InteractionCSV(
            writer: CSVWriter(guardsFormulas: !run.invocation.isOn("raw")),
            date: { zone.text($0) })
    }

    /// The path given by `--to`; nil for stdout.
    static func target(_ run: CommandRun) -> String? {
        let typed = run.invocation.text("to")
        return typed == "-" ? nil : typed
    }

    /// Writes the CSV to stdout, or to a file that the result names. A file begins with a byte
    /// order mark.
    static func written(
        _ run: CommandRun, fileName: String, summary: @escaping () -> String,
        _ body: @escaping (_ write: (String) throws -> Void) throws -> Void
    ) throws -> CommandResult {
        var result = CommandResult.line("", json: [])
        guard let typed = target(run) else {
            result.pieces = { write in
                try body(write)
                run.note("\(summary()) exported")
            }
            return result
        }
        let (file, path) = try ExportPlace.open(typed, flag: "to", fileName: fileName, run)
        if fileName.hasSuffix(".csv") { try file.write(TableFile.byteOrderMark) }
        try body { try file.write($0) }
        try file.finish()
        return .line("\(summary()) exported to \(path)", json: [])
    }

    /// Writes a workbook to stdout, or to a file that the result names.
    static func written(
        _ run: CommandRun, _ table: WorkbookExport, fileName: String, summary: String
    ) throws -> CommandResult {
        try requireFile(run, of: "A workbook", such: fileName)
        let bytes = try table.workbook(modified: run.clock.now(), environment: run.environment)
        return try written(run, fileName: fileName, bytes: bytes, summary: summary, notes: [])
    }

    /// Refuses to write binary content to a terminal.
    static func requireFile(_ run: CommandRun, of what: String, such fileName: String) throws {
        guard target(run) == nil, run.console.traits.isTerminal else { return }
        throw CommandFailure.usage(
            "\(what) is not written to a terminal", reason: "Its bytes could disturb it.",
            remedy: "Name a file with --to, such as --to \(fileName)")
    }

    /// Writes binary content to stdout, or to a file that the result names.
    static func written(
        _ run: CommandRun, fileName: String, bytes: [UInt8], summary: String, notes: [String]
    ) throws -> CommandResult {
        guard let typed = target(run) else {
            run.console.writeResult(bytes)
            return .written(.success, notes: notes + ["\(summary) exported"])
        }
        let path = try ExportPlace.save(bytes, at: typed, flag: "to", fileName: fileName, run)
        return .line("\(summary) exported to \(path)", json: [], notes: notes)
    }
}

/// The pages of an export, one request each.
struct ExportPages {
    /// One answer.
    struct Page {
        let rows: [Interaction]
        fileprivate let json: [UInt8]

        /// Its rows as received.
        var elements: [[UInt8]] {
            JSONBytes.member("interactions", of: json).map { JSONBytes.elements(of: $0) } ?? []
        }
    }

    private let run: CommandRun
    private var request: ExportInteractions.Request
    /// How many rows are still wanted; nil for all.
    private var rowsLeft: Int?
    private var isDone = false

    init(_ run: CommandRun, _ filters: ListInteractions.Request) {
        self.run = run
        request = ExportInteractions.Request(filters)
        rowsLeft = filters.limit.value
    }

    /// The next page; nil after the last one.
    mutating func next() throws -> Page? {
        guard !isDone else { return nil }
        let pageRows = ExportInteractions.pageRows
        request.filters.limit = FormField(min(rowsLeft ?? pageRows, pageRows))
        let answer = try run.read(ExportInteractions.self, request)
        let page = try run.decoded(ExportInteractions.Response.self, answer)
        request.cursor = FormField(page.nextCursor)
        rowsLeft = rowsLeft.map { max($0 - page.interactions.count, 0) }
        isDone = page.nextCursor == nil || rowsLeft == 0 || page.interactions.isEmpty
        return Page(rows: page.interactions, json: answer.json)
    }
}

extension InteractionCSV {
    /// ID-18: the text of a share sheet, as comment lines before the header. A program without
    /// comment support reads them as values; therefore the subject is quoted and preceded by "# ",
    /// so that no cell begins with a formula.
    func comment(on record: Interaction) -> String {
        let subject = VisibleText.line(record.displaySubject)
        return writer.field("# Interaction: \(subject)") + "\n"
            + "# Exported from The Recruiting Compass\n"
    }
}
