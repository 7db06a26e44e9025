/// Comma-separated values of RFC 4180: CRLF between records, quotes where a value needs them.
public struct CSVWriter: Sendable {
    /// Whether a value that a spreadsheet would take for a formula gets an apostrophe in front.
    public let guardsFormulas: Bool

    /// A writer. The guard changes values; `--raw` switches it off.
    public init(guardsFormulas: Bool) { self.guardsFormulas = guardsFormulas }

    /// One record with its line end.
    public func line(_ values: [String]) -> String {
        values.map(field).joined(separator: ",") + "\r\n"
    }

    /// One value as it stands between commas.
    public func field(_ value: String) -> String {
        let guarded = guarded(value)
        let needsQuotes = guarded.unicodeScalars.contains {
            // Sheets of some countries take semicolons and tabs for commas.
            $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" || $0 == ";" || $0 == "\t"
        }
        return needsQuotes ? Self.inQuotes(guarded) : guarded
    }

    /// One value in quotes, whether it needs them or not.
    public func quoted(_ value: String) -> String { Self.inQuotes(guarded(value)) }

    private func guarded(_ value: String) -> String {
        guardsFormulas && Self.looksLikeFormula(value) ? "'" + value : value
    }

    private static func inQuotes(_ value: String) -> String {
        "\"" + value.replacing("\"", with: "\"\"") + "\""
    }

    /// Their full-width forms are taken for them by some spreadsheets (S53).
    private static let formulaStarts = "=+-@＝＋－＠".unicodeScalars

    /// A value as it was before the guard: without an apostrophe in front of what looks like a
    /// formula.
    public static func unguarded(_ value: String) -> String {
        guard value.first == "'" else { return value }
        let rest = String(value.dropFirst())
        return looksLikeFormula(rest) ? rest : value
    }

    /// Whether any line of the value begins, after blanks, with a character that starts a formula,
    /// or with a tab or carriage return.
    static func looksLikeFormula(_ value: String) -> Bool {
        value.unicodeScalars.split(omittingEmptySubsequences: true) { $0 == "\n" }.contains {
            line in
            if line.first == "\t" || line.first == "\r" { return true }
            guard let first = line.first(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else {
                return false
            }
            return formulaStarts.contains(first)
        }
    }
}
