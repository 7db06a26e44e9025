import CommandKit
import Contracts
import Imports
import ServiceKit

extension MetricCommands {
    /// `metrics export` (EV-33, D-39).
    static let export = CompassCommand(
        "metrics export", .local, "Export metrics as CSV, a workbook, or a PDF to show a coach",
        details: """
            Exports the rows that match the filters, oldest first; with --event those of one \
            event, whose details head the page. CSV goes to stdout or, with --to, to a file \
            that is written completely or not at all. --output xlsx, or a file name that ends \
            in .xlsx, makes a workbook. --output pdf, or a file name that ends in .pdf, makes \
            pages with a summary by type and every value, headed by what your profile has for \
            coaches.
            """,
        flags: MetricFilter.flags.filter { $0.name != "sort" } + [
            InteractionCommands.destination,
            .value(
                "paper",
                .choice(
                    PrintedDocument.Sheet.allCases.map { .init($0.rawValue) },
                    placeholder: "SHEET"), default: "letter", "Size of the PDF's pages"),
            CompassTable.output(OutputFormat.allCases),
        ],
        examples: [
            "compass metrics export --event Showcase > metrics.csv": "One event's",
            "compass metrics export --event Showcase --to metrics.pdf": "For a coach",
        ]
    ) { run in
        var request = try run.listRequest(by: MetricFilter.self)
        request.sort = FormField(MetricOrder.oldest.rawValue)
        // Looked up for every format, so that a missing event fails alike in all of them.
        let event = try event(of: request, run)
        let (answer, metrics) = try run.reading(ListMetrics.self, request, \.metrics)
        if try wantsPDF(run) { return try pages(of: metrics(), at: event, run) }
        let form = try ExportForm(run)
        if form == .answer {
            return CommandResult(
                json: answer.json, rowsKey: "metrics", ids: { try metrics().map(\.id.text) },
                rows: { TextTable([]) }, text: { _ in "" })
        }
        let (csv, rows) = (MetricCSV(of: event), try metrics())
        let day = run.zone.isoDay(run.clock.now())
        if form == .workbook {
            var table = WorkbookExport.metrics(csv)
            for metric in rows { try table.append(csv.values(of: metric)) }
            return try InteractionCommands.written(
                run, table, fileName: csv.fileName(WorkbookExport.ending, on: day),
                summary: CountedNoun.text(rows.count, "metrics"))
        }
        let writer = CSVWriter(guardsFormulas: !run.invocation.isOn("raw"))
        return try InteractionCommands.written(
            run, fileName: csv.fileName(on: day),
            summary: { CountedNoun.text(rows.count, "metrics") }
        ) { write in try write(csv.text(of: rows, writer)) }
    }

    /// The event that the filter names.
    private static func event(
        of request: ListMetrics.Request, _ run: CommandRun
    ) throws -> Event? {
        guard let id = request[.eventID].flatMap({ EventID(text: $0) }) else { return nil }
        return try run.response(of: ShowEvent.self, .init(id: id)).event
    }

    // MARK: PDF

    /// What coaches may see of the signed-in player's profile; for a parent, of the only player's.
    /// Nil if nothing is filled in (N-68).
    private static func profile(_ run: CommandRun) throws -> PlayerProfile? {
        let profiles = try run.response(of: ListProfiles.self, EmptyRequest()).profiles
        let user = try run.signedIn().userID
        let own = profiles.first { $0.userID == user } ?? (profiles.count == 1 ? profiles[0] : nil)
        return own.map { $0.shown(to: .coaches) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func wantsPDF(_ run: CommandRun) throws -> Bool {
        let format = try run.format
        let isNamedSo = InteractionCommands.target(run)?.lowercased().hasSuffix(".pdf") == true
        return format == .pdf || format == .table && isNamedSo
    }

    private static func pages(
        of metrics: [Metric], at event: Event?, _ run: CommandRun
    ) throws -> CommandResult {
        guard metrics.count <= PrintLimit.rowsMax else {
            throw CommandFailure(
                .tooLarge, "\(metrics.count) metrics are too many to print",
                reason: "At most \(PrintLimit.rowsMax) fit into one PDF.",
                remedy: "Choose with --event, --search or --limit, or use --output csv")
        }
        let export = MetricExport(event: event, metrics: metrics, profile: try profile(run))
        let now = run.clock.now()
        let author = try run.signedIn().fullName
        let sheet = run.invocation.text("paper").flatMap { PrintedDocument.Sheet(rawValue: $0) }
        let document = export.document(
            by: author, at: now, on: run.zone.dayText(now), sheet ?? .letter)
        try InteractionCommands.requireFile(run, of: "A PDF", such: "metrics.pdf")
        let pages = try run.console.print(document, run.environment)
        return try InteractionCommands.written(
            run, fileName: MetricCSV(of: event).fileName("pdf", on: run.zone.isoDay(now)),
            bytes: pages.bytes,
            summary: CountedNoun.text(metrics.count, "metrics"), notes: pages.notes)
    }
}
