/// How much room a text takes, as far as that can be told without the font: a little more rather
/// than less.
public enum TextRoom {
    /// Width of most letters, in units of their height.
    private static let letterWidth = 0.62
    /// Width of East Asian letters and signs, in units of their height.
    private static let wideWidth = 1.05

    /// The width of a line, in user units.
    public static func width(of text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size
    }

    /// The text, or as much of it as fits with an ellipsis behind; empty where nothing fits.
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

    /// Letters and signs above U+1100 that are as narrow as Latin ones.
    private static func narrow(_ value: UInt32) -> Bool {
        switch value {
        case 0x1200...0x2e7f, 0xa4d0...0xabff, 0xfb00...0xfdff, 0xfe00...0xfe0f, 0xfe70...0xfeff:
            true
        default: false
        }
    }
}
