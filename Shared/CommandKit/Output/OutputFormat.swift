/// The form of a result on stdout.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// Aligned on a terminal, tab-separated in a pipe.
    case table
    /// The operation's response, unchanged.
    case json
    /// One row of the response a line.
    case jsonl
    /// RFC 4180 with a header.
    case csv
    /// Ids only, one a line.
    case name
    /// Pages for print, of the few commands that make them.
    case pdf

    /// The choices of `--output`.
    public static let choices = allCases.map { ValueType.Choice($0.rawValue) }
}
