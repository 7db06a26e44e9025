import CTerminal

/// The width of texts on a terminal, and truncation to a width.
public enum DisplayWidth {
    /// Returns the columns of a text, the sum of its characters' columns.
    public static func columns(of text: String) -> Int {
        var isPlain = true
        var count = 0
        for byte in text.utf8 {
            count += 1
            if byte < 0x20 || byte > 0x7e { isPlain = false }
        }
        return isPlain ? count : text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the columns of a character as displayed. This is the width of its widest scalar, not
    /// the sum: a family of four occupies two columns. An emoji selector (U+FE0F) or a pair of
    /// regional indicators (a flag) also makes it two.
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

    /// Returns the text if it fits, otherwise its beginning with `…` in the last column.
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

    /// Returns the text padded with spaces to a width; a wider text is unchanged.
    public static func padded(_ text: String, to width: Int, rightAligned: Bool = false) -> String {
        let missing = width - columns(of: text)
        guard missing > 0 else { return text }
        let blanks = String(repeating: " ", count: missing)
        return rightAligned ? blanks + text : text + blanks
    }
}
