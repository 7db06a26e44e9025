public import Contracts

/// Pieces of texts around what matches.
public enum SearchSnippets {
    /// The words in a piece.
    private static let words = 16
    /// Marks around what matches; texts that people type contain none.
    private static let marks = (begin: "\u{2}", end: "\u{3}")

    /// Returns the SQL of the piece of a column of `search_index`, of the best one for -1.
    public static func sql(column: Int) -> String {
        "snippet(search_index, \(column), '\(marks.begin)', '\(marks.end)', '…', \(words))"
    }

    /// Splits a piece of text at its marks.
    public static func parts(_ marked: String) -> [SearchSnippetPart] {
        var parts: [SearchSnippetPart] = []
        var text = ""
        var isMatch = false
        func end() {
            if !text.isEmpty { parts.append(SearchSnippetPart(text: text, isMatch: isMatch)) }
            text = ""
        }
        for scalar in marked.unicodeScalars {
            switch String(scalar) {
            case marks.begin:
                end()
                isMatch = true
            case marks.end:
                end()
                isMatch = false
            default: text.unicodeScalars.append(scalar)
            }
        }
        end()
        return parts
    }
}
