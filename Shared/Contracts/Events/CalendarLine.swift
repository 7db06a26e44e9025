/// Content lines of iCalendar (RFC 5545, 3.1).
enum CalendarLine {
    /// The maximum length of a line without its line break, in bytes; longer lines are folded.
    static let octetsMax = 75

    /// Returns the line with its line break, folded if too long. Characters are never split.
    static func folded(_ line: String) -> String {
        var output = ""
        var octets = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if octets + size > octetsMax {
                // The space counts toward the next line's length.
                output += "\r\n "
                octets = 1
            }
            output.unicodeScalars.append(scalar)
            octets += size
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
        url.utf8.reduce(into: "") { output, octet in
            let isPlain = (0x21...0x7e).contains(octet) && !unsafeOctets.contains(octet)
            output += isPlain ? String(UnicodeScalar(octet)) : percentEncoded(octet)
        }
    }

    private static let unsafeOctets = Set("\"<>\\^`{|}".utf8)

    /// Returns the percent-encoding of a byte, such as `%2C`.
    static func percentEncoded(_ octet: UInt8) -> String {
        let digits = String(octet, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0" + digits : "%" + digits
    }
}
