/// Writes comma-separated values (RFC 4180) with CRLF and with quotes where necessary.
public struct CSVWriter: Sendable {
    /// Whether a value that a spreadsheet would treat as a formula gets a leading apostrophe. So
    /// does one that has it already, so that `unguarded` gives it back.
    public let guardsFormulas: Bool

    /// Creates a writer. The guard changes values; `--raw` turns it off.
    public init(guardsFormulas: Bool) { self.guardsFormulas = guardsFormulas }

    /// Returns one record with its line end.
    public func line(_ values: [String]) -> String {
        values.map(field).joined(separator: ",") + "\r\n"
    }

    /// Returns a value for use between commas.
    public func field(_ value: String) -> String {
        let guarded = guarded(value)
        let needsQuotes = guarded.unicodeScalars.contains {
            // Spreadsheets of some locales treat semicolons and tabs as separators.
            $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" || $0 == ";" || $0 == "\t"
        }
        return needsQuotes ? Self.inQuotes(guarded) : guarded
    }

    /// Returns a value in quotes, whether or not it needs them.
    public func quoted(_ value: String) -> String { Self.inQuotes(guarded(value)) }

    private func guarded(_ value: String) -> String {
        guardsFormulas && Self.needsGuard(value) ? "'" + value : value
    }

    /// Whether a value looks like a formula, or like one with a guard.
    private static func needsGuard(_ value: String) -> Bool {
        looksLikeFormula(value)
            || value.first == "'" && looksLikeFormula(String(value.drop { $0 == "'" }))
    }

    private static func inQuotes(_ value: String) -> String {
        "\"" + value.replacing("\"", with: "\"\"") + "\""
    }

    /// Includes the full-width forms, which some spreadsheets also accept.
    private static let formulaStarts = "=+-@＝＋－＠".unicodeScalars

    /// Returns the value without the guard: removes an apostrophe before a formula, or before a
    /// formula with apostrophes.
    public static func unguarded(_ value: String) -> String {
        guard value.first == "'" else { return value }
        let rest = String(value.dropFirst())
        return needsGuard(rest) ? rest : value
    }

    /// Returns whether a line of the value starts with a tab or carriage return, or with a formula
    /// character after optional spaces.
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
