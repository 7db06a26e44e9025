/// Content lines of iCalendar (RFC 5545, 3.1).
enum CalendarLine {
    /// Octets of a line without its end; a longer one goes on in the next.
    static let octetsMax = 75

    /// A line with its end, folded where it is too long. No character is parted.
    static func folded(_ line: String) -> String {
        var output = ""
        var octets = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if octets + size > octetsMax {
                // The blank is part of the next line's length.
                output += "\r\n "
                octets = 1
            }
            output.unicodeScalars.append(scalar)
            octets += size
        }
        return output + "\r\n"
    }

    /// A text as the value of a property of type TEXT (3.3.11): backslash, semicolon, comma and
    /// line ends escaped; other control characters, which it cannot hold, are left out.
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

    /// An address as the value of a property of type URI: what an address cannot hold as it is, is
    /// percent-encoded (RFC 3986, 2.1).
    static func address(_ url: String) -> String {
        url.utf8.reduce(into: "") { output, octet in
            let isPlain = (0x21...0x7e).contains(octet) && !unsafeOctets.contains(octet)
            output += isPlain ? String(UnicodeScalar(octet)) : percentEncoded(octet)
        }
    }

    private static let unsafeOctets = Set("\"<>\\^`{|}".utf8)

    /// `%2C`.
    static func percentEncoded(_ octet: UInt8) -> String {
        let digits = String(octet, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0" + digits : "%" + digits
    }
}
