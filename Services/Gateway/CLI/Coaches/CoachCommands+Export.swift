import CommandKit
import Contracts
import Imports
import ServiceKit

extension CoachCommands {
    /// `coaches export` (CO-41).
    static let export = CompassCommand(
        "coaches export", .local, "Export coaches as CSV or a workbook (players only)",
        details: """
            Exports the rows that match the filters, in the list's order. Goes to stdout or, \
            with --to, to a file that is written completely or not at all; in a folder it is \
            named coaches-DAY.csv. --output xlsx, or a file name that ends in .xlsx, makes a \
            workbook.
            """,
        flags: CoachFilter.flags + [
            InteractionCommands.destination, CompassTable.output(CompassTable.formats + [.xlsx]),
        ],
        examples: [
            "compass coaches export --to .": "All, to a file here",
            "compass coaches export --to coaches.xlsx": "A workbook",
            "compass coaches export --school Duke > duke.csv": "One school's",
        ]
    ) { run in
        let (answer, rows) = try run.reading(
            ExportCoaches.self, try run.listRequest(by: CoachFilter.self), \.coaches)
        let form = try ExportForm(run)
        if form == .answer {
            return CommandResult(
                json: answer.json, rowsKey: "coaches", ids: { try rows().map(\.id.text) },
                rows: { TextTable([]) }, text: { _ in "" })
        }
        let zone = run.zone
        let export = CoachCSV(
            writer: CSVWriter(guardsFormulas: !run.invocation.isOn("raw")),
            day: { zone.isoDay($0) })
        let coaches = try rows()
        if form == .workbook {
            var table = WorkbookExport.coaches
            for coach in coaches { try table.append(export.values(of: coach)) }
            return try InteractionCommands.written(
                run, table, fileName: export.fileName(at: run.clock.now(), WorkbookExport.ending),
                summary: CountedNoun.text(coaches.count, "coaches"))
        }
        return try InteractionCommands.written(
            run, fileName: export.fileName(at: run.clock.now()),
            summary: { CountedNoun.text(coaches.count, "coaches") }
        ) { write in
            try write(export.header + coaches.map { export.line(of: $0) }.joined())
        }
    }
}
