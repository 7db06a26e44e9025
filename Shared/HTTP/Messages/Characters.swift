// Which bytes may stand where (RFC 9110, 5.6.2 and 5.5).

extension UInt8 {
    /// The small letter of an ASCII capital; any other byte itself.
    var asciiLowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self + 32 : self
    }

    /// Whether this is an ASCII letter or digit.
    var isAlphanumeric: Bool {
        let small = asciiLowercased
        return (small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")) || isDigit
    }

    /// Whether this is an ASCII digit.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// Whether a token may contain this.
    var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
            UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: isAlphanumeric
        }
    }

    /// Whether this is a control character; the tab is one.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}

extension Sequence<UInt8> {
    /// Whether this is a token: at least one byte, and only those of a token.
    var isToken: Bool {
        var isEmpty = true
        for byte in self {
            guard byte.isTokenByte else { return false }
            isEmpty = false
        }
        return !isEmpty
    }
}

extension BidirectionalCollection<UInt8> {
    /// Whether this can be the value of a header field.
    var isFieldValue: Bool {
        let tab = UInt8(ascii: "\t")
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == tab }
        if let first, isBlank(first) { return false }
        if let last, isBlank(last) { return false }
        return allSatisfy { !$0.isControl || $0 == tab }
    }
}
