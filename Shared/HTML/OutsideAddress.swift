/// The check of addresses outside of this site.
enum OutsideAddress {
    /// Characters that no address contains unencoded, or that browsers repair in surprising ways.
    private static let forbidden = Set("\"<>\\^`{|}".utf8)

    static func isSafe(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= WebAddress.outsideBytesMax,
            bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7f && !forbidden.contains($0) }),
            text.unicodeScalars.allSatisfy(isVisible),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        let rest = bytes[(colon + 1)...]
        switch String(decoding: bytes[..<colon], as: UTF8.self).lowercased() {
        case "http", "https": return rest.starts(with: "//".utf8) && isPlace(rest.dropFirst(2))
        case "mailto": return isMailAddress(rest)
        case "tel", "sms": return isPhoneNumber(rest)
        default: return false
        }
    }

    /// Whether a scalar shows: an invisible one could make an address look like another.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .privateUse, .unassigned:
            false
        default: true
        }
    }

    /// Whether a host follows, with an optional port. An address with a user's name before the host
    /// is refused: it looks like a link to that name.
    private static func isPlace(_ bytes: ArraySlice<UInt8>) -> Bool {
        let authority = bytes.prefix { !"/?#".utf8.contains($0) }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority.dropFirst(host.count + 1)
        guard let first = host.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else {
            return false
        }
        let isHost = host.allSatisfy {
            $0 >= 0x80 || isLetterOrDigit($0) || ".-_".utf8.contains($0)
        }
        return isHost && port.count <= 5 && port.allSatisfy(isDigit)
    }

    private static func isMailAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        let address = bytes.prefix { $0 != UInt8(ascii: "?") }
        guard let at = address.firstIndex(of: UInt8(ascii: "@")) else { return false }
        return at > address.startIndex && at < address.endIndex - 1
            && bytes.allSatisfy { $0 < 0x80 }
    }

    private static func isPhoneNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        let number = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ";") }
        return number.contains(where: isDigit)
            && number.allSatisfy { isDigit($0) || "+-.()*#".utf8.contains($0) }
            && bytes.allSatisfy { $0 < 0x80 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
