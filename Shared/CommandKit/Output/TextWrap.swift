/// Breaking of running text into lines.
public enum TextWrap {
    /// The lines of one paragraph, each at most `columns` wide where its words allow it. The first
    /// line's indentation is repeated.
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
