/// Escapes text for XML, SVG and HTML content and for double-quoted attributes.
public enum MarkupText {
    /// Returns the text with the five markup characters as references. Characters that XML forbids
    /// (control characters, U+FFFE, U+FFFF) and direction overrides become U+FFFD.
    public static func escaped(_ text: String) -> String {
        var output = ""
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(harmless(scalar))
            }
        }
        return output
    }

    private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: scalar
        case 0x00...0x1f, 0x7f...0x9f, 0xfffe, 0xffff: "\u{fffd}"
        case 0x202a...0x202e, 0x2066...0x2069: "\u{fffd}"
        default: scalar
        }
    }
}
