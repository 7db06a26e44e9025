/// Makes stored text safe for a terminal: user text must not move the cursor, change colours or
/// reverse the writing direction.
public enum VisibleText {
    /// Returns one line, with control characters and direction overrides replaced by visible ones
    /// or spaces.
    public static func line(_ text: String) -> String {
        guard needsCare(text, keepsLines: false) else { return text }
        return map(text, keepsLines: false)
    }

    /// Returns several lines: like `line`, but keeps line feeds and tabs.
    public static func block(_ text: String) -> String {
        guard needsCare(text, keepsLines: true) else { return text }
        return map(text, keepsLines: true)
    }

    private static func needsCare(_ text: String, keepsLines: Bool) -> Bool {
        text.unicodeScalars.contains { replacement(for: $0, keepsLines: keepsLines) != $0 }
    }

    private static func map(_ text: String, keepsLines: Bool) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            output.unicodeScalars.append(replacement(for: scalar, keepsLines: keepsLines))
        }
        return output
    }

    private static func replacement(
        for scalar: Unicode.Scalar, keepsLines: Bool
    ) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0a: keepsLines ? scalar : " "
        case 0x0d: " "
        case 0x00...0x1f, 0x7f...0x9f: "\u{fffd}"
        case 0x2028, 0x2029: " "
        default: isUnseen(scalar) ? "\u{fffd}" : scalar
        }
    }

    /// Returns whether a character is invisible but changes how others are displayed: direction
    /// marks and zero-width spaces, except joiners, which emoji and some scripts need.
    static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061c, 0x200b, 0x200e, 0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfeff: true
        default: false
        }
    }
}
