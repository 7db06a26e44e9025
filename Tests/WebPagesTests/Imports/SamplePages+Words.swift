import Imports

@testable import Contracts
@testable import WebPages

/// The pages of imports of files with words that nobody can read.
extension SamplePages {
    static let importWords: [(name: String, write: Writing)] = [
        (
            "import-words",
            {
                ImportPage(.interactions, .checked(unread()), Samples.context()).write(to: &$0)
            }
        ),
        (
            "import-log-stored",
            {
                var log = log(isRefused: false)
                log.failure = ServiceError(.unavailable, "Server error. Please try again.")
                log.stored = [OperationID(high: 1, low: 2), OperationID(high: 1, low: 3)]
                ImportPage(.log, .planned(log), Samples.context()).write(to: &$0)
            }
        ),
    ]

    /// A file with a word that nobody can read, and one of which somebody said what it means.
    static func unread(rows: String? = "type,sentiment") -> CheckedFile {
        let columns = try? ImportColumns(
            header: ["type", "sentiment", "direction", "date", "school"], kind: .interactions,
            mapped: [], values: ["sentiment:gut=positive"])
        guard let columns, var staging = try? FileStaging(InteractionRecipe(), columns) else {
            preconditionFailure("the columns are right")
        }
        _ = try? staging.add(
            .init(line: 2, fields: [hostile, "gut", "out", "2026-02-03", "Duke"]))
        if var batch = staging.rest() {
            _ = staging.request(&batch, [], in: Samples.context().zone)
            staging.add(
                ImportVerdicts(
                    importID: OperationID(high: 1, low: 2), number: 1,
                    refused: [RefusedRow(line: 2, errors: ["type": "Type must be one of"])],
                    skipped: []), to: batch)
        }
        return CheckedFile(
            name: "log.csv", rowCount: staging.rowCount, report: staging.report,
            importID: OperationID(high: 1, low: 2), fingerprint: "00ff", rows: rows)
    }
}
