/// The format of a result on stdout.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned on a terminal, tab-separated in a pipe.
    case table
    /// The operation's response, unchanged.
    case json
    /// One row of the response per line.
    case jsonl
    /// RFC 4180 with a header line.
    case csv
    /// Only ids, one per line.
    case name
    /// A workbook of spreadsheet programs, for the commands that support it.
    case xlsx
    /// Printable pages, for the commands that support them.
    case pdf

    /// Returns the choices of `--output` for a command that writes these formats.
    public static func choices(_ formats: [OutputFormat] = allCases) -> [ValueType.Choice] {
        formats.map { ValueType.Choice($0.rawValue) }
    }
}
