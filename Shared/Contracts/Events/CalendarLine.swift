/// Content lines of iCalendar (RFC 5545, 3.1).
enum CalendarLine {
    /// The maximum length of a line without its line break, in bytes; longer lines are folded.
    static let bytesMax = 75

    /// Returns the line with its line break, folded if too long. Characters are never split.
    static func folded(_ line: String) -> String {
        var output = ""
        var bytes = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if bytes + size > bytesMax {
                // The space counts toward the next line's length.
                output += "\r\n "
                bytes = 1
            }
            output.unicodeScalars.append(scalar)
            bytes += size
        }
        return output + "\r\n"
    }

    /// Returns a text as a TEXT property value (3.3.11): backslashes, semicolons, commas and line
    /// breaks are escaped. Other control characters, which TEXT does not permit, are removed.
    static func text(_ text: String) -> String {
        var output = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\\": output += "\\\\"
            case ";": output += "\\;"
            case ",": output += "\\,"
            case "\n": output += isAfterReturn ? "" : "\\n"
            case "\r", "\u{2028}", "\u{2029}": output += "\\n"
            case "\t": output += "\t"
            default:
                guard scalar.properties.generalCategory != .control else { continue }
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Returns an address as a URI property value, with characters that a URI does not permit
    /// percent-encoded (RFC 3986, 2.1).
    static func address(_ url: String) -> String {
        PercentEncoding.encode(url) { (0x21...0x7e).contains($0) && !unsafeBytes.contains($0) }
    }

    private static let unsafeBytes = Set("\"<>\\^`{|}".utf8)
}
