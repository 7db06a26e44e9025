import CommandKit
import Contracts
import ServiceKit

extension CoachCommands {
    /// `coaches export` (CO-41).
    static let export = CompassCommand(
        "coaches export", .local, "Export coaches as CSV (players only)",
        details: """
            Exports the rows that match the filters, in the list's order. Goes to stdout or, \
            with --to, to a file that is written completely or not at all; in a folder it is \
            named coaches-DAY.csv.
            """,
        flags: CoachFilter.flags + [InteractionCommands.destination],
        examples: [
            "compass coaches export --to .": "All, to a file here",
            "compass coaches export --school Duke > duke.csv": "One school's",
        ]
    ) { run in
        let (answer, rows) = try run.reading(
            ExportCoaches.self, try run.listRequest(by: CoachFilter.self), \.coaches)
        if try !InteractionCommands.makesCSV(run) {
            return CommandResult(
                json: answer.json, rowsKey: "coaches", ids: { try rows().map(\.id.text) },
                rows: { TextTable([]) }, text: { _ in "" })
        }
        let zone = run.zone
        let export = CoachCSV(
            writer: CSVWriter(guardsFormulas: !run.invocation.isOn("raw")),
            day: { zone.isoDay($0) })
        let coaches = try rows()
        return try InteractionCommands.written(
            run, fileName: export.fileName(at: run.clock.now()),
            summary: { CountedNoun.text(coaches.count, "coaches") }
        ) { write in
            try write(export.header + coaches.map { export.line(of: $0) }.joined())
        }
    }
}
