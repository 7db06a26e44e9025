import CommandKit
import Imports

/// What an export writes.
enum ExportForm {
    case csv
    case workbook
    /// The service's answer, to stdout.
    case answer

    /// The form that `--output` says, or else the ending of the file's name.
    init(_ run: CommandRun) throws {
        let format = try run.format
        let target = InteractionCommands.target(run)
        let isNamedSo = target?.lowercased().hasSuffix(".\(WorkbookExport.ending)") == true
        switch format {
        case .xlsx: self = .workbook
        case .table where isNamedSo: self = .workbook
        case .csv, .table: self = .csv
        case .json, .jsonl, .name, .pdf:
            guard target == nil else {
                throw CommandFailure.usage(
                    "--to and --output \(format.rawValue) cannot be combined",
                    reason: "Files are written as CSV or as workbooks.")
            }
            self = .answer
        }
    }
}
