import CTerminal

/// How many columns a text takes in a terminal, and cutting it to some.
public enum DisplayWidth {
    /// Columns of a whole text: the sum over its characters.
    public static func columns(of text: String) -> Int {
        var isPlain = true
        var count = 0
        for byte in text.utf8 {
            count += 1
            if byte < 0x20 || byte > 0x7e { isPlain = false }
        }
        return isPlain ? count : text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Columns of one character as people see it. The widths of its scalars must not be summed: a
    /// family of four is drawn in two columns. The widest scalar counts, and an emoji selector
    /// (U+FE0F) or a pair of regional letters (a flag) makes two.
    public static func columns(of character: Character) -> Int {
        var widest = 0
        var regionalLetters = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xfe0f { return 2 }
            if (0x1f1e6...0x1f1ff).contains(scalar.value) { regionalLetters += 1 }
            if (0x20...0x7e).contains(scalar.value) {
                widest = max(widest, 1)
            } else {
                widest = max(widest, Int(compass_scalar_width(scalar.value)))
            }
        }
        return regionalLetters == 2 ? 2 : widest
    }

    /// The text if it fits, else its beginning with `…` in the last column.
    public static func truncated(_ text: String, to columnsMax: Int) -> String {
        guard columns(of: text) > columnsMax else { return text }
        guard columnsMax > 0 else { return "" }
        var kept = ""
        var used = 0
        for character in text {
            let width = columns(of: character)
            if used + width > columnsMax - 1 { break }
            kept.append(character)
            used += width
        }
        return kept + "…"
    }

    /// The text with blanks up to a width; unchanged when it is wider.
    public static func padded(_ text: String, to width: Int, rightAligned: Bool = false) -> String {
        let missing = width - columns(of: text)
        guard missing > 0 else { return text }
        let blanks = String(repeating: " ", count: missing)
        return rightAligned ? blanks + text : text + blanks
    }
}
