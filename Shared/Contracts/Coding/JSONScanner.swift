/// Reads the tokens of JSON text (RFC 8259) in one pass, as programs write it: it accepts less than
/// the standard does, and what it does not accept is left to a strict decoder.
public struct JSONScanner {
    /// Input that is left to a strict decoder.
    public struct Unusual: Error {}

    /// The offset of the next byte.
    private(set) var at = 0

    mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at &+= 1
            default: return
            }
        }
    }

    func isAt(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        at < bytes.count && UInt32(bytes[at]) == character.value
    }

    mutating func takes(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard isAt(character, bytes) else { return false }
        at &+= 1
        return true
    }

    mutating func take(
        _ character: Unicode.Scalar, _ bytes: Span<UInt8>
    ) throws(Unusual) {
        guard takes(character, bytes) else { throw Unusual() }
    }

    /// Advances to the value of an object's next key and returns the key; nil after the last one.
    mutating func nextKey(
        _ bytes: Span<UInt8>, _ isFirst: inout Bool
    ) throws(Unusual) -> JSONTextPlace? {
        guard try nextPart(before: "}", bytes, &isFirst) else { return nil }
        let key = try text(bytes)
        skipBlanks(bytes)
        try take(":", bytes)
        skipBlanks(bytes)
        return key
    }

    /// Advances to an array's next element; returns false after the last one.
    mutating func nextElement(
        _ bytes: Span<UInt8>, _ isFirst: inout Bool
    ) throws(Unusual) -> Bool {
        try nextPart(before: "]", bytes, &isFirst)
    }

    @inline(__always)
    private mutating func nextPart(
        before end: Unicode.Scalar, _ bytes: Span<UInt8>, _ isFirst: inout Bool
    ) throws(Unusual) -> Bool {
        skipBlanks(bytes)
        if takes(end, bytes) { return false }
        if !isFirst {
            try take(",", bytes)
            skipBlanks(bytes)
        }
        isFirst = false
        return true
    }

    mutating func text(_ bytes: Span<UInt8>) throws(Unusual) -> JSONTextPlace {
        try take("\"", bytes)
        var place = JSONTextPlace(start: at)
        while at < bytes.count {
            if let word = ByteWord(bytes, at: at) {
                let marks =
                    word.marks(below: 0x20) | word.marks(of: UInt8(ascii: "\""))
                    | word.marks(of: UInt8(ascii: "\\")) | word.marks(of: UInt8(ascii: "<"))
                    | word.marksBeyondASCII
                at &+= ByteWord.countBefore(marks)
                if marks == 0 { continue }
            }
            let byte = bytes[at]
            at &+= 1
            switch byte {
            case UInt8(ascii: "\""):
                place.end = at &- 1
                return place
            case UInt8(ascii: "\\"):
                place.isEscaped = true
                at &+= 1
            case UInt8(ascii: "<"): place.hasMarkup = true
            case 0..<0x20: throw Unusual()
            default: place.isASCII = place.isASCII && byte < 0x80
            }
        }
        throw Unusual()
    }

    /// Reads a whole number from 0 in its usual notation.
    mutating func integer(_ bytes: Span<UInt8>) throws(Unusual) -> Int {
        let start = at
        var value = 0
        while at < bytes.count, at &- start < 18, 0x30...0x39 ~= bytes[at] {
            value = value &* 10 &+ Int(bytes[at] &- 0x30)
            at &+= 1
        }
        guard at > start, at &- start == 1 || bytes[start] != UInt8(ascii: "0") else {
            throw Unusual()
        }
        return value
    }

    /// Reads a number that `Double` can represent.
    mutating func number(_ bytes: Span<UInt8>) throws(Unusual) -> Double {
        let start = at
        _ = takes("-", bytes)
        if !takes("0", bytes) { try digits(bytes) }
        if takes(".", bytes) { try digits(bytes) }
        if takes("e", bytes) || takes("E", bytes) {
            if !takes("+", bytes) { _ = takes("-", bytes) }
            try digits(bytes)
        }
        let place = JSONTextPlace(start: start, end: at)
        guard let number = place.string(bytes).flatMap(Double.init), number.isFinite else {
            throw Unusual()
        }
        return number
    }

    private mutating func digits(_ bytes: Span<UInt8>) throws(Unusual) {
        let start = at
        while at < bytes.count, 0x30...0x39 ~= bytes[at] { at &+= 1 }
        guard at > start else { throw Unusual() }
    }

    mutating func string(_ bytes: Span<UInt8>) throws(Unusual) -> String {
        guard let string = try text(bytes).string(bytes) else { throw Unusual() }
        return string
    }

    mutating func truth(_ bytes: Span<UInt8>) throws(Unusual) -> Bool {
        if takes(word: "true", bytes) { return true }
        guard takes(word: "false", bytes) else { throw Unusual() }
        return false
    }

    mutating func takesNull(_ bytes: Span<UInt8>) -> Bool {
        takes(word: "null", bytes)
    }

    private mutating func takes(word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        let end = at &+ word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[at] != UInt8(ascii: "\""),
            JSONTextPlace(start: at, end: end).isText(word, bytes)
        else { return false }
        at = end
        return true
    }
    /// Skips a value of any kind with at most `depthMax` levels.
    mutating func skipValue(
        _ bytes: Span<UInt8>, depthMax: Int = JSONGuard.depthMax
    ) throws(Unusual) {
        guard at < bytes.count else { throw Unusual() }
        switch bytes[at] {
        case UInt8(ascii: "{"):
            guard depthMax > 0 else { throw Unusual() }
            at &+= 1
            var isFirst = true
            while try nextKey(bytes, &isFirst) != nil {
                try skipValue(bytes, depthMax: depthMax - 1)
            }
        case UInt8(ascii: "["):
            guard depthMax > 0 else { throw Unusual() }
            at &+= 1
            var isFirst = true
            while try nextElement(bytes, &isFirst) {
                try skipValue(bytes, depthMax: depthMax - 1)
            }
        case UInt8(ascii: "\""): _ = try text(bytes)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try truth(bytes)
        case UInt8(ascii: "n"): guard takesNull(bytes) else { throw Unusual() }
        default: _ = try number(bytes)
        }
    }
}
