import Base

/// Escapes text for XML, SVG and HTML content and for double-quoted attributes.
public enum MarkupText {
    /// Returns the text with the five markup characters as references. Characters that XML forbids
    /// (control characters, U+FFFE, U+FFFF) and direction overrides become U+FFFD.
    public static func escaped(_ text: String) -> String {
        text.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: isHarmless(scalar) ? nil : "\u{fffd}"
            }
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: true
        case 0x00...0x1f, 0x7f...0x9f, 0xfffe, 0xffff: false
        case 0x202a...0x202e, 0x2066...0x2069: false
        default: true
        }
    }
}
