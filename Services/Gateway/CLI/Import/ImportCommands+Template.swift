import CommandKit
import Contracts
import Imports

extension ImportCommands {
    static let template = CompassCommand(
        "import template", .readOnly, "Write a file to begin with",
        details: """
            A file of comma-separated values with the columns of a kind of records, and one row \
            as an example that can be imported as it is. The example of interactions names the \
            school of the example of schools. Replace the row by your own.
            """,
        arguments: [
            Argument(
                "KIND", "What the file is for",
                .choice(ImportKind.allCases.map { .init($0.rawValue) }, placeholder: "KIND"))
        ],
        flags: [
            .value("out", .path("PATH"), default: "stdout", "A file, a folder, or - for stdout")
        ],
        examples: [
            "compass import template coaches": "Show it",
            "compass import template coaches --out .": "A file in this folder",
        ]
    ) { run in
        guard let kind = ImportKind(rawValue: run.argument(0)) else {
            throw CommandFailure.usage(
                "There is no such kind of records",
                reason: "Kinds: \(ImportKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let template = ImportTemplate(kind)
        guard let typed = run.invocation.text("out"), typed != "-" else {
            return .plain(template.text, key: "template")
        }
        let format = try run.format
        guard format == .table else {
            throw CommandFailure.usage(
                "--out and --output \(format.rawValue) cannot be combined",
                reason: "A template has a form of its own.")
        }
        let path = try ExportPlace.save(
            Array(template.text.utf8), at: typed, flag: "out", fileName: template.fileName, run)
        return .written(.success, notes: ["Wrote \(VisibleText.line(path))"])
    }
}
