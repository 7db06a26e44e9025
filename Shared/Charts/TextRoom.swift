/// Estimates the width of text without the font, rather too wide than too narrow.
public enum TextRoom {
    /// The width of most letters, relative to the font size.
    private static let letterWidth = 0.62
    /// The width of East Asian characters, relative to the font size.
    private static let wideWidth = 1.05

    /// Returns the width of a line, in user units.
    public static func width(of text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size
    }

    /// Returns the text, truncated with an ellipsis if necessary; empty if nothing fits.
    public static func fitted(_ text: String, to widthMax: Double, size: Double) -> String {
        if width(of: text, size: size) <= widthMax { return text }
        var used = width(of: "…") * size
        var kept = ""
        for character in text {
            used += width(of: character) * size
            if used > widthMax { break }
            kept.append(character)
        }
        return kept.isEmpty ? "" : kept + "…"
    }

    private static func width(of character: Character) -> Double {
        let isWide = character.unicodeScalars.contains { $0.value >= 0x1100 && !narrow($0.value) }
        return isWide ? wideWidth : letterWidth
    }

    /// Returns whether a character above U+1100 is as narrow as a Latin one.
    private static func narrow(_ value: UInt32) -> Bool {
        switch value {
        case 0x1200...0x2e7f, 0xa4d0...0xabff, 0xfb00...0xfdff, 0xfe00...0xfe0f, 0xfe70...0xfeff:
            true
        default: false
        }
    }
}
