import CommandKit
import Contracts
import ServiceKit

extension CoachCommands {
    /// `coaches export` (CO-41).
    static let export = CompassCommand(
        Command(
            "coaches export", .local, "Write coaches as CSV, for players",
            details: """
                The rows that the list's filters leave, in its order. Goes to stdout, or with --to \
                into a file that appears whole or not at all; a folder gets coaches-DAY.csv.
                """,
            flags: CoachFilter.flags + [
                .value("to", .path("PATH"), default: "stdout", "A file, a folder, or - for stdout")
            ],
            examples: [
                .init("compass coaches export --to .", "All, into a file here"),
                .init("compass coaches export --school Duke > duke.csv", "One school's"),
            ])
    ) { run in
        let answer = try run.read(ExportCoaches.self, try run.listRequest(by: CoachFilter.self))
        func rows() throws -> [Coach] {
            let response = try run.decoded(ExportCoaches.Response.self, answer)
            return response.coaches
        }
        if try !InteractionCommands.makesCSV(run) {
            return CommandResult(
                json: answer.json, rowsKey: "coaches", ids: { try rows().map(\.id.text) },
                rows: { TextTable([]) }, text: { _ in "" })
        }
        let export = CoachExport(
            zone: run.zone, writer: CSVWriter(guardsFormulas: !run.invocation.isOn("raw")))
        let coaches = try rows()
        return try InteractionCommands.written(
            run, fileName: export.fileName(on: run.clock.now()),
            summary: { CountedNoun.text(coaches.count, "coaches") }
        ) { write in
            try write(export.header + coaches.map { export.line(of: $0) }.joined())
        }
    }
}
