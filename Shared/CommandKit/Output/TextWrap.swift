/// Wraps running text.
public enum TextWrap {
    /// Returns the lines of a paragraph, each at most `columns` wide unless a single word is wider.
    /// All lines get the first line's indentation.
    public static func wrapped(_ text: String, columns: Int) -> [String] {
        let indent = String(text.prefix { $0 == " " })
        var lines: [String] = []
        var line = indent
        var isEmpty = true
        for word in text.split(separator: " ") {
            let width = DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: String(word))
            if !isEmpty, width > columns {
                lines.append(line)
                line = indent
                isEmpty = true
            }
            line += isEmpty ? String(word) : " " + word
            isEmpty = false
        }
        return lines + [line]
    }
}
